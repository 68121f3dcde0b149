/**
 * Partition of a reduction's elements among the threads; a share is a cursor and a number of elements.
 *
 * By affinity each thread takes its own elements, one contiguous run: for commutative operators. In order each takes an
 * equal part of the indices, with any affinity: parts combined in the order of the threads keep the order of the
 * elements.
 */
import type { Space } from '../memory/space.ts';
import { type Cursor, cursorAt, runOf, type SharedArray } from './blocked.ts';

export interface Share {
  /** The array and the cursor to iterate from. */
  readonly array: SharedArray;
  readonly from: Cursor;
  /** Index of its first element; 0 by affinity. */
  readonly start: number;
  readonly count: number;
}

export type Partition = (space: Space, array: SharedArray, count: number, thread: number) => Share;

/** The elements with affinity to the thread. */
export function byAffinity(space: Space, array: SharedArray, count: number, thread: number): Share {
  const run = runOf(space, array, count, thread);
  const contiguous = { address: run.address, phase: 0, block: 0, size: array.size };
  const from = { address: run.address, left: run.count, turn: 1, stride: 0 };
  return { array: contiguous, from, start: 0, count: run.count };
}

/** The thread's part of the indices. */
export function inOrder(space: Space, array: SharedArray, count: number, thread: number): Share {
  const start = Math.floor((count * thread) / space.THREADS);
  const end = Math.floor((count * (thread + 1)) / space.THREADS);
  return { array, from: cursorAt(space, array, start), start, count: end - start };
}
