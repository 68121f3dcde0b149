/**
 * Gather to all: each thread copies the blocks of all. Thread t begins with its own and proceeds cyclically, so that at
 * any moment the threads read from different ones.
 */
import type { Team } from './team.ts';

export function gatherAll(team: Team, destination: number, source: number, size: number): void {
  const { MYTHREAD, THREADS, SHIFT, BASE } = team.space;
  for (let turn = 0, from = MYTHREAD; turn < THREADS; turn++) {
    team.beforeTouching(from);
    team.copy(destination + BASE + from * size, source + (from << SHIFT), size);
    if (++from === THREADS) from = 0;
  }
  team.leave();
}
