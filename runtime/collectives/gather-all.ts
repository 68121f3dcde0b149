/**
 * Gather to all: each thread copies the blocks of all. Thread t begins with its own and proceeds cyclically, so that at
 * any moment the threads read from different ones.
 */

import { counterpart } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';

export function gatherAll(team: AllThreads, destination: number, source: number, size: number): void {
  const { space } = team;
  const { MYTHREAD, THREADS } = space;
  const own = counterpart(space, destination, MYTHREAD);
  for (let turn = 0, from = MYTHREAD; turn < THREADS; turn++) {
    team.beforeTouching(from);
    team.copy(own + from * size, counterpart(space, source, from), size);
    if (++from === THREADS) from = 0;
  }
  team.leave();
}
