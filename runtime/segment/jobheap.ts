/**
 * The shared heaps of a job whose processes share no memory: each process works on its own (sharedheap.ts), by its own threads.
 *
 * Symmetric blocks are accounted for by process 0, so others ask rank 0 for them. Blocks of one thread are allocated in its
 * process, and freed there: who frees another's asks its owner. Where one kind has come to the border and the other has room left, the
 * border moves, by at least STEP: up once every process agrees, down once process 0 does. While it moves up, nobody moves it down.
 */
import type { Calls, Words } from '../core/am/calls.ts';
import type { Job } from '../core/job.ts';
import { FOR_TIME } from '../core/states.ts';
import type { Layout } from '../memory/layout.ts';
import { platform } from '../platform/linked.ts';
import type { Border } from './border.ts';
import { FREED, faultText, type SharedHeap } from './sharedheap.ts';

/** Functions that others call (core/am/calls.ts). */
const ALLOCATE = 2;
const FREE = 3;
const BEGIN_RAISING = 4;
const RAISE = 5;
const END_RAISING = 6;
const LOWER = 7;
const LARGEST = 8;

const STEP = 2 ** 20;
const [NO, YES, LATER] = [0, 1, 2];
/** Milliseconds before one who has to wait asks again. */
const PATIENCE = 1;

/** What the runtime's libraries ask of the shared heaps. */
export type SharedHeaps = Pick<
  SharedHeap,
  'open' | 'allocateSymmetric' | 'allocateLocal' | 'free' | 'largestLocal' | 'around'
>;

export class JobHeap implements SharedHeaps {
  /** What a rank of the process does for others, by number: also for threads of the process itself. */
  private readonly served: Readonly<Record<number, (words: Words) => Words>> = {
    [ALLOCATE]: ([bytes]) => [this.heap.trySymmetric(bytes!), this.heap.symmetricEnd],
    [FREE]: ([address]) => [this.heap.release('', address!).fault],
    [BEGIN_RAISING]: () => this.heap.withLock(() => [this.beginRaising()]),
    [RAISE]: ([offset]) => this.heap.withLock(() => this.raiseHere(offset!)),
    [END_RAISING]: ([offset]) => this.heap.withLock(() => this.endRaising(offset!)),
    [LOWER]: ([offset]) => this.heap.withLock(() => [this.lowerHere(offset!)]),
    [LARGEST]: ([thread]) => [this.heap.largestLocal(thread!)],
  };

  constructor(
    private readonly job: Job,
    private readonly layout: Layout,
    private readonly heap: SharedHeap,
    private readonly border: Border,
    private readonly calls: Calls,
    /** The first rank of each process. */
    private readonly leaders: readonly number[],
  ) {
    for (const [number, served] of Object.entries(this.served)) calls.serve(Number(number), served);
  }

  open(): void {
    const { MYTHREAD, FIRST } = this.job.space;
    this.heap.open();
    if (MYTHREAD === FIRST) this.border.open(this.layout);
  }

  allocateSymmetric(name: string, bytes: number): number {
    for (;;) {
      const [address, end] = this.ask(0, ALLOCATE, [bytes]);
      if (address !== 0) return address!;
      if (this.raise(end! + bytes + STEP) || this.raise(end! + bytes + this.heap.overhead)) continue;
      return this.heap.exhausted(name, bytes, 0);
    }
  }

  allocateLocal(name: string, bytes: number): number {
    for (;;) {
      const address = this.heap.tryLocal(bytes);
      if (address !== 0) return address;
      const [start] = this.heap.lowestLocal();
      if (this.lower(start - bytes - STEP) || this.lower(start - bytes - this.heap.overhead)) continue;
      return this.heap.exhausted(name, bytes, this.heap.largestLocal(this.job.space.MYTHREAD));
    }
  }

  free(name: string, address: number): void {
    const owner = (address >>> 0) - this.regionOf(address) < this.border.offset ? 0 : address >>> this.job.space.SHIFT;
    if (this.isHere(owner)) {
      this.heap.free(name, address);
      return;
    }
    const [fault] = this.ask(owner, FREE, [address]);
    if (fault !== FREED) this.job.fail(faultText(fault!, name, address, this.job.space.SHIFT));
  }

  largestLocal(thread: number): number {
    return this.ask(thread, LARGEST, [thread])[0]!;
  }

  around(address: number): [address: number, starts: Iterable<number>] {
    return this.heap.around(address);
  }

  /** Has a rank do something: this thread itself, where it is of the same process. */
  private ask(rank: number, number: number, words: Words): Words {
    return this.isHere(rank) ? this.served[number]!(words) : this.calls.call(rank, number, words);
  }

  private isHere(rank: number): boolean {
    const { FIRST, REACH } = this.job.space;
    return rank >= FIRST && rank < FIRST + REACH;
  }

  private regionOf(address: number): number {
    const { SHIFT } = this.job.space;
    return (address >>> SHIFT) * 2 ** SHIFT;
  }

  // -------------------------------------------------------------- the border

  /** Makes room for symmetric blocks up to an offset; false if a thread has blocks there. */
  private raise(wanted: number): boolean {
    const offset = Math.ceil(wanted / 64) * 64;
    if (offset > this.layout.sharedHeapEnd) return false;
    while (this.ask(0, BEGIN_RAISING, [])[0] === LATER) this.pause();
    const agreed = this.leaders.slice(1).every((leader) => this.ask(leader, RAISE, [offset])[0] === YES);
    return this.ask(0, END_RAISING, [agreed ? offset : 0])[0] === YES;
  }

  private beginRaising(): number {
    if (this.border.isMoving) return LATER;
    this.border.isMoving = true;
    return YES;
  }

  /** On each process but the first. */
  private raiseHere(offset: number): Words {
    const [lowest, thread] = this.heap.lowestLocal();
    if (lowest < offset) return [NO, thread];
    this.border.offset = Math.max(this.border.offset, offset);
    return [YES];
  }

  /** On process 0, whose border is the lowest. */
  private endRaising(offset: number): Words {
    this.border.isMoving = false;
    return offset === 0 ? [NO] : this.raiseHere(offset);
  }

  /** Makes room for blocks of this thread down to an offset; false if there are symmetric ones. */
  private lower(wanted: number): boolean {
    const offset = Math.floor(wanted / 64) * 64;
    if (offset < this.layout.stackTop) return false;
    for (;;) {
      const [answer] = this.ask(0, LOWER, [offset]);
      if (answer === YES) return this.heap.withLock(() => this.moveDown(offset));
      if (answer === NO) return false;
      this.pause();
    }
  }

  /** On process 0. */
  private lowerHere(offset: number): number {
    if (this.border.isMoving) return LATER;
    if (this.heap.symmetricEnd > offset) return NO;
    this.moveDown(offset);
    return YES;
  }

  private moveDown(offset: number): true {
    this.border.offset = Math.min(this.border.offset, offset);
    return true;
  }

  private pause(): void {
    const until = platform.clock.milliseconds() + PATIENCE;
    this.job.block({ kind: FOR_TIME, on: 0, until }, () => platform.clock.milliseconds() >= until);
  }
}
