/**
 * Lines that each thread of a memory has, which the others read: their indices in I32, made once for all threads of the memory that run in this
 * thread of the operating system.
 *
 * One idea: they stand twice in a row, so that those of the others, beginning with the next thread, are a part of it.
 */
import { perMemory } from '../memory/permemory.ts';
import type { Space } from '../memory/space.ts';

export interface Lines {
  /** Of all threads that the memory has, in their order. */
  readonly all: Int32Array;
  /** Of all but this one, from the next one on and round. */
  readonly others: Int32Array;
}

/** `lineOf`: the index of a thread's line. */
export function linesBy(lineOf: (space: Space, thread: number) => number): (space: Space) => Lines {
  const twice = perMemory((space) => {
    const { ORIGIN, REGIONS } = space;
    return Int32Array.from({ length: 2 * REGIONS }, (_, index) => lineOf(space, ORIGIN + (index % REGIONS)));
  });
  return (space) => {
    const [lines, next] = [twice(space), space.MYTHREAD - space.ORIGIN + 1];
    return { all: lines.subarray(0, space.REGIONS), others: lines.subarray(next, next + space.REGIONS - 1) };
  };
}
