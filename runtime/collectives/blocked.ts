/**
 * Elements of a shared array with a block size, from any phase on: where each lies, and which lie on a thread.
 *
 * Position p of an array is its (p - phase)-th element from the pointer on; block p / B lies on the pointer's thread + p / B.
 * The elements with affinity to one thread are contiguous in its memory.
 */
import { addressOf, offsetOf, rankOf, regionBytes, type Space } from '../memory/space.ts';

/** A pointer to elements of `size` bytes; `block` 0 is indefinite. */
export interface SharedArray {
  readonly address: number;
  readonly phase: number;
  readonly block: number;
  readonly size: number;
}

/** A place from which elements are visited one after the other. */
export interface Cursor {
  readonly address: number;
  /** Elements left in the block, from this one on. */
  readonly left: number;
  /** Blocks left, from this one on, before the next row begins at thread 0. */
  readonly turn: number;
  /** Bytes from a thread's blocks to those of the next thread: of a region where memory is direct, or less in a copy. */
  readonly stride: number;
}

/** Elements of an array that are contiguous in memory. */
export interface Run {
  readonly address: number;
  readonly count: number;
}

/** No count of elements reaches it. */
const UNBOUNDED = 0x7fffffff;

export function blockOf(array: SharedArray): number {
  return array.block === 0 ? UNBOUNDED : array.block;
}

/** The place of element `index`. */
export function cursorAt(space: Space, array: SharedArray, index: number): Cursor {
  const { THREADS, SHIFT } = space;
  const block = blockOf(array);
  const position = array.phase + index;
  const within = position % block;
  const number = rankOf(space, array.address) + Math.floor(position / block);
  const thread = number % THREADS;
  const offset = startOf(space, array) + (Math.floor(number / THREADS) * block + within) * array.size;
  const address = addressOf(space, thread, offset);
  return { address, left: block - within, turn: THREADS - thread, stride: regionBytes(SHIFT) };
}

/** The array from element `index` on. */
export function restOf(space: Space, array: SharedArray, index: number): SharedArray {
  const { address, left } = cursorAt(space, array, index);
  return { ...array, address, phase: blockOf(array) - left };
}

/** Those of the first `count` elements with affinity to `thread`. */
export function runOf(space: Space, array: SharedArray, count: number, thread: number): Run {
  const { THREADS } = space;
  const block = blockOf(array);
  const first = (thread - rankOf(space, array.address) + THREADS) % THREADS;
  const start = Math.max(array.phase, first * block);
  const before = (end: number) => {
    const rows = Math.floor(end / (block * THREADS));
    return rows * block + Math.min(Math.max(end - (rows * THREADS + first) * block, 0), block);
  };
  const own = before(array.phase + count) - before(array.phase);
  return { address: own === 0 ? 0 : cursorAt(space, array, start - array.phase).address, count: own };
}

/** Offset in a region at which the first row of blocks would begin. */
export function startOf(space: Space, { address, phase, size }: SharedArray): number {
  return offsetOf(space, address) - phase * size;
}
