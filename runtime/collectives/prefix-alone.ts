/** Prefix reduction of few elements: the owner of the first one visits them all. */

import { rankOf } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';
import type { SharedArray } from './blocked.ts';
import type { Reduction } from './reduction.ts';

export function prefixAlone(
  team: AllThreads,
  reduction: Reduction,
  source: SharedArray,
  destination: SharedArray,
  count: number,
): void {
  const { space } = team;
  const root = rankOf(space, source.address);
  if (space.MYTHREAD === root) {
    team.beforeTouchingAll();
    reduction.visits.scan(reduction, source, destination, 0, count, undefined);
  }
  team.leaveAfter(root);
}
