/**
 * How a sleeping thread is roused.
 *
 * Each sleeps on a bell of its own, and says which word it waits to see changed: so it is roused by who changes that word
 * (`wake`), and by who sends it a message (`rouse`). It looks for both between reading the bell and going to sleep on it.
 * `wake` also clears the word in which it says so: thereby the sleeper knows for which of the two it was roused.
 */
import { BELL, SLEEPS_FOR } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';

/** In SLEEPS_FOR: for no word; only messages rouse. */
export const ANY = -1;

/**
 * Sleeps until a message arrives, or the time is over. Whoever asks the network for something within a longer wait goes on
 * waiting for the word of that.
 */
export function nap(space: Space, milliseconds: number): void {
  const { I32, MYTHREAD } = space;
  const sleepsFor = wordOf(space, MYTHREAD, SLEEPS_FOR);
  const bell = wordOf(space, MYTHREAD, BELL);
  const rung = Atomics.load(I32, bell);
  const longer = Atomics.load(I32, sleepsFor);
  if (longer === 0) Atomics.store(I32, sleepsFor, ANY);
  Atomics.wait(I32, bell, rung, milliseconds);
  if (longer === 0) Atomics.store(I32, sleepsFor, 0);
}

/** Sleeps and serves what arrives, until `serve` throws; it says whether there was anything, and then there may be more. */
export function serveForEver(space: Space, serve: () => boolean): never {
  const { I32, MYTHREAD } = space;
  const bell = wordOf(space, MYTHREAD, BELL);
  for (;;) {
    Atomics.store(I32, wordOf(space, MYTHREAD, SLEEPS_FOR), ANY); // serving may have slept for something else
    const rung = Atomics.load(I32, bell);
    if (!serve()) Atomics.wait(I32, bell, rung);
  }
}

/** Rouses all threads of this process that sleep until I32[word] changes: it has. */
export function wake(space: Space, word: number): void {
  const { FIRST, REACH } = space;
  for (let thread = FIRST; thread < FIRST + REACH; thread++) wakeThread(space, thread, word);
}

/** The same where only the thread that has the word may sleep for it. */
export function wakeOwner(space: Space, word: number): void {
  wakeThread(space, (word << 2) >>> space.SHIFT, word);
}

/** The same for one of them, beginning with the thread behind this one. */
export function wakeOne(space: Space, word: number): void {
  const { FIRST, REACH, MYTHREAD } = space;
  for (let i = 1; i <= REACH; i++) if (wakeThread(space, FIRST + ((MYTHREAD - FIRST + i) % REACH), word)) return;
}

/** True if the thread slept for the word. */
function wakeThread(space: Space, thread: number, word: number): boolean {
  const sleepsFor = wordOf(space, thread, SLEEPS_FOR);
  if (Atomics.compareExchange(space.I32, sleepsFor, word, 0) !== word) return false;
  ring(space, thread);
  return true;
}

/** Rouses a thread if it sleeps, whatever for. */
export function rouse(space: Space, thread: number): void {
  if (Atomics.load(space.I32, wordOf(space, thread, SLEEPS_FOR)) !== 0) ring(space, thread);
}

/** Rouses all threads of the process. */
export function rouseAll(space: Space): void {
  const { FIRST, REACH } = space;
  for (let thread = FIRST; thread < FIRST + REACH; thread++) rouse(space, thread);
}

function ring(space: Space, thread: number): void {
  const bell = wordOf(space, thread, BELL);
  Atomics.add(space.I32, bell, 1);
  Atomics.notify(space.I32, bell);
}
