/** Scatter: each thread copies its block out of the source, which lies on one thread. */

import { counterpart, rankOf } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';

export function scatter(team: AllThreads, destination: number, source: number, size: number): void {
  const { space } = team;
  const { MYTHREAD } = space;
  const root = rankOf(space, source);
  team.beforeTouching(root);
  team.copy(counterpart(space, destination, MYTHREAD), source + MYTHREAD * size, size);
  if (MYTHREAD === root) team.leave();
  else team.leaveUntouched();
}
