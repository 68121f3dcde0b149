/**
 * Teams: which threads are the images of the current team, in which order.
 *
 * Each image keeps its own records. Images count from 0 in every team (XcalableMP 1.x, C); the initial team holds all
 * threads in their order.
 */
import type { RuntimeEnvironment } from '../environment.ts';

/** Number of the initial team, as team_number gives it. */
const INITIAL_NUMBER = -1;

export interface Team {
  readonly number: number;
  /** Threads by image index. */
  readonly members: Int32Array;
  /** Index of this image. */
  readonly index: number;
}

/** The teams of this image. Nothing of the environment is touched before the first call. */
export class Teams {
  private team: Team | undefined;

  constructor(private readonly environment: RuntimeEnvironment) {}

  get current(): Team {
    this.team ??= initialTeam(this.environment);
    return this.team;
  }
}

function initialTeam({ THREADS, MYTHREAD }: RuntimeEnvironment): Team {
  return { number: INITIAL_NUMBER, members: Int32Array.from({ length: THREADS }, (_, i) => i), index: MYTHREAD };
}
