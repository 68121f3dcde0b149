/**
 * The progress threads of simulated ranks: a coroutine each, if the network is asked for such.
 *
 * Takes a job. Gives the coroutines by rank, or none. One idea: a progress thread rests until something comes for it (Scheduler.serve), and then serves what there is.
 */
import type { ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { progressOf } from '../launch/progress-thread.ts';
import { statusOf, type ThreadData } from '../launch/thread.ts';
import { platform } from '../platform/linked.ts';
import { type Coroutine, SUSPEND } from './coroutines.ts';
import { scheduler } from './scheduler.ts';
import { finished } from './steps.ts';

export function progressThreads(program: ProgramImage, mapName: string | undefined, data: ThreadData): Coroutine[] {
  if (!isWanted()) return [];
  return Array.from({ length: data.layout.threads }, (_, thread) =>
    serving(program, mapName, { ...data, thread, recording: undefined }),
  );
}

/** What a function of the runtime gives, once it is over. */
const through = finished as (given: unknown) => Coroutine;

const isWanted = (): boolean => network.progressThread?.wanted(platform.variables(), 0, [0]) === true;

/** Whenever it is woken it serves what there is. */
function* serving(
  program: ProgramImage,
  mapName: string | undefined,
  data: ThreadData,
): Generator<typeof SUSPEND, void> {
  const { job, host } = progressOf(program, mapName, data);
  try {
    const turn = (yield* through(network.progressThread!.turns!(host))) as () => unknown;
    for (;;) {
      while (yield* through(turn()));
      scheduler.rest();
      yield SUSPEND;
    }
  } catch (error) {
    statusOf(job, () => {
      throw error;
    });
  }
}
