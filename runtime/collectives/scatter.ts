/** Scatter: each thread copies its block out of the source, which lies on one thread. */
import type { Team } from './team.ts';

export function scatter(team: Team, destination: number, source: number, size: number): void {
  const { MYTHREAD, SHIFT, BASE } = team.space;
  const root = source >>> SHIFT;
  team.beforeTouching(root);
  team.copy(destination + BASE, source + MYTHREAD * size, size);
  if (MYTHREAD === root) team.leave();
  else team.leaveUntouched();
}
