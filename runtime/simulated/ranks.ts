/**
 * All ranks of a simulated job, in one thread: a coroutine each.
 *
 * One idea: a rank is what `runThread` is in any job. In this bundle that is a generator, which stops where the rank would sleep.
 */
import { ADDRESSABLE } from '../abi.ts';
import type { Simulation } from '../launch/simulation.ts';
import { runThread } from '../launch/thread.ts';
import { spaceOf } from '../memory/memories.ts';
import { openMarks } from './marks.ts';
import { openMachine } from './model.ts';
import { type Coroutine, scheduler } from './scheduler.ts';

/** As the build has made it. */
const coroutine = runThread as unknown as (...given: Parameters<typeof runThread>) => Coroutine;

export const run: Simulation['run'] = (program, libraries, mapName, data) => {
  const { layout, processes } = data;
  const { schedule, machine, compute, recordings } = data.simulated!;
  const space = spaceOf(processes, 0, layout);
  if (schedule !== undefined) scheduler.choose(schedule);
  if (machine !== undefined) openMachine(machine, compute, space);
  if (layout.phantomsStart < ADDRESSABLE) openMarks(layout, space);
  const ranks = Array.from({ length: layout.threads }, (_, thread) =>
    coroutine(program, libraries, mapName, { ...data, thread, recording: recordings[thread] }),
  );
  scheduler.run(ranks, space.I32);
};
