/**
 * The word of a window's lock: who holds it, how many share it, how many wait to share it, and whether somebody is first in line for it alone.
 *
 * Takes and gives words as numbers, which 53 bits hold. One idea: what an exclusive hold's end does for those who wait to share, it does in the same change of the word: it counts
 * all of them in, and PHASE tells each of them so. PHASE cannot change twice before they look, as who shares the lock keeps others from holding it alone.
 * (Phase-fair locks: Brandenburg, Anderson, "Spin-based reader-writer synchronization for multiprocessor real-time systems", 2010.)
 */

/** The lower 16 bits: the holder + 1. Then of 16 bits those who share it. */
const HOLDERS = 2 ** 16;
export const SHARER = HOLDERS;
/** Somebody is first in line to hold it alone. */
export const DUE = SHARER * 2 ** 16;
/** Of 16 bits those who wait to share it. */
export const READER = DUE * 2;
const PHASE = READER * 2 ** 16;

const field = (word: number, unit: number, size: number): number => Math.floor(word / unit) % size;

export const heldBy = (thread: number): number => thread + 1;
export const sharersOf = (word: number): number => field(word, SHARER, 2 ** 16);
export const phaseOf = (word: number): number => field(word, PHASE, 2);
const readersOf = (word: number): number => field(word, READER, 2 ** 16);
const isDue = (word: number): boolean => field(word, DUE, 2) === 1;

export function holderOf(word: number): number | undefined {
  const holder = word % HOLDERS;
  return holder === 0 ? undefined : holder - 1;
}

/** Nobody holds or shares it, or is first in line to hold it alone. */
export const isIdle = (word: number): boolean => word % READER === 0;
/** Nobody holds or shares it: who is first in line may hold it alone. */
export const isFree = (word: number): boolean => word % DUE === 0;
/** One more may share it. */
export const isShareable = (word: number): boolean => word % HOLDERS === 0 && (sharersOf(word) > 0 || !isDue(word));
export const isWaitedFor = (word: number): boolean => isDue(word) || readersOf(word) > 0;

/** One more shares it, if it can be shared. */
export const shared = (word: number): number => (isShareable(word) ? word + SHARER : word);
/** One less shares it. */
export const unshared = (word: number): number => word - SHARER;

/** Nobody holds it alone any more, and all that wait to share it do. */
export function released(word: number): number {
  const free = word - (word % HOLDERS);
  const readers = readersOf(word);
  if (readers === 0) return free;
  return free + readers * (SHARER - READER) + (phaseOf(word) === 0 ? PHASE : -PHASE);
}
