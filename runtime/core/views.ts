/**
 * All threads' control words, and those that they wait for, for job-wide checks: deadlock detection and the roll-call.
 *
 * Within a process they are read in its memory; of several processes the coordinator fetches them (launch/watcher.ts).
 */
import { BLOCKING_ON, BLOCKING_RANK } from '../memory/control.ts';
import { addressOf, type Space, wordOf } from '../memory/space.ts';

export interface Views {
  readonly threads: number;
  /** Where a thread's control words lie. */
  at(thread: number): Space;
  /** The words of a range of any region. */
  words(range: Range): Int32Array;
}

/** What is known of a process: its threads' control words, and ranges of its regions. */
export interface Known {
  readonly space: Space;
  words(range: Range): Int32Array;
}

/** Whole words of the region of a rank. */
export interface Range {
  readonly rank: number;
  readonly offset: number;
  readonly size: number;
}

/** All that a memory has. */
export function knownIn(space: Space): Known {
  return {
    space,
    words: ({ rank, offset, size }) => {
      const start = addressOf(space, rank, offset) >>> 2;
      return space.I32.subarray(start, start + (size >>> 2));
    },
  };
}

/** All threads in one memory. */
export function viewsOf(space: Space): Views {
  return { threads: space.THREADS, at: () => space, words: knownIn(space).words };
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
  return Atomics.load(views.words(awaitedRange(views, thread)), 0);
}
