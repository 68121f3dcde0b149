/**
 * The time of arrivals at a board on a simulated machine: all lines lie in one memory there, so reading them takes none.
 *
 * The members that have come meet as a team of the engine does (collectives/algorithms.ts): by the machine's hardware, or by letters, which have a
 * slot of the board where members show something.
 */
import { barrier, gatherAll } from '../collectives/algorithms.ts';
import type { Part, Steps } from '../collectives/engine.ts';
import { TEAM_NUMBERS, type Team } from '../collectives/team.ts';
import { FOR_TRANSFER } from '../core/states.ts';
import type { RuntimeEnvironment } from '../environment.ts';

/** Boards have 2 KiB at least, so that no two have one number. */
const BOARD_SHIFT = 11;

export class Meeting {
  private readonly team: Team;

  /** Of the board at an offset. */
  constructor(
    private readonly environment: RuntimeEnvironment,
    offset: number,
    members: Int32Array,
  ) {
    const rank = members.indexOf(environment.MYTHREAD);
    this.team = { number: TEAM_NUMBERS.boards + (offset >>> BOARD_SHIFT), members, rank, count: 0 };
  }

  /** Waits for all members, each of which tells the others so many bytes. */
  meet(name: string, bytes: number): void {
    this.take(
      name,
      bytes === 0 ? barrier : (part) => gatherAll(part, part.room(bytes * part.size), part.room(bytes), bytes),
    );
  }

  /** Takes the steps with all members. */
  take(name: string, steps: (part: Part) => Steps): void {
    const { engine, job } = this.environment.runtime;
    const differs = (_: unknown, thread: number) => job.fail(`${name}: thread ${thread} makes another collective call`);
    engine.complete(engine.start(this.team, { name, signature: 0 }, differs, steps), () => FOR_TRANSFER);
  }
}
