/**
 * The shared heaps of a process, for ranks of other processes: what they ask, any thread of it does, under the heaps' lock.
 */
import {
  ALLOCATE,
  type Answered,
  BEGIN_RAISING,
  END_RAISING,
  FREE,
  LARGEST_LOCAL,
  LOWER,
  RAISE,
} from '../core/am/services.ts';
import { addressOf, type Space } from '../memory/space.ts';
import type { Border } from './border.ts';
import type { SharedHeap } from './sharedheap.ts';

export const [NO, YES, LATER] = [0, 1, 2];
/** In place of a thread whose blocks prevent a move of the border. */
export const NOBODY = -1;

export class ProcessHeap {
  /** By number. */
  readonly answered: Readonly<Record<number, Answered>> = {
    [ALLOCATE]: ([bytes]) => [this.heap.trySymmetric(bytes!), this.heap.symmetricEnd, this.heap.largestSymmetric],
    [FREE]: ([rank, offset]) => [this.heap.release('', addressOf(this.space, rank!, offset!)).fault],
    [BEGIN_RAISING]: () => this.heap.withLock(() => [this.beginRaising()]),
    [RAISE]: ([offset]) => this.heap.withLock(() => [this.raise(offset!)]),
    [END_RAISING]: ([offset]) => this.heap.withLock(() => [this.endRaising(offset!)]),
    [LOWER]: ([offset]) => this.heap.withLock(() => [this.lower(offset!)]),
    [LARGEST_LOCAL]: ([thread]) => [this.heap.largestLocal(thread!)],
  };

  constructor(
    private readonly space: Space,
    readonly heap: SharedHeap,
    private readonly border: Border,
  ) {}

  /** Under the lock. */
  moveDown(offset: number): true {
    this.border.offset = Math.min(this.border.offset, offset);
    return true;
  }

  private beginRaising(): number {
    if (this.border.isMoving) return LATER;
    this.border.isMoving = true;
    return YES;
  }

  /** On each other process. */
  private raise(offset: number): number {
    const [lowest, thread] = this.heap.lowestLocal();
    if (lowest < offset) return thread;
    this.border.offset = Math.max(this.border.offset, offset);
    return NOBODY;
  }

  /** On process 0, whose border is the lowest; unchanged for an offset of 0. */
  private endRaising(offset: number): number {
    this.border.isMoving = false;
    return this.raise(offset);
  }

  /** On process 0. */
  private lower(offset: number): number {
    if (this.border.isMoving) return LATER;
    if (this.heap.symmetricEnd > offset) return NO;
    this.moveDown(offset);
    return YES;
  }
}
