/**
 * Prefix reduction of many elements in two passes (Hillis and Steele's scan by blocks, with one block a thread): each
 * thread combines its part of the indices and contributes the value; with the combined value of the earlier parts it
 * then visits its elements again to store the results.
 */
import type { AllThreads } from './allthreads.ts';
import type { SharedArray } from './blocked.ts';
import { inOrder } from './partition.ts';
import { load, type Reduction, store } from './reduction.ts';

/** At least as many elements as threads. */
export function prefixParts(
  team: AllThreads,
  reduction: Reduction,
  source: SharedArray,
  destination: SharedArray,
  count: number,
): void {
  const { space } = team;
  const { MYTHREAD, THREADS } = space;
  const own = inOrder(space, source, count, MYTHREAD);
  const value = team.ownValue();
  team.beforeTouchingAll();
  // The last thread has no successor.
  if (MYTHREAD < THREADS - 1) store(reduction, value, reduction.visits.fold(reduction, own));
  team.contribute();
  reduction.visits.scan(reduction, source, destination, own.start, own.count, before(team, reduction));
  team.leave();
}

/** Combined value of the parts of the threads before this one; undefined on thread 0. */
function before(team: AllThreads, reduction: Reduction): unknown {
  let result: unknown;
  for (let thread = 0; thread < team.space.MYTHREAD; thread++) {
    const value = load(reduction, team.contribution(thread));
    result = result === undefined ? value : reduction.loops.combine(result, value);
  }
  return result;
}
