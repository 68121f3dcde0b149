/**
 * The shared heaps of a process, for ranks of other processes: what they ask, any thread of it does, under the heaps' lock.
 */
import {
  ALLOCATE,
  type Answered,
  BEGIN_LOWERING,
  BEGIN_RAISING,
  END_LOWERING,
  END_RAISING,
  FREE,
  LARGEST_LOCAL,
  RAISE,
  type Words,
} from '../core/am/services.ts';
import { addressOf, type Space } from '../memory/space.ts';
import type { Border } from './border.ts';
import type { SharedHeap } from './sharedheap.ts';

export const [NO, YES, LATER] = [0, 1, 2];
/** In place of the record of a block that cannot be freed (redzones.ts). */
export const UNKNOWN = -1;
/** In place of a thread whose blocks prevent a move of the border. */
export const NOBODY = -1;

export class ProcessHeap {
  /** By number. */
  readonly answered: Readonly<Record<number, Answered>> = {
    [ALLOCATE]: ([bytes, place]) => this.allocate(bytes!, place!),
    [FREE]: ([rank, offset, place]) => this.free(addressOf(this.space, rank!, offset!), place!),
    [BEGIN_RAISING]: () => this.heap.withLock(() => [this.beginRaising()]),
    [RAISE]: ([offset]) => this.heap.withLock(() => [this.raise(offset!)]),
    [END_RAISING]: ([offset]) => this.heap.withLock(() => [this.endRaising(offset!)]),
    [BEGIN_LOWERING]: ([offset]) => this.heap.withLock(() => [this.beginLowering(offset!)]),
    [END_LOWERING]: () => this.heap.withLock(() => this.endLowering()),
    [LARGEST_LOCAL]: ([thread]) => [this.heap.largestLocal(thread!)],
  };

  constructor(
    private readonly space: Space,
    readonly heap: SharedHeap,
    private readonly border: Border,
  ) {}

  /** Under the lock. */
  moveDown(offset: number): void {
    this.border.offset = Math.min(this.border.offset, offset);
  }

  /** The offset of a block; else 0, the end of the symmetric blocks, and the size of the largest that there is room for. */
  private allocate(bytes: number, place: number): Words {
    const offset = this.heap.trySymmetric(bytes, place);
    return offset === 0 ? [0, this.heap.symmetricEnd, this.heap.largestSymmetric()] : [offset];
  }

  private free(address: number, place: number): Words {
    const { fault, record } = this.heap.release(address, place);
    return record === undefined ? [fault, UNKNOWN] : [fault, ...record];
  }

  // Process 0 lets the borders be moved by one thread at a time.

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

  /** On process 0, before the process of the thread that asks lowers its own. */
  private beginLowering(offset: number): number {
    if (this.border.isMoving) return LATER;
    if (this.heap.symmetricEnd > offset) return NO;
    this.border.isMoving = true;
    this.moveDown(offset);
    return YES;
  }

  private endLowering(): Words {
    this.border.isMoving = false;
    return [];
  }
}
