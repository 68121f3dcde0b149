/**
 * The words with which a thread arrives at a barrier, and how others read them.
 *
 * One line a thread: the number of the last phase that it notified, then for even and odd phases what it gave there:
 * whether a value, the value, the place. Two sets are enough: a thread can be at most one phase ahead of another.
 */
import { ARRIVAL, ARRIVAL_LINES } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';

/** Words in the line. */
export const PHASE = 0;
const SLOTS = 1;
const SLOT_LENGTH = 4;
/** Words of the line. */
export const ARRIVAL_WORDS = SLOTS + 2 * SLOT_LENGTH;
/** Words in a slot. */
export const NAMED = 0;
export const VALUE = 1;
export const PLACE = 2;

/** Index in I32 of the arrival line of a thread. */
export function arrivalLine(space: Space, thread: number): number {
  return wordOf(space, thread, ARRIVAL + (thread % ARRIVAL_LINES) * 64);
}

/** Index of the slot of a phase. */
export function slotOf(line: number, phase: number): number {
  return line + SLOTS + (phase & 1) * SLOT_LENGTH;
}

/** The last phase that the thread has notified. */
export function arrivedPhase(space: Space, thread: number): number {
  return Atomics.load(space.I32, arrivalLine(space, thread) + PHASE);
}
