/**
 * Encoding of a lock word: the lower half is 0 if free, else holder + 1; WAITED_FOR is set while a thread is first in line for it (lock.ts).
 * The rest is the kind of lock: FREE_LOCK (abi.ts) of UPC, 0 of images.
 */
export const WAITED_FOR = 1 << 30;
const HOLDER = 0xffff;

/** The lock word held by `thread`. */
export function heldBy(thread: number, free: number): number {
  return free + thread + 1;
}

/** The free form of a lock word. */
export function freeForm(word: number): number {
  return word & ~(WAITED_FOR | HOLDER);
}

/** The holder in a lock word. */
export function holderIn(word: number): number | undefined {
  const value = word & HOLDER;
  return value === 0 ? undefined : value - 1;
}
