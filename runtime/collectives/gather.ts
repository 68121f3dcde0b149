/** Gather: each thread copies its block into the destination, which lies on one thread. */

import { counterpart, rankOf } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';

export function gather(team: AllThreads, destination: number, source: number, size: number): void {
  const { space } = team;
  const { MYTHREAD } = space;
  const root = rankOf(space, destination);
  team.beforeTouching(root);
  team.copy(destination + MYTHREAD * size, counterpart(space, source, MYTHREAD), size);
  if (MYTHREAD === root) team.leave();
  else team.leaveUntouched();
}
