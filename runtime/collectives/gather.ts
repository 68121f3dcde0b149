/** Gather: each thread copies its block into the destination, which lies on one thread. */
import type { Team } from './team.ts';

export function gather(team: Team, destination: number, source: number, size: number): void {
  const { MYTHREAD, SHIFT, BASE } = team.space;
  const root = destination >>> SHIFT;
  team.beforeTouching(root);
  team.copy(destination + MYTHREAD * size, source + BASE, size);
  if (MYTHREAD === root) team.leave();
  else team.leaveUntouched();
}
