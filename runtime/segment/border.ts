/**
 * The border in the shared heaps of a process with a memory of its own: symmetric blocks below, local blocks above.
 *
 * In one memory the two heaps grow towards each other until they meet. Across processes the other heaps' ends are
 * unknown, so each process has a border, moved by agreement (jobheap.ts): process 0's is the lowest.
 */
import { HEAP_BORDER, HEAP_BORDER_MOVES } from '../memory/control.ts';
import type { Layout } from '../memory/layout.ts';
import { processWord, type Space } from '../memory/space.ts';

/** Borders are aligned to cache lines. */
export const UNIT = 64;

export class Border {
  constructor(private readonly space: Space) {}

  /** Initially in the middle. */
  open({ sharedHeapStart, sharedHeapEnd }: Layout): void {
    this.offset = sharedHeapStart + Math.floor((sharedHeapEnd - sharedHeapStart) / 2 / UNIT) * UNIT;
  }

  /** Offset in a region. Modified under the heap's lock. */
  get offset(): number {
    return this.space.I32[processWord(this.space, HEAP_BORDER)]!;
  }
  set offset(offset: number) {
    this.space.I32[processWord(this.space, HEAP_BORDER)] = offset;
  }

  /** On process 0: a thread is moving borders; no other may meanwhile. */
  get isMoving(): boolean {
    return this.space.I32[processWord(this.space, HEAP_BORDER_MOVES)] !== 0;
  }
  set isMoving(moves: boolean) {
    this.space.I32[processWord(this.space, HEAP_BORDER_MOVES)] = moves ? 1 : 0;
  }
}
