/**
 * What all images share: the board of the initial team, the counters of pairs of images, the mailboxes.
 *
 * It lies in the shared heap, at one offset in every region, and is made by the first image that needs it: a program
 * without images pays nothing for them.
 */
import { boardSize, VALUE_SIZE } from '../core/boards.ts';
import { locked } from '../core/mutex.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { COARRAY_AREA, COLLECTIVE_LOCK } from '../memory/control.ts';
import { wordOf } from '../memory/space.ts';

/** The counter, and whether its owner sleeps on it. */
const PAIR = 8;

export class Area {
  /** Offset of the initial team's board. */
  readonly board: number;
  private readonly pairs: number;
  private readonly mailbox: number;

  constructor(private readonly environment: RuntimeEnvironment) {
    const { THREADS, I32 } = environment;
    const board = align(boardSize(THREADS));
    const size = board + THREADS * PAIR + 4;
    this.board = locked(I32, COLLECTIVE_LOCK, () => {
      I32[COARRAY_AREA >>> 2] ||= allocateZeroed(environment, 'the images', size);
      return I32[COARRAY_AREA >>> 2]!;
    });
    this.pairs = this.board + board;
    this.mailbox = this.pairs + THREADS * PAIR;
  }

  /** Index in I32 of the counter, in the region of `thread`, of how often `other` has named it. */
  pair(thread: number, other: number): number {
    return wordOf(this.environment, thread, this.pairs + other * PAIR);
  }

  /** Index of the head of the mailbox of `thread`. */
  mailboxOf(thread: number): number {
    return wordOf(this.environment, thread, this.mailbox);
  }
}

/** Room in every region, all zero: gives its offset. */
export function allocateZeroed(environment: RuntimeEnvironment, name: string, bytes: number): number {
  const offset = environment.runtime.sharedHeap.allocateSymmetric(name, bytes);
  for (let thread = 0; thread < environment.THREADS; thread++)
    environment.fill((thread << environment.SHIFT) + offset, 0, bytes);
  return offset;
}

/** Boards lie one behind the other: their values must be aligned. */
function align(size: number): number {
  return (size + VALUE_SIZE - 1) & -VALUE_SIZE;
}
