/**
 * Sleeping on a word of memory until somebody wakes those that do.
 *
 * By the engine's Atomics; where other processes have mapped the word, by the system's futex, as the engine's queues are each process's
 * own. No call of the system lasts long: nothing can stop a thread there.
 */
import { SLEEP_LIMIT } from '../memory/control.ts';
import { isMapped, type Space, wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import type { Futex } from '../platform/platform.ts';

/** Milliseconds that a call of the system may last. */
const LONGEST = 50;

interface Futexes extends Futex {
  /** Address of the memory. */
  readonly base: number;
}

const opened = new WeakMap<WebAssembly.Memory, Futexes>();

/** Sleeps, if I32[word] is `value`, until it is woken or `milliseconds` are over, or without reason. */
export function sleepOn(space: Space, word: number, value: number, milliseconds = Number.POSITIVE_INFINITY): void {
  if (!isMapped(space)) {
    Atomics.wait(space.I32, word, value, milliseconds);
    return;
  }
  const { base, wait } = futexesOf(space);
  const limit = wordOf(space, space.MYTHREAD, SLEEP_LIMIT);
  space.I32[limit + 2] = Math.max(Math.min(milliseconds, LONGEST), 0) * 1e6;
  wait(base + 4 * word, value, base + 4 * limit);
}

/** Wakes all that sleep on I32[word], in any process. */
export function wakeUp(space: Space, word: number): void {
  if (!isMapped(space)) {
    Atomics.notify(space.I32, word);
    return;
  }
  const { base, wake } = futexesOf(space);
  wake(base + 4 * word);
}

/** All that map memory have them (launch/mapping.ts). */
function futexesOf({ memory, U8 }: Space): Futexes {
  let futexes = opened.get(memory);
  if (futexes === undefined) {
    const futex = platform.native.futex()!;
    futexes = { ...futex, base: futex.addressOf(U8) };
    opened.set(memory, futexes);
  }
  return futexes;
}
