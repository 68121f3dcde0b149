/** The run that is made now, for the functions of its ranks; in jobs whose schedules are not explored there is none. */
import type { Run } from './run.ts';

export const exploring: {
  run: Run;
  /** Number of the place in the program at which a rank is. */
  placeOf: (rank: number) => number;
  isOn: boolean;
} = { run: undefined as unknown as Run, placeOf: () => 0, isOn: false };
