/** Permutation: each thread copies its block to the thread that its element of `permutation` names. */
import { counterpart } from '../memory/space.ts';
import type { Team } from './team.ts';

/** `to` is this thread's element of the permutation. */
export function permute(team: Team, destination: number, source: number, to: number, size: number): void {
  const { space } = team;
  team.beforeTouching(to);
  team.copy(counterpart(space, destination, to), counterpart(space, source, space.MYTHREAD), size);
  team.leave();
}
