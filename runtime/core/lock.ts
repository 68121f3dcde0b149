/**
 * Lock that names its holder: one word at any shared address; `free` is its free form. A waiting thread sets WAITED_FOR
 * and sleeps on the word (Drepper, "Futexes are tricky").
 */
import { awaited } from './awaited.ts';
import { heldBy, holderIn, markedFor, WAITED_FOR } from './holder.ts';
import type { Job } from './job.ts';
import { FOR_LOCK } from './states.ts';
import type { Words } from './words.ts';

/** Acquires the lock, blocking while another thread holds it. The caller must not hold it. `call`: of a library, for the roll-call. */
export function lock(job: Job, words: Words, address: number, free: number, call?: string): void {
  const { MYTHREAD } = job.space;
  let mark = false;
  const wait = {
    ...{ kind: FOR_LOCK, ...awaited(job.space, address), isRemote: !words.isHere(address) },
    beforeSleep: () => (mark = true),
    told: call === undefined ? undefined : () => `at ${call}`,
  };
  const mayBeFree = () => wait.isRemote || words.load(address) === free; // elsewhere a look costs as much as an attempt
  const take = () => mayBeFree() && tryLock(words, address, MYTHREAD, free);
  job.block(wait, () => (mark ? takeOrMark(words, address, MYTHREAD, free) : take()));
}

/**
 * Acquires a free lock, else sets WAITED_FOR. A woken thread acquires it with WAITED_FOR: others may sleep. Where the lock has changed
 * hands between the look and the mark it is tried again: who sleeps without its mark is woken by nobody.
 */
export function takeOrMark(words: Words, address: number, me: number, free: number): boolean {
  for (;;) {
    const value = words.compareExchange(address, free, markedFor(me, free));
    if (value === free) return true;
    if ((value & WAITED_FOR) !== 0) return false;
    const seen = words.compareExchange(address, value, value | WAITED_FOR);
    if (seen === value || (seen !== free && (seen & WAITED_FOR) !== 0)) return false;
  }
}

/** Acquires the lock for `me` if it is free. */
export function tryLock(words: Words, address: number, me: number, free: number): boolean {
  return attempt(words, address, me, free) === free;
}

/** The same; gives the word as it was. */
export function attempt(words: Words, address: number, me: number, free: number): number {
  return words.compareExchange(address, free, heldBy(me, free));
}

/** Releases the lock; false if the caller does not hold it. */
export function unlock(job: Job, words: Words, address: number, free: number): boolean {
  const { MYTHREAD } = job.space;
  const held = heldBy(MYTHREAD, free);
  const value = words.compareExchange(address, held, free);
  if (value === held) return true;
  if (holderIn(value) !== MYTHREAD) return false;
  words.store(address, free);
  job.wakeOne(address);
  return true;
}
