/**
 * A lock that knows its holder: one word at any address of the shared memory.
 * Whoever finds it held marks it and sleeps on the word (Drepper, "Futexes are tricky"; here the word names the holder).
 */
import type { Space } from '../memory/space.ts';
import { wakeOne } from './bell.ts';
import { holderOf, markedFor, WAITED_FOR } from './holder.ts';
import { FOR_LOCK, type Job } from './job.ts';
import { sleepUntil, spinsBeforeSleep } from './sleep.ts';

/** Takes the lock, waiting as long as another thread holds it. The caller does not hold it. */
export function lock(job: Job, address: number): void {
  const { I32, MYTHREAD } = job.space;
  const word = address >>> 2;
  for (let spins = spinsBeforeSleep(job); spins >= 0; spins--) {
    if (Atomics.load(I32, word) === 0 && Atomics.compareExchange(I32, word, 0, MYTHREAD + 1) === 0) return;
    if ((spins & 127) === 0) job.poll();
  }
  sleepUntil(job, { kind: FOR_LOCK, on: address }, word, () => takeOrMark(I32, word, MYTHREAD));
}

/** Takes a free lock; marks a held one as waited for. Whoever slept takes it marked: others may still sleep. */
export function takeOrMark(I32: Int32Array, word: number, me: number): boolean {
  const value = Atomics.load(I32, word);
  if (value === 0) return Atomics.compareExchange(I32, word, 0, markedFor(me)) === 0;
  if ((value & WAITED_FOR) === 0) Atomics.compareExchange(I32, word, value, value | WAITED_FOR);
  return false;
}

/** Takes the lock if it is free. */
export function tryLock(space: Space, address: number): boolean {
  return Atomics.compareExchange(space.I32, address >>> 2, 0, space.MYTHREAD + 1) === 0;
}

/** Gives the lock up; false if the caller does not hold it. */
export function unlock(space: Space, address: number): boolean {
  const { I32, MYTHREAD } = space;
  const word = address >>> 2;
  if (Atomics.compareExchange(I32, word, MYTHREAD + 1, 0) === MYTHREAD + 1) return true;
  if (holderOf(space, address) !== MYTHREAD) return false;
  Atomics.store(I32, word, 0);
  wakeOne(space, word);
  return true;
}
