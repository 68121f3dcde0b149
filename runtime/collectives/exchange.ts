/** Exchange: each thread copies, from every thread in turn, the block that is meant for it; begins with its own. */
import type { Team } from './team.ts';

export function exchange(team: Team, destination: number, source: number, size: number): void {
  const { MYTHREAD, THREADS, SHIFT, BASE } = team.space;
  for (let turn = 0, from = MYTHREAD; turn < THREADS; turn++) {
    team.beforeTouching(from);
    team.copy(destination + BASE + from * size, source + (from << SHIFT) + MYTHREAD * size, size);
    if (++from === THREADS) from = 0;
  }
  team.leave();
}
