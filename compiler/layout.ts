/**
 * How a shared array lies over the threads: the arithmetic of UPC 1.3, 6.5.1.1.
 *
 * Takes: the description of an array (sharedarray.ts) and the number of threads. Read by the session's `:layout`, and by the
 * playground, which draws arrays. One idea: an element is the number of a thread and its number among that thread's.
 */
import type { SharedArray } from './sharedarray.ts';

/** A run of elements that are neighbours in the array and in a thread's memory. */
export interface Block {
  readonly first: number;
  readonly length: number;
}

/** The lengths of the dimensions in a job of so many threads. */
export function lengthsOf({ lengths, scaled }: SharedArray, threads: number): readonly number[] {
  return lengths.map((length, dimension) => (dimension === scaled ? length * threads : length));
}

export function elementCount(array: SharedArray, threads: number): number {
  return lengthsOf(array, threads).reduce((count, length) => count * length, 1);
}

/** The blocks of a thread, in order. */
export function* blocksOf(array: SharedArray, thread: number, threads: number): Iterable<Block> {
  const count = elementCount(array, threads);
  if (array.block === 0) {
    if (thread === 0) yield { first: 0, length: count };
    return;
  }
  for (let first = thread * array.block; first < count; first += threads * array.block)
    yield { first, length: Math.min(array.block, count - first) };
}

/** How many elements a thread has. */
export function localCount(array: SharedArray, thread: number, threads: number): number {
  const count = elementCount(array, threads);
  const { block } = array;
  if (block === 0) return thread === 0 ? count : 0;
  const round = threads * block;
  const rest = (count % round) - thread * block;
  return Math.floor(count / round) * block + Math.min(Math.max(rest, 0), block);
}

/** The element of the array that is the thread's `place`-th. */
export function elementAt({ block }: SharedArray, thread: number, place: number, threads: number): number {
  if (block === 0) return place;
  return (Math.floor(place / block) * threads + thread) * block + (place % block);
}

/** `[1][2]` of an element. */
export function indexText(array: SharedArray, element: number, threads: number): string {
  let rest = element;
  const parts = [...lengthsOf(array, threads)].reverse().map((length) => {
    const own = rest % length;
    rest = Math.floor(rest / length);
    return `[${own}]`;
  });
  return parts.reverse().join('');
}

/** How its elements are dealt, in words. */
export function dealingText(array: SharedArray, threads: number): string {
  const count = elementCount(array, threads);
  if (array.lengths.length === 0) return 'one object, on thread 0';
  if (array.block === 0) return `all ${count} elements on thread 0`;
  return `${count} elements ${array.block === 1 ? 'dealt one by one' : `in blocks of ${array.block}`}`;
}
