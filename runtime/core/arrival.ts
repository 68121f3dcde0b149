/**
 * Arrival lines: the words that a thread writes when it arrives at a barrier, read by the others.
 *
 * A thread's line holds the last phase it notified, then, double-buffered by the parity of the phase, its contribution:
 * whether a value, the value, the place. Two slots suffice: a thread is at most one phase ahead of another.
 * Behind them is what barriers in a module's own code look at (stdlib/common/meeting.h).
 */
import { ARRIVAL, ARRIVAL_LINES } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import type { Range } from './views.ts';

/** Indices in the line. */
export const PHASE = 0;
const SLOTS = 1;
const SLOT_LENGTH = 4;
/** Indices in a slot. */
export const NAMED = 0;
export const VALUE = 1;
export const PLACE = 2;

/** Index in I32 of the arrival line of a thread. */
export function arrivalLine(space: Space, thread: number): number {
  return wordOf(space, thread, ARRIVAL + (thread % ARRIVAL_LINES) * 64);
}

/** The line, for who fetches it. */
export function arrivalRange(thread: number): Range {
  return { rank: thread, offset: ARRIVAL + (thread % ARRIVAL_LINES) * 64, size: 64 };
}

/** Index of the slot of a phase. */
export function slotOf(line: number, phase: number): number {
  return line + SLOTS + (phase & 1) * SLOT_LENGTH;
}

/** Behind the slots: whether the thread is between notify and wait; how often it looks for the others before it calls the runtime. */
export const NOTIFIED = SLOTS + 2 * SLOT_LENGTH;
export const GLANCES = NOTIFIED + 1;

/** The last phase notified by the thread. */
export function arrivedPhase(space: Space, thread: number): number {
  return Atomics.load(space.I32, arrivalLine(space, thread) + PHASE);
}
