/**
 * Waiting without using the processor.
 *
 * Whoever waits first spins, if there is a core for each thread; then it declares what it waits for and sleeps here.
 * Each time nothing happened for a while it looks whether anything can happen at all.
 *
 * In its sleep it still serves what others send it (bell.ts).
 */
import { BELL, SLEEPS_FOR } from '../memory/control.ts';
import { wordOf } from '../memory/space.ts';
import { findDeadlock } from './deadlock.ts';
import type { Job, Wait } from './job.ts';

const FIRST_SLEEP = 10;
const LONGEST_SLEEP = 80;
/** Turns of a spin loop before sleeping: about 50 us, what a wake-up costs. */
const SPINS = 20_000;

/** How often to look before going to sleep. */
export function spinsBeforeSleep(job: Job): number {
  return job.polite ? 0 : SPINS;
}

/** Returns when `ready()`: looks for a while, then sleeps. */
export function waitUntil(job: Job, wait: Wait, word: number, ready: () => boolean): void {
  for (let spins = spinsBeforeSleep(job); spins >= 0; spins--) {
    if (ready()) return;
    if ((spins & 127) === 0) job.poll();
  }
  sleepUntil(job, wait, word, ready);
}

/** Returns when `ready()`; whoever makes that true changes I32[word] or notifies it. Throws when the job is over. */
export function sleepUntil(job: Job, wait: Wait, word: number, ready: () => boolean): void {
  const { space } = job;
  const { I32, MYTHREAD } = space;
  const sleepsFor = wordOf(space, MYTHREAD, SLEEPS_FOR);
  const bell = wordOf(space, MYTHREAD, BELL);
  let patience = FIRST_SLEEP;
  job.blocked(wait);
  for (;;) {
    Atomics.store(I32, sleepsFor, word);
    const rung = Atomics.load(I32, bell);
    // Before `ready`: what has been sent before the bell was read makes it true, what is sent later rings.
    const served = job.poll();
    // As a running thread: what `ready` takes over the network, and has not heard of yet, is not missing.
    job.running();
    if (ready() || (served && staysAwake(job, sleepsFor, ready))) break;
    job.stillBlocked();
    if (served) continue;
    if (Atomics.wait(I32, bell, rung, patience) !== 'timed-out') continue;
    if (patience === FIRST_SLEEP && wait.place === undefined) job.locateWait();
    patience = Math.min(2 * patience, LONGEST_SLEEP);
    findDeadlock(job);
  }
  Atomics.store(I32, sleepsFor, 0);
}

/** Who has been sent something may soon be sent more: it does not sleep for a while. True if it is ready: `ready` may take what it finds. */
function staysAwake(job: Job, sleepsFor: number, ready: () => boolean): boolean {
  Atomics.store(job.space.I32, sleepsFor, 0);
  for (let spins = spinsBeforeSleep(job); spins > 0; spins--) {
    if (ready()) return true;
    if (job.poll()) spins = spinsBeforeSleep(job);
  }
  return false;
}
