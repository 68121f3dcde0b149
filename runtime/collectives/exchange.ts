/** Exchange: each thread copies, from every thread in turn, the block that is meant for it; begins with its own. */

import { counterpart } from '../memory/space.ts';
import type { AllThreads } from './allthreads.ts';

export function exchange(team: AllThreads, destination: number, source: number, size: number): void {
  const { space } = team;
  const { MYTHREAD, THREADS } = space;
  const own = counterpart(space, destination, MYTHREAD);
  for (let turn = 0, from = MYTHREAD; turn < THREADS; turn++) {
    team.beforeTouching(from);
    team.copy(own + from * size, counterpart(space, source, from) + MYTHREAD * size, size);
    if (++from === THREADS) from = 0;
  }
  team.leave();
}
