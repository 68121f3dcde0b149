/**
 * All threads' control words, for job-wide checks: deadlock detection and the roll-call.
 *
 * Within a process they are read in its memory; of several processes the coordinator fetches them
 * (launch/coordinator.ts).
 */
import { BLOCKING_ON, BLOCKING_RANK } from '../memory/control.ts';
import { addressOf, type Space, wordOf } from '../memory/space.ts';

export interface Views {
  readonly threads: number;
  /** The memory that a thread's region lies in. */
  at(thread: number): Space;
}

/** A range of the region of a rank. */
export interface Range {
  readonly rank: number;
  readonly offset: number;
  readonly size: number;
}

/** All threads in one memory. */
export function viewsOf(space: Space): Views {
  return { threads: space.THREADS, at: () => space };
}

/** A control word of a thread. */
export function readOf(views: Views, thread: number, offset: number): number {
  const space = views.at(thread);
  return Atomics.load(space.I32, wordOf(space, thread, offset));
}

/** The word that a blocked thread waits for. */
export function awaitedRange(views: Views, thread: number): Range {
  return { rank: readOf(views, thread, BLOCKING_RANK), offset: readOf(views, thread, BLOCKING_ON), size: 4 };
}

/** Its value. */
export function awaitedValue(views: Views, thread: number): number {
  const { rank, offset } = awaitedRange(views, thread);
  const space = views.at(rank);
  return Atomics.load(space.I32, addressOf(space, rank, offset) >>> 2);
}
