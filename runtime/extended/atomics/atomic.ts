/**
 * Atomic operations on memory of any thread: by the machine on memory accessible by load and store; else by the
 * network, or, where it lacks the operation, by a message to the owner of the memory.
 *
 * All are atomic with respect to each other: a network's adapter uses the machine's operations on the memory too.
 */

import { IMPLICIT } from '../../abi.ts';
import {
  type AdapterAtomics,
  type AtomicOperation,
  type AtomicType,
  COMPLETE,
  type RemoteMemory,
} from '../../conduits/conduit.ts';
import type { Job } from '../../core/job.ts';
import { FOR_TRANSFER } from '../../core/states.ts';
import { isLoaded, offsetOf, rankOf } from '../../memory/space.ts';
import type { Movement } from '../movement.ts';
import type { ReferenceMemory } from '../reference/memory.ts';
import { endOfPuts, UnderWay } from '../underway.ts';
import type { MachineAtomic } from './machine.ts';

/** Access to the memory of other threads; undefined where memory is direct. */
export interface RemoteWay {
  readonly native: RemoteMemory | undefined;
  readonly reference: ReferenceMemory;
}

export class Atomic {
  /** Waits for what `begin` has begun: whatever other threads are told behind it comes later. */
  readonly end: () => void;
  private readonly underWay: UnderWay;

  constructor(
    private readonly job: Job,
    private readonly machine: MachineAtomic,
    private readonly movement: Movement,
    private readonly remote: RemoteWay | undefined,
    /** Messages come over a network: a thread that spins must poll. */
    private readonly polls = remote !== undefined,
  ) {
    this.underWay = new UnderWay(job.space);
    this.end = remote?.native?.atomicNbi === undefined ? () => {} : endOfPuts(job, remote.native);
  }

  /** All memory is reached by load and store. */
  get isDirect(): boolean {
    return this.remote === undefined;
  }

  /** Whether the address is accessible by the machine. */
  isHere(address: number): boolean {
    return this.remote === undefined || isLoaded(this.job.space, address);
  }

  /**
   * Starts an operation with the arguments of RemoteAtomic; returns a handle of the movement. `target` is aligned and
   * in the segment, the others lie in this thread's memory.
   */
  start(
    operation: AtomicOperation,
    type: AtomicType,
    target: number,
    operand: number,
    compare: number,
    result: number,
  ): number {
    if (this.isHere(target)) {
      if (this.polls) this.job.glance();
      this.machine(operation, type, target, operand, compare, result);
      return COMPLETE;
    }
    const { native, reference } = this.remote!;
    const [rank, offset] = [rankOf(this.job.space, target), offsetOf(this.job.space, target)];
    return (
      native?.atomic?.(operation, type, rank, offset, operand, compare, result) ??
      ~reference.atomic(operation, type, rank, offset, operand, compare, result)
    );
  }

  /** Begins one without result: it is done at the next fence, and no access of this thread to its place overtakes it. */
  begin(operation: AtomicOperation, type: AtomicType, target: number, operand: number): void {
    const { space } = this.job;
    const nbi = this.isHere(target) ? undefined : this.remote!.native?.atomicNbi;
    if (nbi?.(operation, type, rankOf(space, target), offsetOf(space, target), operand))
      this.underWay.began(IMPLICIT.puts);
    else this.perform(operation, type, target, operand, 0, 0);
  }

  /** The same by the network's adapter alone. What this thread loads and stores is done on return. */
  beginByAdapter(
    adapter: AdapterAtomics,
    operation: AtomicOperation,
    type: AtomicType,
    target: number,
    operand: number,
  ): void {
    const { space } = this.job;
    const [rank, offset] = [rankOf(space, target), offsetOf(space, target)];
    if (this.isHere(target) || this.remote?.native === undefined) {
      adapter.perform(operation, type, rank, offset, operand, 0, 0);
      return;
    }
    adapter.begin(operation, type, rank, offset, operand);
    this.underWay.began(IMPLICIT.puts);
  }

  /** Blocking form. */
  perform(
    operation: AtomicOperation,
    type: AtomicType,
    target: number,
    operand: number,
    compare: number,
    result: number,
  ): void {
    const handle = this.start(operation, type, target, operand, compare, result);
    if (handle !== COMPLETE && !this.movement.test(handle)) this.waitFor(handle);
  }

  private waitFor(handle: number): void {
    this.job.block(FOR_TRANSFER, () => this.movement.test(handle) === true);
  }
}
