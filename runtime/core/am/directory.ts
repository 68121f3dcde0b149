/**
 * Published by each rank in gasnet_attach: its segment, and the indexes of the program's handlers.
 *
 * The words lie in the control area and are shown to all, like the address table of a job's start-up.
 */
import { ATTACHMENT } from '../../memory/control.ts';
import { type Space, wordOf } from '../../memory/space.ts';
import type { Show } from '../shown.ts';
import { FIRST_CLIENT } from './handlers.ts';

/** Indices of the words. */
const ATTACHED = 0;
const START = 1;
const SIZE = 2;
/** Bit set of the indexes from FIRST_CLIENT on. */
const HANDLERS = 4;
/** Number of words. */
const WORDS = HANDLERS + 4;

export interface Segment {
  readonly start: number;
  readonly size: number;
}

export class Directory {
  constructor(private readonly space: Space) {}

  /** Publishes this rank; it then `isAttached` for the others. */
  publish({ start, size }: Segment, indexes: readonly number[], show: Show): void {
    const { I32, MYTHREAD } = this.space;
    const words = this.wordsOf(MYTHREAD);
    I32[words + START] = start;
    I32[words + SIZE] = size;
    for (const index of indexes) I32[words + HANDLERS + wordOfHandler(index)]! |= bitOf(index);
    Atomics.store(I32, words + ATTACHED, 1);
    show(words, WORDS, words + ATTACHED);
  }

  isAttached(rank: number): boolean {
    return Atomics.load(this.space.I32, this.wordsOf(rank) + ATTACHED) !== 0;
  }

  /** Whether the rank has registered a program's handler with this index. */
  hasHandler(rank: number, index: number): boolean {
    return (this.space.I32[this.wordsOf(rank) + HANDLERS + wordOfHandler(index)]! & bitOf(index)) !== 0;
  }

  /** Of size 0 if none. */
  segmentOf(rank: number): Segment {
    const words = this.wordsOf(rank);
    return { start: this.space.I32[words + START]!, size: this.space.I32[words + SIZE]! >>> 0 };
  }

  private wordsOf(rank: number): number {
    return wordOf(this.space, rank, ATTACHMENT);
  }
}

const wordOfHandler = (index: number) => (index - FIRST_CLIENT) >>> 5;
const bitOf = (index: number) => 1 << (index & 31);
