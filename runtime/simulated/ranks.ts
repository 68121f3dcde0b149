/**
 * All ranks of a simulated job, in one thread: a coroutine each.
 *
 * One idea: a rank is what `runThread` is in any job. In this bundle that is a generator, which stops where the rank would sleep.
 */
import { ADDRESSABLE } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { runThread } from '../launch/thread.ts';
import { spaceOf } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';
import type { Coroutine } from './coroutines.ts';
import { explore, replay } from './explored/explore.ts';
import { exploring } from './explored/exploring.ts';
import { tellHowFar } from './howfar.ts';
import { openMarks, tellWhatIsNotReal } from './marks.ts';
import { openMachine } from './model.ts';
import { progressThreads } from './progressthreads.ts';
import { Reporting } from './reporting.ts';
import { scheduler } from './scheduler.ts';

let reporting: Reporting;
/** Ranks whose programs are not over. */
let programsLeft: number;

/** As the build has made it. */
const coroutine = runThread as unknown as (...given: Parameters<typeof runThread>) => Coroutine;

export const run: Simulation['run'] = (program, libraries, mapName, data) => {
  const { layout, processes } = data;
  const simulated = data.simulated!;
  const { schedule, machine, compute, recordings, explored, howFar } = simulated;
  const space = spaceOf(processes, 0, layout);
  if (howFar !== undefined) tellHowFar(howFar);
  if (schedule !== undefined) scheduler.choose(schedule);
  programsLeft = layout.threads;
  reporting = new Reporting(simulated, space, program.places ?? []);
  if (machine !== undefined) openMachine(machine, compute, space);
  if (layout.phantomsStart < ADDRESSABLE) openMarks(layout, space);
  const makeRanks = () =>
    Array.from({ length: layout.threads }, (_, thread) =>
      coroutine(program, libraries, mapName, { ...data, thread, recording: recordings[thread] }),
    );
  if (explored === undefined) {
    const isSupervised = platform.threads.onlyOne === undefined;
    return scheduler.run(space, makeRanks(), progressThreads(program, mapName, data), isSupervised);
  }
  exploring.isOn = true;
  const job = { space, data, program, makeRanks };
  if (explored.choices !== undefined) replay(job, { ...explored, choices: explored.choices });
  else explore(job, explored.most, explored.reorders);
};

/** The running rank's program is over; the others do not know yet. */
export function ended(): void {
  scheduler.note();
  if (--programsLeft !== 0) return;
  reporting.write();
  tellWhatIsNotReal();
}
