/**
 * Sleeping on a word of memory in a simulated job, in the place of core/sleep.ts: the rank is suspended, others run.
 *
 * All waits of the runtime come to `sleepOn` in the end; what calls it is a generator in this bundle (bin/resumable/).
 */
import { WaitRefused } from '../errors.ts';
import type { Space } from '../memory/space.ts';
import { SUSPEND } from './coroutines.ts';
import { scheduler } from './scheduler.ts';

export function* sleepOn(
  space: Space,
  word: number,
  value: number,
  milliseconds?: number,
): Generator<typeof SUSPEND, void> {
  if (fallsAsleep(space, word, value, milliseconds)) yield SUSPEND;
}

/** Whether the rank sleeps now, so that its coroutine is to yield. */
export function fallsAsleep(
  space: Space,
  word: number,
  value: number,
  milliseconds = Number.POSITIVE_INFINITY,
): boolean {
  if (scheduler.direct > 0) throw new WaitRefused();
  if (Atomics.load(space.I32, word) !== value) return false;
  scheduler.sleep(word, value, milliseconds);
  return true;
}

/** The supervisor, another thread that has no ranks, calls it when the job is over. */
export function wakeUp(space: Space, word: number): void {
  if (scheduler.hasRanks) scheduler.wake(word);
  else Atomics.notify(space.I32, word);
}
