/**
 * All ranks of a simulated job, in one thread: a coroutine each, and another one for the progress thread of each, if the network is asked for such.
 *
 * One idea: a rank is what `runThread` is in any job. In this bundle that is a generator, which stops where the rank would sleep.
 */
import type { ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { progressOf } from '../launch/progress-thread.ts';
import type { Simulation } from '../launch/simulation.ts';
import { runThread, statusOf, type ThreadData } from '../launch/thread.ts';
import { spaceOf } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';
import { openMachine } from './model.ts';
import { type Coroutine, SUSPEND, scheduler } from './scheduler.ts';
import { finished } from './steps.ts';

/** As the build has made it. */
const coroutine = runThread as unknown as (...given: Parameters<typeof runThread>) => Coroutine;

export const run: Simulation['run'] = (program, libraries, mapName, data) => {
  const { layout, processes } = data;
  const { schedule, machine, recordings } = data.simulated!;
  const space = spaceOf(processes, 0, layout);
  if (schedule !== undefined) scheduler.choose(schedule);
  if (machine !== undefined) openMachine(machine, space);
  const ranks = Array.from({ length: layout.threads }, (_, thread) =>
    coroutine(program, libraries, mapName, { ...data, thread, recording: recordings[thread] }),
  );
  const servers = wantsServers()
    ? ranks.map((_, thread) => serving(program, mapName, { ...data, thread, recording: undefined }))
    : [];
  scheduler.run(ranks, servers, space.I32);
};

/** What a function of the runtime gives, once it is over. */
const through = finished as (given: unknown) => Coroutine;

const wantsServers = (): boolean => network.progressThread?.wanted(platform.variables(), 0, [0]) === true;

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
