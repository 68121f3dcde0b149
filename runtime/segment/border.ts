/**
 * The border in the shared heaps of a process that shares no memory with the others: symmetric blocks lie below, threads' own above.
 *
 * In one memory the two kinds grow towards each other until they meet. Between processes the ends of the others' blocks are
 * not known, so each process has a border, and it is moved by agreement (jobheap.ts): process 0's is the lowest of all.
 */
import { HEAP_BORDER, HEAP_BORDER_MOVES } from '../memory/control.ts';
import type { Layout } from '../memory/layout.ts';
import type { Space } from '../memory/space.ts';

const UNIT = 64;

export class Border {
  constructor(private readonly space: Space) {}

  /** In the middle, before anybody has said what is needed. */
  open({ stackTop, sharedHeapEnd }: Layout): void {
    this.offset = stackTop + Math.floor((sharedHeapEnd - stackTop) / 2 / UNIT) * UNIT;
  }

  /** In a region. To be changed by who holds the heap's lock. */
  get offset(): number {
    return this.space.I32[HEAP_BORDER >>> 2]!;
  }
  set offset(offset: number) {
    this.space.I32[HEAP_BORDER >>> 2] = offset;
  }

  /** On process 0: a thread is raising the borders of all; nobody lowers one meanwhile. */
  get isMoving(): boolean {
    return this.space.I32[HEAP_BORDER_MOVES >>> 2] !== 0;
  }
  set isMoving(moves: boolean) {
    this.space.I32[HEAP_BORDER_MOVES >>> 2] = moves ? 1 : 0;
  }
}
