/**
 * Numbers of teams that one member chooses for all: of communicators that not all members of another one make, and of those that are made while their
 * members go on.
 *
 * One idea: the rank of who chooses is a part of the number, so that no two choose alike. The numbers that members agree on (Engine.nextTeam),
 * those of other libraries' teams and of active sets are elsewhere.
 */
import { TEAM_NUMBERS } from '../../runtime/collectives/team.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';

/** There are so many bits of numbers. */
const BITS = 26;

export class TeamNumbers {
  private chosen = 0;

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** One that no rank has chosen; `call` is for the message when there is none left. */
  next(call: string): number {
    const { THREADS, MYTHREAD, runtime } = this.environment;
    const most = 2 ** (BITS - Math.ceil(Math.log2(THREADS)));
    if (this.chosen === most)
      runtime.job.fail(`${call}: this rank has chosen ${most} communicators, as many as there are`);
    return TEAM_NUMBERS.chosen + MYTHREAD * most + this.chosen++;
  }
}
