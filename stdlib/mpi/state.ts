/**
 * The state of a rank: whether MPI is initialized, the check of memory, and how a function is called.
 *
 * One idea: a function throws a mistake, and who has called it decides by the communicator's error handler what becomes of it.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { inHex } from '../../runtime/errors.ts';
import type { Runs, Use } from '../../runtime/memory/watches.ts';
import { badArgument, underWay } from '../common/errors.ts';
import { Together } from '../common/together.ts';
import { textAt } from '../libc/memory.ts';
import { IN_PLACE } from './constants.ts';
import { ERR_ARG, ERR_BUFFER, Mistake, OTHER, otherCollective, partnerEnded } from './errors.ts';

/** The body of a function of MPI; what it gives is the error class, nothing being none. */
// biome-ignore lint/suspicious/noConfusingVoidType: most give nothing
export type Body = (call: string, ...parameters: number[]) => number | void;

/** Functions that may be called at any time (MPI 3.1, 8.7). */
const AT_ANY_TIME =
  /^MPI_(Init|Init_thread|Initialized|Finalized|Get_version|Get_library_version|Error_\w+|Info_\w+|T_\w+)$/;

/** Ends the watch over memory. */
export interface Ending {
  end(): void;
}
/** Functions whose names belong to short cuts in C (job.h), which call these. */
const IN_C = /^MPI_(Init|Init_thread|I?r?send|I?recv|Sendrecv|Wait|Test|Waitall|Barrier|Bcast|Allreduce|Win_fence)$/i;

/** What is known of a function by its name. */
interface Call {
  /** It may be called at any time. */
  readonly isFree: boolean;
  /** Names by which the program reaches it. */
  readonly names: readonly string[];
}

/** Of all ranks here, whichever parts of the library they have. */
const known = new Map<string, Call>();

function callNamed(name: string): Call {
  let call = known.get(name);
  if (call === undefined) known.set(name, (call = describe(name)));
  return call;
}

const describe = (name: string): Call => ({
  isFree: AT_ANY_TIME.test(name),
  names: IN_C.test(name) ? [`__${name}`] : [name, `P${name}`],
});

/** MPI_MAX_OBJECT_NAME, without the end. */
const MOST_NAME = 127;

const NONE: readonly Use[] = [];

/** Of messages that are kept for MPI_Error_string. */
export type Reports = Map<number, string>;

export class State {
  isInitialized = false;
  isFinalized = false;
  /** Around each call, for who moves messages between them. */
  around: { enter(): void; leave(): void } | undefined;
  /** Of mistakes of no communicator: MPI_COMM_WORLD's error handler, from MPI_Init on (MPI 3.1, 8.3). */
  first: (mistake: Mistake) => number;
  /** The error handler of the call under way; set where a communicator is looked up. */
  handler: (mistake: Mistake) => number;
  /** The name of the call under way, and the memory that it uses. */
  call = '';
  private used: readonly Use[] = NONE;
  readonly together: Together;
  /** The latest message of each class. */
  readonly reports: Reports = new Map();

  constructor(readonly environment: RuntimeEnvironment) {
    this.together = new Together(environment, { otherCollective, partnerEnded, other: OTHER }, () => [...known.keys()]);
    this.first = this.handler = this.fatal;
  }

  readonly fatal = (mistake: Mistake): number => this.environment.runtime.job.fail(mistake.message);

  /** Each function as MPI_X and PMPI_X; one that has a short cut in C (IN_C) as __MPI_X. */
  calls(bodies: Record<string, Body>): Record<string, NativeFunction> {
    const named = Object.entries(bodies).map(([name, body]) => {
      const { isFree, names } = callNamed(name);
      return [names, (...parameters: number[]) => this.perform(name, body, isFree, parameters)] as const;
    });
    return Object.fromEntries(named.flatMap(([names, perform]) => names.map((name) => [name, perform] as const)));
  }

  /** One call may be made in the middle of another one, by a function of the program that this calls. */
  perform(name: string, body: Body, isFree: boolean, parameters: number[]): number {
    if (!isFree && (!this.isInitialized || this.isFinalized)) this.refuseTime(name);
    const { handler, call, used } = this;
    this.handler = this.first;
    this.call = name;
    this.used = NONE;
    this.around?.enter();
    try {
      return body(name, ...parameters) || 0;
    } catch (mistake) {
      if (!(mistake instanceof Mistake)) throw mistake;
      this.reports.set(mistake.kind, mistake.message);
      return this.handler(mistake);
    } finally {
      this.around?.leave();
      this.handler = handler;
      this.call = call;
      this.used = used;
    }
  }

  private refuseTime(name: string): never {
    const when = this.isFinalized ? 'after MPI_Finalize' : 'before MPI_Init; call that first';
    return this.environment.runtime.job.fail(`${name}: ${when}`);
  }

  // ---------------------------------------------------------------- memory of the program

  local(call: string, argument: string, address: number, bytes: number): void {
    const fault = bytes === 0 ? undefined : this.environment.runtime.transfers.fault(address, bytes);
    if (fault === undefined) return;
    if (address === IN_PLACE)
      throw new Mistake(ERR_BUFFER, badArgument(call, argument, 'MPI_IN_PLACE', 'collective functions alone take it'));
    throw new Mistake(ERR_BUFFER, badArgument(call, argument, inHex(address), `${bytes} bytes there: ${fault}`));
  }

  // ---------------------------------------------------------------- memory under way: -g

  get isWatching(): boolean {
    return this.environment.runtime.watches !== undefined;
  }

  /** Memory that the call under way uses: refused where an operation under way forbids that. */
  uses(call: string, argument: string, isWritten: boolean, runsOf: () => Runs): void {
    const { watches } = this.environment.runtime;
    if (watches === undefined) return;
    const runs = runsOf();
    for (let i = 0; i < runs.addresses.length; i++) {
      const [address, size] = [runs.addresses[i]! | 0, runs.lengths[i]!];
      const fault = size === 0 ? undefined : watches.access(address, size, isWritten);
      if (fault !== undefined) this.refuse(call, argument, inHex(address), fault, ERR_BUFFER);
    }
    this.used = [...this.used, { runs, isWritten }];
  }

  /** The same of bytes without gaps, which are checked. */
  buffer(call: string, argument: string, address: number, bytes: number, isWritten: boolean): void {
    this.local(call, argument, address, bytes);
    if (this.isWatching) this.uses(call, argument, isWritten, () => ({ addresses: [address], lengths: [bytes] }));
  }

  /** Nobody may touch what the call under way uses until its operation is over; `end` says what that is. */
  watch(end: string): Ending | undefined {
    const { watches, job } = this.environment.runtime;
    const uses = this.used;
    this.used = NONE;
    if (watches === undefined || uses.length === 0) return undefined;
    const [call, place] = [this.call, job.here()];
    const told = (isWritten: boolean) => underWay(call, place(), isWritten, end);
    const watch = { uses, told };
    watches.begin(watch);
    return { end: () => watches.end(watch) };
  }

  /** A word of the program. */
  word(call: string, argument: string, address: number): number {
    this.local(call, argument, address, 4);
    return this.environment.I32[address >>> 2]!;
  }

  words(call: string, argument: string, address: number, count: number): Int32Array {
    this.local(call, argument, address, 4 * count);
    return this.environment.I32.slice(address >>> 2, (address >>> 2) + count);
  }

  longs(call: string, argument: string, address: number, count: number): number[] {
    this.local(call, argument, address, 8 * count);
    return Array.from(this.environment.I64.slice(address >>> 3, (address >>> 3) + count), Number);
  }

  give(call: string, argument: string, address: number, value: number): void {
    this.local(call, argument, address, 4);
    this.environment.I32[address >>> 2] = value;
  }

  giveLong(call: string, argument: string, address: number, value: number): void {
    this.local(call, argument, address, 8);
    this.environment.I64[address >>> 3] = BigInt(value);
  }

  giveWords(call: string, argument: string, address: number, values: readonly number[]): void {
    this.local(call, argument, address, 4 * values.length);
    this.environment.I32.set(values, address >>> 2);
  }

  /** A string of the program. */
  text(call: string, argument: string, address: number): string {
    this.local(call, argument, address, 1);
    return textAt(this.environment, address);
  }

  /** The name of an object: as much as is kept of it. */
  name(call: string, argument: string, address: number): string {
    return cut(this.text(call, argument, address), MOST_NAME);
  }

  /** A string, with its end; gives its bytes without that. */
  giveString(call: string, argument: string, address: number, text: string): number {
    const bytes = new TextEncoder().encode(text);
    this.local(call, argument, address, bytes.length + 1);
    this.environment.U8.set(bytes, address >>> 0);
    this.environment.U8[(address >>> 0) + bytes.length] = 0;
    return bytes.length;
  }

  giveText(call: string, argument: string, address: number, lengthAt: number, text: string): void {
    this.give(call, 'resultlen', lengthAt, this.giveString(call, argument, address, text));
  }

  /** The number, unless it is below 0. */
  natural(call: string, argument: string, value: number, kind = ERR_ARG): number {
    if (value < 0) this.refuse(call, argument, value, 'it is 0 or more', kind);
    return value;
  }

  refuse(call: string, argument: string, value: number | string, rule: string, kind = ERR_ARG): never {
    throw new Mistake(kind, badArgument(call, argument, `${value}`, rule));
  }
}

/** Bytes of a text, as the program has it. */
export const bytesIn = (text: string): number => new TextEncoder().encode(text).length;

/** As many of a text's characters as have so many bytes. */
export const cut = (text: string, bytes: number): string =>
  text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);
