/** Broadcast: each thread copies the source block into its own block of the destination. */
import type { Team } from './team.ts';

export function broadcast(team: Team, destination: number, source: number, size: number): void {
  const { MYTHREAD, SHIFT, BASE } = team.space;
  const root = source >>> SHIFT;
  team.beforeTouching(root);
  team.copy(destination + BASE, source, size);
  if (MYTHREAD === root) team.leave();
  else team.leaveUntouched();
}
