/**
 * Doorbells: wake-up of sleeping threads.
 *
 * Each thread sleeps on a bell of its own and declares the word it waits for (SLEEPS_FOR): the writer of that word
 * rings (`wake`), and so does the sender of a message (`rouse`). The sleeper checks for both between reading the bell
 * and sleeping. `wake` also clears the declaration: the sleeper thereby tells the two apart.
 */
import { BELL, CARRIED, SLEEPERS, SLEEPS_FOR, WAKE } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { sleepOn, wakeUp } from './sleep.ts';

/** In SLEEPS_FOR: no word; only messages wake. */
export const ANY = -1;

/**
 * Sleeps until a message arrives, or the time is over. A wait for the network nested in a longer wait keeps the outer
 * wait's declaration.
 */
export function nap(space: Space, milliseconds: number): void {
  const { I32, MYTHREAD } = space;
  const sleepsFor = wordOf(space, MYTHREAD, SLEEPS_FOR);
  const bell = wordOf(space, MYTHREAD, BELL);
  const rung = Atomics.load(I32, bell);
  const longer = Atomics.load(I32, sleepsFor);
  if (longer === 0) Atomics.store(I32, sleepsFor, ANY);
  sleepOn(space, bell, rung, milliseconds);
  if (longer === 0) Atomics.store(I32, sleepsFor, 0);
}

/** Sleeps and serves messages until `isOver`, or `serve` throws; `serve` returns whether there were any: then there may be more. */
export function serveUntil(space: Space, isOver: () => boolean, serve: () => boolean): void {
  const { I32, MYTHREAD } = space;
  const [bell, sleepsFor] = [wordOf(space, MYTHREAD, BELL), wordOf(space, MYTHREAD, SLEEPS_FOR)];
  for (;;) {
    Atomics.store(I32, sleepsFor, ANY); // `serve` may have declared another word
    const rung = Atomics.load(I32, bell);
    if (isOver()) break;
    if (!serve()) sleepOn(space, bell, rung);
  }
  Atomics.store(I32, sleepsFor, 0);
}

/** Wakes all threads whose regions this memory has that sleep until I32[word] changes: it has. */
export function wake(space: Space, word: number): void {
  const { ORIGIN, REGIONS } = space;
  for (let thread = ORIGIN; thread < ORIGIN + REGIONS; thread++) wakeThread(space, thread, word);
}

/** Wakes those of them that wait for many others: some of these have come. */
export function wakeMany(space: Space): void {
  const { I32 } = space;
  if (Atomics.load(I32, SLEEPERS >>> 2) === 0) return;
  Atomics.add(I32, WAKE >>> 2, 1);
  wake(space, WAKE >>> 2);
}

/** Wakes one of them, beginning with this thread's successor; gives whether there was one. */
export function wakeOne(space: Space, word: number): boolean {
  const { ORIGIN, REGIONS, MYTHREAD } = space;
  for (let i = 1; i <= REGIONS; i++)
    if (wakeThread(space, ORIGIN + ((MYTHREAD - ORIGIN + i) % REGIONS), word)) return true;
  return false;
}

/** Wakes a thread that is reached if it slept for the word: whether it did. */
export function wakeThread(space: Space, thread: number, word: number): boolean {
  const sleepsFor = wordOf(space, thread, SLEEPS_FOR);
  if (Atomics.compareExchange(space.I32, sleepsFor, word, 0) !== word) return false;
  ring(space, thread);
  return true;
}

/** Wakes a sleeping thread that is reached, whatever it waits for. */
export function rouse(space: Space, thread: number): void {
  if (Atomics.load(space.I32, wordOf(space, thread, SLEEPS_FOR)) !== 0) ring(space, thread);
}

/** This thread's adapter has so many things to do yet, which its polls move on: it does not sleep before they are done. */
export function carry(space: Space, things: number): void {
  Atomics.store(space.I32, wordOf(space, space.MYTHREAD, CARRIED), things);
  if (things !== 0) rouse(space, space.MYTHREAD);
}

/** Wakes all threads of the process. */
export function rouseAll(space: Space): void {
  const { FIRST, REACH } = space;
  for (let thread = FIRST; thread < FIRST + REACH; thread++) rouse(space, thread);
}

function ring(space: Space, thread: number): void {
  const bell = wordOf(space, thread, BELL);
  Atomics.add(space.I32, bell, 1);
  wakeUp(space, bell);
}
