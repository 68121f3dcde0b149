/**
 * The word of a lock: in its lower half 0 where it is free, holder + 1 where it is held; with WAITED_FOR someone sleeps on it.
 * The rest says what kind of lock it is: FREE_LOCK (abi.ts) of UPC, 0 of images.
 */
import type { Space } from '../memory/space.ts';

export const WAITED_FOR = 1 << 30;
const HOLDER = 0xffff;

/** The word of a lock that `thread` holds. */
export function heldBy(thread: number, free: number): number {
  return free + thread + 1;
}

/** The same where others may sleep on it. */
export function markedFor(thread: number, free: number): number {
  return heldBy(thread, free) | WAITED_FOR;
}

/** The word that the lock has when it is free. */
export function freeForm(word: number): number {
  return word & ~(WAITED_FOR | HOLDER);
}

/** The thread that holds the lock with this word. */
export function holderIn(word: number): number | undefined {
  const value = word & HOLDER;
  return value === 0 ? undefined : value - 1;
}

/** The thread that holds the lock at `address`, read where it lies: for deadlock detection, which is the job's affair. */
export function holderOf(space: Space, address: number): number | undefined {
  return holderIn(Atomics.load(space.I32, address >>> 2));
}
