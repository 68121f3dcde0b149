/**
 * The shared heaps of a job whose processes have separate memories: each process operates on its own (processheap.ts).
 *
 * Process 0 accounts for symmetric blocks, so others request them from rank 0; the answer is the offset. Local blocks are allocated and freed in
 * the owner's process: freeing a remote block is a call to its owner. Where one heap has reached the border and the
 * other has room left, the border moves by at least STEP: up once every process agrees, down once process 0 does. One
 * thread at a time moves borders: process 0 tells the others to wait.
 */
import type { Calls } from '../core/am/calls.ts';
import {
  ALLOCATE,
  BEGIN_LOWERING,
  BEGIN_RAISING,
  END_LOWERING,
  END_RAISING,
  FREE,
  LARGEST_LOCAL,
  RAISE,
  type Words,
} from '../core/am/services.ts';
import type { Job } from '../core/job.ts';
import { FOR_TIME } from '../core/states.ts';
import type { Layout } from '../memory/layout.ts';
import { addressOf, isAddress, isHere, offsetOf, rankOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { type Border, UNIT } from './border.ts';
import { LATER, NO, NOBODY, type ProcessHeap, UNKNOWN, YES } from './processheap.ts';
import type { BlockRecord } from './redzones.ts';
import { LARGEST, type SharedHeap } from './sharedheap.ts';

const STEP = 2 ** 20;
/** In place of a thread whose blocks prevent a move of the border: it would leave the heap. */
const TOO_FAR = -2;
/** Milliseconds between retries. */
const PATIENCE = 1;

/** The shared heaps' interface to the runtime's libraries. */
export type SharedHeaps = Pick<
  SharedHeap,
  'open' | 'allocateSymmetric' | 'trySymmetric' | 'allocateLocal' | 'tryLocal' | 'free' | 'largestLocal' | 'around'
>;

export class JobHeap implements SharedHeaps {
  private readonly heap: SharedHeap;

  constructor(
    private readonly job: Job,
    private readonly layout: Layout,
    /** Of this process. */
    private readonly own: ProcessHeap,
    private readonly border: Border,
    private readonly calls: Pick<Calls, 'call'>,
    /** The first rank of each process. */
    private readonly leaders: readonly number[],
  ) {
    this.heap = own.heap;
  }

  open(): void {
    const { MYTHREAD, FIRST } = this.job.space;
    this.heap.open();
    if (MYTHREAD === FIRST) this.border.open(this.layout);
  }

  allocateSymmetric(name: string, bytes: number): number {
    return this.requestSymmetric(bytes, (left, inTheWay) => this.heap.exhausted(name, bytes, left, inTheWay));
  }

  trySymmetric(bytes: number): number {
    return this.requestSymmetric(bytes, () => 0);
  }

  /** Where there is no room: what `none` gives, of the bytes that are left and the thread whose blocks are in the way. */
  private requestSymmetric(bytes: number, none: (left: number, inTheWay: number) => number): number {
    const wanted = Math.min(bytes, LARGEST - 1); // to fit a word of a message; no block is that large
    for (let step = STEP; ; ) {
      const [offset, end, left] = this.ask(0, ALLOCATE, [wanted, this.heap.place]);
      if (offset !== 0) return addressOf(this.job.space, 0, offset!);
      const inTheWay = this.raise(end! + wanted + this.heap.overhead + step);
      if (inTheWay === NOBODY) continue;
      if (step === 0) return none(left!, inTheWay);
      step = 0;
    }
  }

  allocateLocal(name: string, bytes: number): number {
    const left = () => this.heap.largestLocal(this.job.space.MYTHREAD);
    return this.tryLocal(bytes) || this.heap.exhausted(name, bytes, left());
  }

  tryLocal(bytes: number): number {
    for (;;) {
      const address = this.heap.tryLocal(bytes);
      if (address !== 0) return address;
      const needed = this.heap.ownStart - bytes - this.heap.overhead;
      if (!this.lower(needed - STEP) && !this.lower(needed)) return 0;
    }
  }

  /** Symmetric blocks are identified by their part on thread 0, so the thread of the address is the block's owner. */
  free(name: string, address: number): void {
    const { space } = this.job;
    const owner = rankOf(space, address);
    if (isHere(space, owner) || !isAddress(space, address)) {
      this.heap.free(name, address);
      return;
    }
    const answer = this.calls.call(owner, FREE, [owner, offsetOf(space, address), this.heap.place]);
    if (answer.length === 0) return; // it has gone with its process
    const [fault, ...record] = answer as [number, ...BlockRecord];
    this.heap.judge(name, address, { fault, record: record[0] === UNKNOWN ? undefined : record });
  }

  largestLocal(thread: number): number {
    return this.ask(thread, LARGEST_LOCAL, [thread])[0] ?? 0;
  }

  around(address: number): [address: number, starts: Iterable<number>] {
    return this.heap.around(address);
  }

  /** Calls a rank; run locally for ranks of this process. */
  private ask(rank: number, number: number, words: Words): Words {
    return isHere(this.job.space, rank) ? this.own.answered[number]!(words) : this.calls.call(rank, number, words);
  }

  // -------------------------------------------------------------- the border

  /** Makes room for symmetric blocks up to an offset; returns a thread whose blocks prevent it, or NOBODY. */
  private raise(wanted: number): number {
    const offset = Math.ceil(wanted / UNIT) * UNIT;
    if (offset > this.layout.sharedHeapEnd) return TOO_FAR;
    while (this.ask(0, BEGIN_RAISING, [])[0] === LATER) this.pause();
    for (const leader of this.leaders.slice(1)) {
      const inTheWay = this.ask(leader, RAISE, [offset])[0] ?? NOBODY;
      if (inTheWay === NOBODY) continue;
      this.ask(0, END_RAISING, [0]);
      return inTheWay;
    }
    return this.ask(0, END_RAISING, [offset])[0]!;
  }

  /** Makes room for local blocks down to an offset; false if symmetric ones prevent it. */
  private lower(wanted: number): boolean {
    const offset = Math.floor(wanted / UNIT) * UNIT;
    if (offset < this.layout.sharedHeapStart) return false;
    for (;;) {
      const [answer] = this.ask(0, BEGIN_LOWERING, [offset]);
      if (answer === NO) return false;
      if (answer === YES) break;
      this.pause();
    }
    this.heap.withLock(() => this.own.moveDown(offset));
    this.ask(0, END_LOWERING, []);
    return true;
  }

  private pause(): void {
    const until = platform.clock.milliseconds() + PATIENCE;
    this.job.block({ kind: FOR_TIME, on: 0, until }, () => platform.clock.milliseconds() >= until);
  }
}
