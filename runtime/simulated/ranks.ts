/**
 * All ranks of a simulated job, in one thread: a coroutine each, and another one for the progress thread of each, if the network is asked for such.
 *
 * One idea: a rank is what `runThread` is in any job. In this bundle that is a generator, which stops where the rank would sleep.
 */
import { ADDRESSABLE, type ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { progressOf } from '../launch/progress-thread.ts';
import type { Simulation } from '../launch/simulation.ts';
import { runThread, statusOf, type ThreadData } from '../launch/thread.ts';
import { spaceOf } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';
import { explore, replay } from './explored/explore.ts';
import { exploring } from './explored/exploring.ts';
import { tellHowFar } from './howfar.ts';
import { openMarks, rankEnds } from './marks.ts';
import { openMachine } from './model.ts';
import { Reporting } from './reporting.ts';
import { type Coroutine, SUSPEND, scheduler } from './scheduler.ts';
import { finished } from './steps.ts';

let reporting: Reporting;

/** As the build has made it. */
const coroutine = runThread as unknown as (...given: Parameters<typeof runThread>) => Coroutine;

export const run: Simulation['run'] = (program, libraries, mapName, data) => {
  const { layout, processes } = data;
  const simulated = data.simulated!;
  const { schedule, machine, compute, recordings, explored, howFar } = simulated;
  const space = spaceOf(processes, 0, layout);
  if (howFar !== undefined) tellHowFar(howFar);
  if (schedule !== undefined) scheduler.choose(schedule);
  reporting = new Reporting(simulated, space, program.places ?? []);
  if (machine !== undefined) openMachine(machine, compute, space);
  if (layout.phantomsStart < ADDRESSABLE) openMarks(layout, space);
  const makeRanks = () =>
    Array.from({ length: layout.threads }, (_, thread) =>
      coroutine(program, libraries, mapName, { ...data, thread, recording: recordings[thread] }),
    );
  if (explored === undefined) {
    const servers = wantsServers()
      ? Array.from({ length: layout.threads }, (_, thread) =>
          serving(program, mapName, { ...data, thread, recording: undefined }),
        )
      : [];
    const isSupervised = platform.threads.onlyOne === undefined;
    return scheduler.run(space, makeRanks(), servers, isSupervised);
  }
  exploring.isOn = true;
  const job = { space, data, program, makeRanks };
  if (explored.choices !== undefined) replay(job, { ...explored, choices: explored.choices });
  else explore(job, explored.most, explored.reorders);
};

/** Before the others know. */
export function ended(): void {
  reporting.ended();
  rankEnds();
}

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
