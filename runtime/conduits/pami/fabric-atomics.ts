/**
 * Atomic operations by PAMI_Rmw, where PGAS_PAMI_ATOMICS=rmw asks for it: OpenSHMEM on Power 775 does, whose adapters have them; ARMCI on Blue
 * Gene/Q, which has none, sends messages to the owner (questions.ts).
 *
 * PAMI_Rmw is unordered, even with itself, so one is outstanding at a time, and its operands are kept here until it is done.
 */
import type { EventFunction } from '../../fabrics/pami/completions.ts';
import { Rmw } from '../../fabrics/pami/parameters.ts';
import { PAMI_TYPE_SIGNED_INT, PAMI_TYPE_SIGNED_LONG } from '../../fabrics/pami/predefined.ts';
import {
  PAMI_ATOMIC_ADD,
  PAMI_ATOMIC_AND,
  PAMI_ATOMIC_COMPARE,
  PAMI_ATOMIC_FETCH,
  PAMI_ATOMIC_OR,
  PAMI_ATOMIC_SET,
  PAMI_ATOMIC_XOR,
} from '../../fabrics/pami/rmw.ts';
import { addressIn } from '../../memory/space.ts';
import type { AtomicOperation, AtomicType, RemoteAtomic } from '../conduit.ts';
import type { Ports } from './ports.ts';

/** Bytes of each region: both operands. */
export const ATOMICS_AREA = 64;

/** By operation; those that are not here PAMI lacks. */
const CODES: Partial<Record<AtomicOperation, number>> = {
  add: PAMI_ATOMIC_ADD,
  and: PAMI_ATOMIC_AND,
  or: PAMI_ATOMIC_OR,
  xor: PAMI_ATOMIC_XOR,
  set: PAMI_ATOMIC_SET,
  get: 0,
  cas: PAMI_ATOMIC_SET | PAMI_ATOMIC_COMPARE,
};

export class FabricAtomics {
  started = 0;
  private readonly rmw = new Rmw();
  private isPending = false;

  /** `done` is called with the counter of one that is done. */
  constructor(
    private readonly ports: Ports,
    done: EventFunction,
  ) {
    const { space, area } = ports.host;
    this.rmw.value = (space.BASE + area.take(ATOMICS_AREA)) | 0;
    this.rmw.test = this.rmw.value + 8;
    this.rmw.doneFn = (context, counter, result) => {
      this.isPending = false;
      done(context, counter, result);
    };
  }

  /** Whether it is PAMI's, rather than the owner's. */
  has(operation: AtomicOperation, type: AtomicType): boolean {
    return this.ports.settings.atomics === 'rmw' && operation in CODES && !type.startsWith('f');
  }

  begin(counter: number, ...[operation, type, rank, offset, operand, compare, result]: Parameters<RemoteAtomic>): void {
    const { ports, rmw } = this;
    const { host } = ports;
    if (this.isPending) host.waitFor(rank, () => !this.isPending);
    const bytes = type.endsWith('64') ? 8 : 4;
    this.keep(rmw.value, operand, bytes);
    this.keep(rmw.test, compare, bytes);
    rmw.dest = ports.requestsOf(rank);
    rmw.remote = addressIn(host.baseOf(rank), rank, offset);
    rmw.type = bytes === 8 ? PAMI_TYPE_SIGNED_LONG : PAMI_TYPE_SIGNED_INT;
    rmw.operation = CODES[operation]! | (result === 0 ? 0 : PAMI_ATOMIC_FETCH);
    rmw.local = result;
    rmw.cookie = counter;
    this.started++;
    this.isPending = true;
    ports.check(ports.requests.rmw(rmw));
  }

  private keep(to: number, from: number, bytes: number): void {
    if (from !== 0) this.ports.host.space.U8.copyWithin(to >>> 0, from >>> 0, (from >>> 0) + bytes);
  }
}
