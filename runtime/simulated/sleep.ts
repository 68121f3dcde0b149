/**
 * Sleeping on a word of memory in a simulated job, in the place of core/sleep.ts: the rank is suspended, others run.
 *
 * All waits of the runtime come to `sleepOn` in the end; what calls it is a generator in this bundle (bin/resumable/).
 */
import { WaitRefused } from '../errors.ts';
import type { Space } from '../memory/space.ts';
import { SUSPEND, scheduler } from './scheduler.ts';

export function* sleepOn(
  space: Space,
  word: number,
  value: number,
  milliseconds = Number.POSITIVE_INFINITY,
): Generator<typeof SUSPEND, void> {
  if (scheduler.direct > 0) throw new WaitRefused();
  if (Atomics.load(space.I32, word) !== value) return;
  scheduler.sleep(word, value, milliseconds);
  yield SUSPEND;
}

/** The supervisor, another thread that has no ranks, calls it when the job is over. */
export function wakeUp(space: Space, word: number): void {
  if (scheduler.hasRanks) scheduler.wake(word);
  else Atomics.notify(space.I32, word);
}
