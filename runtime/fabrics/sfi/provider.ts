/**
 * What a provider is to the library: what it offers, and the operations of an endpoint.
 */

import type { DirectOperations, Refused } from '../../memory/accesses.ts';
import type { Hardware } from '../hardware.ts';
import { hostilityOf } from '../hostility.ts';
import type { AtomicOperations, Datatype, Operator } from './atomic.ts';
import type { Endpoint } from './endpoint.ts';
import type { Hints, Info } from './info.ts';
import type { MessageOperations } from './msg.ts';
import { hostileProvider } from './providers/hostile/provider.ts';
import { nullProvider } from './providers/null/provider.ts';
import { isOfi, ofiProvider } from './providers/ofi/provider.ts';
import { shmProvider } from './providers/shm/provider.ts';
import { timedProvider } from './providers/timed/provider.ts';
import type { RmaOperations } from './rma.ts';
import type { TaggedOperations } from './tagged.ts';

export interface Provider {
  readonly name: string;
  /** What it can do on this hardware; attributes that it can choose are as the hints ask. */
  offers(hardware: Hardware, hints: Hints): Info;
  /** Opens what it needs besides; throws a FabricError where that is not to be had. */
  open?(hardware: Hardware): void;
  /** Memory that is registered is pinned, which is not done to all of it; false unless given. */
  pins?(hardware: Hardware): boolean;
  /** For a thread of its own beside the ranks': moves on what comes, until the end of the job is seen. */
  serve?(hardware: Hardware): never;
  /** Whom a rank tells that it is about to sleep, where there is such a thread. */
  rest?(hardware: Hardware): { rest(): void } | undefined;
  /** Services (Hardware) of other processes, where it runs them while the ranks there compute. */
  services?(hardware: Hardware): ServiceOperations | undefined;
  /** Atomic operations by the adapter alone, where it has any. */
  adapter?(hardware: Hardware): AdapterOperations | undefined;
  /** Bytes, in the adapter's memory, that make an endpoint reachable. */
  endpointBytes(info: Info): number;
  /** Prepares an endpoint's bytes at `address` for what others send. */
  prepare(hardware: Hardware, address: number, info: Info): void;
  /** The operations of an endpoint, to which all that it needs has been bound. */
  operations(endpoint: Endpoint): Operations;
}

/** What can be done with an endpoint: a group for each of libfabric's tables (fi_ops_msg, fi_ops_rma ...). */
export interface Operations {
  readonly msg: MessageOperations;
  readonly tagged: TaggedOperations;
  readonly rma: RmaOperations;
  readonly atomic: AtomicOperations;
  /** Accesses may be complete later than begun, so that their counters must be moved on too. */
  readonly isLate?: true;
  /** Moves on what is under way; called by whoever reads a queue or a counter. */
  progress(): void;
  /** Makes accesses that are complete on return, where there are such. */
  readonly direct?: ((refused: Refused) => DirectOperations) | undefined;
  /** Gives up a receive that nothing has matched: its completion is an error. */
  cancel(context: number): number;
}

/** An extension of libfabric: functions that any thread of another process runs, and answers. */
export interface ServiceOperations {
  /** Begins service `number` in the process of `rank`: the place of its answer, or a negative error. */
  call(rank: number, number: number, words: readonly number[]): number;
  /** The words that have answered, and gives up the place; undefined while there are none. */
  answer(place: number): readonly number[] | undefined;
  /** Has it run with two words and `count` from I32[from] on: 0, or a negative error. */
  tell(rank: number, number: number, one: number, two: number, from: number, count: number): number;
}

/**
 * An extension of libfabric: atomic operations that the adapter of the target executes whoever asks for them, ranks of its own process too.
 * It excludes other operations of its own alone, not those of processors.
 */
export interface AdapterOperations {
  /** Whether the adapters of all processes have it. */
  has(datatype: Datatype, op: Operator): boolean;
  /**
   * Begins one on the element at `offset` of the region of `rank`: a place for `test`, or a negative error. `operands`: two words of the
   * operand, two of the comparand.
   */
  begin(datatype: Datatype, op: Operator, rank: number, offset: number, operands: Int32Array): number;
  /** 0 while it is under way; else positive, or a negative error: the place is given up. The old value goes to `result`, unless that is 0. */
  test(place: number, result: number): number;
  /** Begins one whose old value nobody wants: 0, or a negative error. No access of this rank to its place overtakes it. */
  post(datatype: Datatype, op: Operator, rank: number, offset: number, operands: Int32Array): number;
  /** Of those begun so: 0 while one is under way; else positive, or a negative error that one has had. */
  posted(): number;
}

/** Where the library looks for providers. */
export interface Machine {
  readonly hardware: Hardware;
  /** FI_PROVIDER: names of the providers to be used, in order, with commas between them. PGAS_HOSTILE: see hostility.ts. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
}

/** In the order in which they are offered, unless the administrator has another. */
const PROVIDERS: readonly Provider[] = [shmProvider, nullProvider];

export function rankedProviders(machine: Machine): Provider[] {
  const all = providersOf(machine);
  const names = machine.variables?.FI_PROVIDER?.split(',') ?? all.map(({ name }) => name);
  return names.flatMap((name) => all.filter((provider) => provider.name === name.trim()));
}

export function providerNamed(machine: Machine, name: string): Provider | undefined {
  return isOfi(name) ? ofiProvider(name) : providersOf(machine).find((provider) => provider.name === name);
}

/** The one that moves bytes takes a simulated machine's time, or is as hostile as PGAS_HOSTILE asks. */
function providersOf({ variables, hardware }: Machine): readonly Provider[] {
  const hostility = hostilityOf(variables, hardware);
  const { model } = hardware;
  if (model !== undefined) return [timedProvider(shmProvider, model), nullProvider];
  return hostility === undefined ? PROVIDERS : [hostileProvider(shmProvider, hostility), nullProvider];
}
