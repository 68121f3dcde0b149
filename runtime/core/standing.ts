/**
 * End states of a thread: active, stopped (normal termination), or failed (fail_image).
 */
import { FAILED_IMAGE, STATE } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { ENDED } from './states.ts';

/** The thread has stopped or failed. */
export function hasEnded(space: Space, thread: number): boolean {
  return Atomics.load(space.I32, wordOf(space, thread, STATE)) === ENDED;
}

/** The thread has ended by fail_image. */
export function hasFailed(space: Space, thread: number): boolean {
  return hasEnded(space, thread) && space.I32[wordOf(space, thread, FAILED_IMAGE)] !== 0;
}

/** The thread has ended by return from main, exit or stop. */
export function hasStopped(space: Space, thread: number): boolean {
  return hasEnded(space, thread) && !hasFailed(space, thread);
}
