/**
 * All threads' control words, for job-wide checks: deadlock detection and the roll-call.
 *
 * Within a process they are read in its memory; of several processes the coordinator fetches them
 * (launch/coordinator.ts).
 */
import type { Space } from '../memory/space.ts';

export interface Views {
  readonly threads: number;
  /** The memory that a thread's region lies in. */
  at(thread: number): Space;
}

/** A range of memory. */
export type Range = readonly [address: number, size: number];

/** All threads in one memory. */
export function viewsOf(space: Space): Views {
  return { threads: space.THREADS, at: () => space };
}

/** The memory that an address lies in. */
export function memoryOf(views: Views, address: number): Space {
  return views.at(address >>> views.at(0).SHIFT);
}
