/**
 * The word of a lock: 0 free; holder + 1 held; with WAITED_FOR someone sleeps on it.
 */
import type { Space } from '../memory/space.ts';

export const WAITED_FOR = 1 << 30;

/** The word of a lock that `thread` holds and others may sleep on. */
export function markedFor(thread: number): number {
  return (thread + 1) | WAITED_FOR;
}

/** The thread that holds the lock with this word. */
export function holderIn(word: number): number | undefined {
  const value = word & ~WAITED_FOR;
  return value === 0 ? undefined : value - 1;
}

/** The thread that holds the lock at `address`, read where it lies: for deadlock detection, which is the job's affair. */
export function holderOf(space: Space, address: number): number | undefined {
  return holderIn(Atomics.load(space.I32, address >>> 2));
}
