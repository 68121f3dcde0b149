/**
 * The memories of all threads' words, for who looks at the job as a whole: deadlock detection and the roll-call.
 *
 * A word is read where its thread writes it, never in a copy. The threads of one process see them in its memory; of several
 * processes the supervisor has all memories.
 */
import type { Space } from '../memory/space.ts';

export interface Views {
  readonly threads: number;
  /** The memory that a thread's region lies in. */
  at(thread: number): Space;
}

/** Where all share one memory. */
export function viewsOf(space: Space): Views {
  return { threads: space.THREADS, at: () => space };
}

/** The memory that an address lies in. */
export function memoryOf(views: Views, address: number): Space {
  return views.at(address >>> views.at(0).SHIFT);
}
