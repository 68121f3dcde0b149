/** Broadcast: each thread copies the source block into its own block of the destination. */

import { counterpart, rankOf } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';

export function broadcast(team: AllThreads, destination: number, source: number, size: number): void {
  const { space } = team;
  const { MYTHREAD } = space;
  const root = rankOf(space, source);
  team.beforeTouching(root);
  team.copy(counterpart(space, destination, MYTHREAD), source, size);
  if (MYTHREAD === root) team.leave();
  else team.leaveUntouched();
}
