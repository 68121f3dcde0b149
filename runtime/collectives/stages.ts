/**
 * All threads of a collective function, in one memory (allthreads.ts).
 *
 * A thread publishes the stage it has reached in a line of its own, and waits for just those threads whose data it
 * is about to touch (MYSYNC), for all (ALLSYNC), or for none (NOSYNC). The line has a hash of the arguments, by which a
 * waiting thread checks that the other one makes the same call.
 */

import { wake } from '../core/bell.ts';
import type { Job } from '../core/job.ts';
import { linesBy } from '../core/lines.ts';
import { CONTRIBUTED, callLine, ENTERED, HASH, LEFT, STAGE, stageLine, valueLine } from '../core/stages.ts';
import { AT_STAGE, FOR_STAGE } from '../core/states.ts';
import type { Barrier } from '../extended/barrier.ts';
import type { Reach } from '../extended/reach.ts';
import type { Transfers } from '../extended/transfers.ts';
import { SLEEPERS, WAKE } from '../memory/control.ts';
import type { Space } from '../memory/space.ts';
import { type AllThreads, type Call, hashOf, type Moves, mismatchOf, recordCall, recordedCall } from './allthreads.ts';
import { broadcast } from './broadcast.ts';
import { exchange } from './exchange.ts';
import { gather } from './gather.ts';
import { gatherAll } from './gather-all.ts';
import { permute } from './permute.ts';
import { scatter } from './scatter.ts';

/** The last bits of a hash number its call: a thread that has left a call may be writing the next. */
const CALL_BITS = 3;

/** Maximum calls with outstanding values: others read a thread's contribution after it has left the call. */
const VALUES = 8;

const stageLines = linesBy(stageLine);

/** Elements per thread up to which one thread alone is faster than all together. */
const FEW = 24;

export class Stages implements AllThreads {
  readonly few = FEW;
  readonly agreeOnWaiting = false;
  readonly moves: Moves = {
    broadcast: (destination, source, size) => broadcast(this, destination, source, size),
    scatter: (destination, source, size) => scatter(this, destination, source, size),
    gather: (destination, source, size) => gather(this, destination, source, size),
    gatherAll: (destination, source, size) => gatherAll(this, destination, source, size),
    exchange: (destination, source, size) => exchange(this, destination, source, size),
    permute: (destination, source, size, to) => permute(this, destination, source, to, size),
  };
  readonly space: Space;
  private readonly I32: Int32Array;
  private readonly own: number;
  private readonly callLine: number;
  /** Lines of the other threads, beginning with the next one. */
  private readonly lines: Int32Array;
  private readonly others: Int32Array;
  /** Number of the current call, times 4. */
  private base = 0;
  /** All threads are known to have left the calls up to this one, times 4. */
  private drained = 0;
  private call: Call | undefined;
  private hash = 0;
  /** All threads are known to have entered. */
  private allEntered = false;

  constructor(
    private readonly job: Job,
    private readonly barrier: Barrier,
    private readonly transfers: Transfers,
    private readonly reach: Reach,
    /** Offset of VALUE_AREA bytes of each region. */
    private readonly values: number,
  ) {
    const { space } = job;
    const { MYTHREAD } = space;
    this.space = space;
    this.I32 = space.I32;
    this.own = stageLine(space, MYTHREAD);
    this.callLine = callLine(space, MYTHREAD);
    const { all, others } = stageLines(space);
    this.lines = all;
    this.others = others;
  }

  /** Begins a call. A thread that touches data waits first, by the call's flags; one that touches none does not. */
  enter(call: Call): void {
    this.barrier.beginCollective(call.name);
    this.call = call;
    this.base = (this.base + 4) | 0;
    this.record(call);
    this.publish(ENTERED);
    this.allEntered = false;
  }

  enterMoving(call: Call): void {
    this.enter(call);
  }

  /** Before this thread touches data of `thread`, possibly its own. */
  beforeTouching(thread: number): void {
    if (this.call!.entry === 'all') this.beforeTouchingAll();
    else if (this.call!.entry === 'my') this.await(thread, ENTERED);
  }

  /** Before this thread touches data of all threads. */
  beforeTouchingAll(): void {
    if (this.call!.entry === 'no' || this.allEntered) return;
    this.awaitAll(ENTERED);
    this.allEntered = true;
  }

  /** Ends a call in which any thread may have touched this thread's data. */
  leave(): void {
    this.publish(LEFT);
    if (this.call!.exit !== 'no') this.awaitAll(LEFT);
  }

  /** Ends a call in which no other thread touched this thread's data. */
  leaveUntouched(): void {
    this.publish(LEFT);
    if (this.call!.exit === 'all') this.awaitAll(LEFT);
  }

  /** Ends a call that is complete when `thread` has left, and in which only `thread` touched this thread's data. */
  leaveAfter(thread: number): void {
    this.publish(LEFT);
    if (this.call!.exit !== 'no') this.await(thread, LEFT);
  }

  /** Copies between any two addresses; blocking. */
  copy(destination: number, source: number, size: number): void {
    this.transfers.move(this.call!.name, destination, source, size);
  }

  /** Address of this thread's contributed value: 8 bytes. */
  ownValue(): number {
    // Others may still read the value there, if this thread has run ahead.
    if (((this.base - this.drained) | 0) > (VALUES - 1) * 4) this.awaitAll(LEFT - (VALUES / 2) * 4);
    return this.valueOf(this.space.MYTHREAD);
  }

  /** Publishes the value. */
  contribute(): void {
    this.publish(CONTRIBUTED);
  }

  /** Threads of one memory. */
  combineContributed(): boolean {
    return false;
  }

  /** Waits for the value of `thread`; returns an address to read it from, valid until the next call. */
  contribution(thread: number): number {
    this.await(thread, CONTRIBUTED);
    return this.reach.value(this.valueOf(thread), 8);
  }

  private valueOf(thread: number): number {
    return valueLine(this.space, this.values, thread) + ((this.base >>> 2) % VALUES) * 8;
  }

  private record(call: Call): void {
    this.I32[this.own + HASH] = this.hash = (hashOf(call) & ~CALL_BITS) | ((this.base >>> 2) & CALL_BITS);
    recordCall(this.space, this.callLine, call);
  }

  private publish(stage: number): void {
    const { I32, own } = this;
    const reached = (this.base + stage) | 0;
    Atomics.store(I32, own + STAGE, reached);
    if (Atomics.load(I32, SLEEPERS >>> 2) !== 0) this.wake(reached);
  }

  /** Wakes threads that sleep until this thread, or all, have reached the stage. */
  private wake(reached: number): void {
    const { I32, own } = this;
    wake(this.space, own + STAGE);
    if (!this.allReached(reached)) return;
    Atomics.add(I32, WAKE >>> 2, 1);
    wake(this.space, WAKE >>> 2);
  }

  private await(thread: number, stage: number): void {
    if (thread === this.space.MYTHREAD) return;
    const { I32 } = this;
    const line = this.lines[thread]!;
    const wanted = (this.base + stage) | 0;
    if (((Atomics.load(I32, line + STAGE) - wanted) | 0) < 0) this.block(thread, line, wanted);
    if (I32[line + HASH] !== this.hash) this.compare(thread);
  }

  private awaitAll(stage: number): void {
    const wanted = (this.base + stage) | 0;
    const seen = this.compareFrom(0, wanted);
    if (seen < this.others.length) this.blockForAll(seen, wanted);
    this.drained = (wanted & 3) === LEFT ? wanted - LEFT : wanted - 4;
  }

  /** Compares the calls of threads that have reached the stage, from `first` on; returns the first that has not. */
  private compareFrom(first: number, wanted: number): number {
    const { I32, others } = this;
    const { MYTHREAD, THREADS } = this.space;
    let seen = first;
    for (; seen < others.length && ((Atomics.load(I32, others[seen]! + STAGE) - wanted) | 0) >= 0; seen++)
      if (I32[others[seen]! + HASH] !== this.hash) this.compare((MYTHREAD + 1 + seen) % THREADS);
    return seen;
  }

  private block(thread: number, line: number, wanted: number): void {
    const wait = { kind: FOR_STAGE, on: wanted, whom: thread, word: line + STAGE };
    this.job.block(wait, () => ((Atomics.load(this.I32, line + STAGE) - wanted) | 0) >= 0);
  }

  private blockForAll(first: number, wanted: number): void {
    let seen = first;
    const wait = { kind: AT_STAGE, on: wanted, word: WAKE >>> 2 };
    this.job.block(wait, () => (seen = this.compareFrom(seen, wanted)) === this.others.length);
  }

  private allReached(wanted: number): boolean {
    const { I32, others } = this;
    for (let i = 0; i < others.length; i++)
      if (((Atomics.load(I32, others[i]! + STAGE) - wanted) | 0) < 0) return false;
    return true;
  }

  /**
   * Another thread's hash differs: it belongs to an older or a newer call, as its last bits or the thread's stage tell,
   * or the calls do not match.
   */
  private compare(thread: number): void {
    const { I32 } = this;
    const line = this.lines[thread]! + HASH;
    const hash = I32[line]!;
    if (((hash ^ this.hash) & CALL_BITS) !== 0 || hash === this.hash || !this.isInThisCall(thread)) return;
    const other = recordedCall(this.space, callLine(this.space, thread));
    if (I32[line] === hash) this.job.fail(mismatchOf(this.call!, thread, other));
  }

  /** It may have left it, but not be in the next. */
  private isInThisCall(thread: number): boolean {
    const ahead = (Atomics.load(this.I32, this.lines[thread]! + STAGE) - this.base) | 0;
    return ahead >= ENTERED && ahead <= LEFT;
  }
}
