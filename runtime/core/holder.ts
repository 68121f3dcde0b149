/**
 * The word of a lock: 0 free; holder + 1 held; with WAITED_FOR someone sleeps on it.
 */
import type { Space } from '../memory/space.ts';

export const WAITED_FOR = 1 << 30;

/** The word of a lock that `thread` holds and others may sleep on. */
export function markedFor(thread: number): number {
  return (thread + 1) | WAITED_FOR;
}

/** The thread that holds the lock at `address`. */
export function holderOf(space: Space, address: number): number | undefined {
  const value = Atomics.load(space.I32, address >>> 2) & ~WAITED_FOR;
  return value === 0 ? undefined : value - 1;
}
