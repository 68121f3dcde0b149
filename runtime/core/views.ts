/**
 * The memories of all threads' words, for who looks at the job as a whole: deadlock detection and the roll-call.
 *
 * The threads of one process see them in its memory; of several processes the coordinator of the job asks for what it looks at
 * (launch/coordinator.ts).
 */
import type { Space } from '../memory/space.ts';

export interface Views {
  readonly threads: number;
  /** The memory that a thread's region lies in. */
  at(thread: number): Space;
}

/** Bytes of a memory. */
export type Range = readonly [address: number, size: number];

/** Where all share one memory. */
export function viewsOf(space: Space): Views {
  return { threads: space.THREADS, at: () => space };
}

/** The memory that an address lies in. */
export function memoryOf(views: Views, address: number): Space {
  return views.at(address >>> views.at(0).SHIFT);
}
