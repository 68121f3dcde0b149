/**
 * End states of a thread: active, stopped (normal termination), or failed (fail_image, or the loss of its process where the job outlives that).
 */
import { ENDS, EPOCH, FAILED_IMAGE, GONE, STATE } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { ENDED } from './states.ts';

/** The thread has stopped or failed. */
export function hasEnded(space: Space, thread: number): boolean {
  return Atomics.load(space.I32, wordOf(space, thread, STATE)) === ENDED;
}

/** All threads but this one have. */
export function othersHaveEnded(space: Space): boolean {
  for (let thread = 0; thread < space.THREADS; thread++)
    if (thread !== space.MYTHREAD && !hasEnded(space, thread)) return false;
  return true;
}

/** The thread has ended by fail_image, or with its process. */
export function hasFailed(space: Space, thread: number): boolean {
  return hasEnded(space, thread) && space.I32[wordOf(space, thread, FAILED_IMAGE)] !== 0;
}

/** Some thread has: looked for once an end is known. */
export function someHasFailed(space: Space): boolean {
  if (endsKnown(space) === 0) return false;
  for (let thread = 0; thread < space.THREADS; thread++) if (hasFailed(space, thread)) return true;
  return false;
}

/** The thread has ended by return from main, exit or stop. */
export function hasStopped(space: Space, thread: number): boolean {
  return hasEnded(space, thread) && !hasFailed(space, thread);
}

/** The process of the thread is gone: nothing comes from there any more, and nothing arrives. */
export function isGone(space: Space, thread: number): boolean {
  return space.I32[wordOf(space, thread, FAILED_IMAGE)] === GONE;
}

/** Enters in this memory that nothing of the thread's process is heard any more. It has not failed before it is marked as gone. */
export function forsake(space: Space, thread: number): void {
  Atomics.store(space.I32, wordOf(space, thread, FAILED_IMAGE), GONE);
}

/** More changes of its state than a thread ever shows: what it may have shown at last does not undo this. */
const LAST_EPOCH = 2 ** 30;

/** Enters in this memory that the process of the thread is gone. */
export function markGone(space: Space, thread: number): void {
  forsake(space, thread);
  Atomics.store(space.I32, wordOf(space, thread, STATE), ENDED);
  Atomics.add(space.I32, wordOf(space, thread, EPOCH), LAST_EPOCH);
  countEnd(space);
}

/** The end of a thread is known in this memory now. */
export function countEnd({ I32 }: Pick<Space, 'I32'>): void {
  Atomics.add(I32, ENDS >>> 2, 1);
}

/** Changes with each such end. */
export function endsKnown({ I32 }: Pick<Space, 'I32'>): number {
  return Atomics.load(I32, ENDS >>> 2);
}
