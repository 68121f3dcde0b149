/** Permutation: each thread copies its block to the thread that its element of `permutation` names. */
import type { Team } from './team.ts';

/** `to` is this thread's element of the permutation. */
export function permute(team: Team, destination: number, source: number, to: number, size: number): void {
  const { SHIFT, BASE } = team.space;
  team.beforeTouching(to);
  team.copy(destination + (to << SHIFT), source + BASE, size);
  team.leave();
}
