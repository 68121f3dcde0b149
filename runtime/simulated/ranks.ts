/**
 * All ranks of a simulated job, in one thread: a coroutine each.
 *
 * One idea: a rank is what `runThread` is in any job. In this bundle that is a generator, which stops where the rank would sleep.
 */

import { writeAll } from '../launch/output.ts';
import type { Simulation } from '../launch/simulation.ts';
import { runThread } from '../launch/thread.ts';
import { spaceOf } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';
import { openMachine } from './model.ts';
import { type Coroutine, scheduler } from './scheduler.ts';
import { timeText } from './spent.ts';

/** Ranks whose program is not over. */
let left = 0;
/** --time, and of which machine. */
let asked: { readonly machine: string; readonly file: string } | undefined;

/** As the build has made it. */
const coroutine = runThread as unknown as (...given: Parameters<typeof runThread>) => Coroutine;

export const run: Simulation['run'] = (program, libraries, mapName, data) => {
  const { layout, processes } = data;
  const { schedule, machine, time, recordings } = data.simulated!;
  const space = spaceOf(processes, 0, layout);
  if (schedule !== undefined) scheduler.choose(schedule);
  if (machine !== undefined) openMachine(machine, space);
  const ranks = Array.from({ length: layout.threads }, (_, thread) =>
    coroutine(program, libraries, mapName, { ...data, thread, recording: recordings[thread] }),
  );
  left = ranks.length;
  if (machine !== undefined && time !== undefined) asked = { machine, file: time };
  scheduler.run(ranks, space.I32);
};

/** Before the others know. */
export function ended(): void {
  scheduler.note();
  if (--left === 0 && asked !== undefined) tellTime(asked);
}

function tellTime({ machine, file }: NonNullable<typeof asked>): void {
  const report = scheduler.spent.report(machine);
  if (file === '') writeAll(2, new TextEncoder().encode(`pgasc: ${timeText(report)}\n`));
  else platform.files.replace(file, `${JSON.stringify(report)}\n`);
}
