/**
 * A lock that knows its holder: one word at any address of the shared memory.
 * Whoever finds it held marks it and sleeps on the word (Drepper, "Futexes are tricky"; here the word names the holder).
 */
import { holderIn, markedFor, WAITED_FOR } from './holder.ts';
import type { Job } from './job.ts';
import { FOR_LOCK } from './states.ts';
import type { Words } from './words.ts';

/** Takes the lock, waiting as long as another thread holds it. The caller does not hold it. */
export function lock(job: Job, words: Words, address: number): void {
  const { MYTHREAD } = job.space;
  let mark = false;
  const wait = {
    ...{ kind: FOR_LOCK, on: address, word: address >>> 2, isRemote: !words.isHere(address) },
    beforeSleep: () => (mark = true),
  };
  const take = () => words.load(address) === 0 && tryLock(words, address, MYTHREAD);
  job.block(wait, () => (mark ? takeOrMark(words, address, MYTHREAD) : take()));
}

/** Takes a free lock; marks a held one as waited for. Whoever slept takes it marked: others may still sleep. */
export function takeOrMark(words: Words, address: number, me: number): boolean {
  const value = words.load(address);
  if (value === 0) return words.compareExchange(address, 0, markedFor(me)) === 0;
  if ((value & WAITED_FOR) === 0) words.compareExchange(address, value, value | WAITED_FOR);
  return false;
}

/** Takes the lock for `me` if it is free. */
export function tryLock(words: Words, address: number, me: number): boolean {
  return words.compareExchange(address, 0, me + 1) === 0;
}

/** Gives the lock up; false if the caller does not hold it. */
export function unlock(job: Job, words: Words, address: number): boolean {
  const { MYTHREAD } = job.space;
  const value = words.compareExchange(address, MYTHREAD + 1, 0);
  if (value === MYTHREAD + 1) return true;
  if (holderIn(value) !== MYTHREAD) return false;
  words.store(address, 0);
  job.wakeOne(address >>> 2);
  return true;
}
