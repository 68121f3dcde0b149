/** Permutation: each thread copies its block to the thread that its element of `permutation` names. */

import { counterpart } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';

/** `to` is this thread's element of the permutation. */
export function permute(team: AllThreads, destination: number, source: number, to: number, size: number): void {
  const { space } = team;
  team.beforeTouching(to);
  team.copy(counterpart(space, destination, to), counterpart(space, source, space.MYTHREAD), size);
  team.leave();
}
