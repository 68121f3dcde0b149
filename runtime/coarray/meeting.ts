/**
 * What an arrival at a board takes on a simulated machine: all lines lie in one memory there, so reading them says nothing of time.
 *
 * The members that have come meet as a team of the engine does (collectives/algorithms.ts): by the machine's hardware, or by letters, which are as
 * long as what each tells the others.
 */
import { barrier, gatherAll } from '../collectives/algorithms.ts';
import type { Part } from '../collectives/engine.ts';
import type { Team } from '../collectives/team.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';

/** Numbers of the engine's other teams are lower; boards have 2 KiB at least, so that no two have one number. */
const [FIRST, LEAST_BOARD] = [2 ** 28, 11];

export class Meeting {
  private readonly team: Team;

  /** Of the board at an offset. */
  constructor(
    private readonly environment: RuntimeEnvironment,
    offset: number,
    members: Int32Array,
  ) {
    const rank = members.indexOf(environment.MYTHREAD);
    this.team = { number: FIRST + (offset >>> LEAST_BOARD), members, rank, count: 0 };
  }

  /** Waits for all members, each of which tells the others so many bytes. */
  take(name: string, bytes: number): void {
    const { engine, job } = this.environment.runtime;
    const differs = (_: unknown, thread: number) => job.fail(`${name}: thread ${thread} makes another collective call`);
    const told = (part: Part) => gatherAll(part, part.room(bytes * part.size), part.room(bytes), bytes);
    const operation = engine.start(this.team, { name, signature: 0 }, differs, bytes === 0 ? barrier : told);
    engine.complete(operation, () => FOR_TRANSFER);
  }
}
