/**
 * What each rank has told of itself in gasnet_attach: its segment, and which of the program's handlers it has.
 *
 * It lies in words of the control area that are shown to all, as the table of addresses that a job's start-up leaves everywhere.
 */
import { ATTACHMENT } from '../../memory/control.ts';
import { type Space, wordOf } from '../../memory/space.ts';
import type { Show } from '../shown.ts';
import { FIRST_CLIENT } from './handlers.ts';

/** Words. */
const ATTACHED = 0;
const START = 1;
const SIZE = 2;
/** A bit for each index from FIRST_CLIENT on. */
const HANDLERS = 4;
/** In all. */
const WORDS = HANDLERS + 4;

export interface Segment {
  readonly start: number;
  readonly size: number;
}

export class Directory {
  constructor(private readonly space: Space) {}

  /** Tells the others of this rank; they know when it `isAttached`. */
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

  /** Whether the rank has registered a handler with this index of the program's. */
  hasHandler(rank: number, index: number): boolean {
    return (this.space.I32[this.wordsOf(rank) + HANDLERS + wordOfHandler(index)]! & bitOf(index)) !== 0;
  }

  /** Of size 0 where there is none. */
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
