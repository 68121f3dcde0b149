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
import { platform } from '../platform/linked.ts';
import { findDeadlock } from './deadlock.ts';
import type { Job, Wait } from './job.ts';

const FIRST_SLEEP = 10;
const LONGEST_SLEEP = 80;
/** Turns of a spin loop before sleeping: about 50 us, what a wake-up costs. */
const SPINS = 20_000;
/** Milliseconds after which it sleeps nevertheless: each turn may ask over the network. */
const LONGEST_SPIN = 1;

/** How often to look before going to sleep. */
export function spinsBeforeSleep(job: Job): number {
  return job.polite ? 0 : SPINS;
}

/** Returns when `ready()`: looks for a while, then sleeps. */
export function waitUntil(job: Job, wait: Wait, word: number, ready: () => boolean): void {
  if (!spinUntil(job, ready)) sleepUntil(job, wait, word, ready);
}

/** Looks for a while whether it is ready; true as soon as it is. */
export function spinUntil(job: Job, ready: () => boolean): boolean {
  const end = platform.clock.milliseconds() + LONGEST_SPIN;
  for (let spins = spinsBeforeSleep(job); spins >= 0; spins--) {
    if (ready()) return true;
    if ((spins & 127) !== 0) continue;
    job.poll();
    if (platform.clock.milliseconds() > end) break;
  }
  return false;
}

/**
 * Returns when `ready()`; whoever makes that true changes I32[word] or notifies it. Throws when the job is over.
 *
 * A wait for the word alone (`wait.forWord`) asks `ready` when the word was changed, and now and then: it may ask over the
 * network, and if messages were a reason to ask, threads that wait for each other would keep each other awake for ever.
 */
export function sleepUntil(job: Job, wait: Wait, word: number, ready: () => boolean): void {
  const { space } = job;
  const { I32, MYTHREAD } = space;
  const forWord = wait.forWord === true;
  const sleepsFor = wordOf(space, MYTHREAD, SLEEPS_FOR);
  const bell = wordOf(space, MYTHREAD, BELL);
  const isChanged = () => Atomics.load(I32, sleepsFor) !== word;
  let patience = FIRST_SLEEP;
  let end = platform.clock.milliseconds() + patience;
  job.blocked(wait);
  for (let due = true; ; ) {
    if (Atomics.exchange(I32, sleepsFor, word) !== word) due = true; // whoever changed the word cleared this one
    const rung = Atomics.load(I32, bell);
    // Before `ready`: what has been sent before the bell was read makes it true, what is sent later rings.
    const served = job.poll();
    if (due || !forWord) {
      // As a running thread: what `ready` takes over the network, and has not heard of yet, is not missing.
      job.running();
      if (ready() || (served && !forWord && staysAwake(job, sleepsFor, ready))) break;
      job.stillBlocked();
    } else if (served) listen(job, isChanged);
    const left = end - platform.clock.milliseconds();
    due = left <= 0;
    if (due) {
      if (patience === FIRST_SLEEP && wait.place === undefined) job.locateWait();
      findDeadlock(job);
      patience = Math.min(2 * patience, LONGEST_SLEEP);
      end = platform.clock.milliseconds() + patience;
    } else if (!served) Atomics.wait(I32, bell, rung, left);
  }
  Atomics.store(I32, sleepsFor, 0);
}

/** Serves as a thread that is awake, so that nobody need ring. */
function staysAwake(job: Job, sleepsFor: number, ready: () => boolean): boolean {
  Atomics.store(job.space.I32, sleepsFor, 0);
  return listen(job, ready);
}

/** Who has been sent something may soon be sent more: it does not sleep for a while. True if it is ready: `ready` may take what it finds. */
function listen(job: Job, ready: () => boolean): boolean {
  for (let spins = spinsBeforeSleep(job); spins > 0; spins--) {
    if (ready()) return true;
    if (job.poll()) spins = spinsBeforeSleep(job);
  }
  return false;
}
