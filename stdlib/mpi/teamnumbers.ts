/**
 * Numbers of teams that one member chooses for all: of communicators that not all members of another one make, and of those that are made while their
 * members go on.
 *
 * One idea: the rank of who chooses is a part of the number, so that no two choose alike. The numbers that members agree on (Engine.nextTeam),
 * those of other libraries' teams and of active sets are elsewhere.
 */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';

const [FIRST, BITS] = [2 ** 27 + 2 ** 26, 26];

export class TeamNumbers {
  private chosen = 0;

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** One that no rank has chosen; `call` is for the message when there is none left. */
  next(call: string): number {
    const { THREADS, MYTHREAD, runtime } = this.environment;
    const most = 2 ** (BITS - Math.ceil(Math.log2(THREADS)));
    if (this.chosen === most)
      runtime.job.fail(`${call}: this rank has chosen ${most} communicators, as many as there are`);
    return FIRST + MYTHREAD * most + this.chosen++;
  }
}
