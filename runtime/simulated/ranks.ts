/**
 * All ranks of a simulated job, in one thread: a coroutine each.
 *
 * One idea: a rank is what `runThread` is in any job. In this bundle that is a generator, which stops where the rank would sleep.
 */
import { ADDRESSABLE } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { runThread } from '../launch/thread.ts';
import { spaceOf } from '../memory/memories.ts';
import { explore, replay } from './explored/explore.ts';
import { exploring } from './explored/exploring.ts';
import { openMarks } from './marks.ts';
import { openMachine } from './model.ts';
import { Reporting } from './reporting.ts';
import { type Coroutine, scheduler } from './scheduler.ts';

let reporting: Reporting;

/** As the build has made it. */
const coroutine = runThread as unknown as (...given: Parameters<typeof runThread>) => Coroutine;

export const run: Simulation['run'] = (program, libraries, mapName, data) => {
  const { layout, processes } = data;
  const simulated = data.simulated!;
  const { schedule, machine, compute, recordings, explored } = simulated;
  const space = spaceOf(processes, 0, layout);
  if (schedule !== undefined) scheduler.choose(schedule);
  reporting = new Reporting(simulated, space, program.places ?? []);
  if (machine !== undefined) openMachine(machine, compute, space);
  if (layout.phantomsStart < ADDRESSABLE) openMarks(layout, space);
  const makeRanks = () =>
    Array.from({ length: layout.threads }, (_, thread) =>
      coroutine(program, libraries, mapName, { ...data, thread, recording: recordings[thread] }),
    );
  if (explored === undefined) return scheduler.run(makeRanks(), space.I32);
  exploring.isOn = true;
  const job = { space, data, program, makeRanks };
  if (explored.choices !== undefined) replay(job, { ...explored, choices: explored.choices });
  else explore(job, explored.most, explored.reorders);
};

/** Before the others know. */
export const ended = (): void => reporting.ended();
