/** Reduction of few elements: the thread that gets the result reads them all, in order. */

import { rankOf } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';
import { cursorAt, type SharedArray } from './blocked.ts';
import { type Reduction, store } from './reduction.ts';

/** `destination` lies on the thread that gets the result; with `toAll` it is this thread's own. */
export function reduceAlone(
  team: AllThreads,
  reduction: Reduction,
  source: SharedArray,
  count: number,
  destination: number,
  toAll: boolean,
): void {
  const { space } = team;
  const root = rankOf(space, destination);
  if (space.MYTHREAD === root) {
    team.beforeTouchingAll();
    const all = { array: source, from: cursorAt(space, source, 0), start: 0, count };
    store(reduction, destination, reduction.visits.fold(reduction, all));
  }
  if (toAll) team.leave();
  else team.leaveAfter(root);
}
