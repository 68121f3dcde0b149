/**
 * Many random programs in one file, each a function that prints a line: `SEED TEXT`. A batch that does not compile or does not
 * end well is halved until the seed is found. A failure is reported with its seed, and its program is kept in a folder.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../support/compiler.ts';
import { inFolder, pgasc } from '../support/pgasc.ts';
import { runProgram } from '../support/runner.ts';

/** RANDOM_COUNT=1000 programs, from RANDOM_SEED=1 on; in batches. (bash has a RANDOM of its own, which it does not hand on.) */
const COUNT = Number(process.env.RANDOM_COUNT ?? 50);
const FIRST = Number(process.env.RANDOM_SEED ?? 1);
const BATCH = 50;

export const batches: readonly (readonly number[])[] = Array.from({ length: Math.ceil(COUNT / BATCH) }, (_, k) =>
  Array.from({ length: Math.min(BATCH, COUNT - k * BATCH) }, (_, index) => FIRST + k * BATCH + index),
);

export const titleOf = (seeds: readonly number[]): string => `seeds ${seeds[0]} to ${seeds.at(-1)}`;

export interface Experiment {
  /** Name of the source, such as loops.c. */
  readonly source: string;
  readonly flags: readonly string[];
  readonly program: (seeds: readonly number[]) => string;
  readonly runs: readonly Run[];
}

export interface Run {
  /** Flags of the job, its number of threads among them. */
  readonly job: readonly string[];
  /** The line of each seed. */
  readonly expected: ReadonlyMap<number, string>;
}

/** Failures, a text for each seed. */
export async function failures(seeds: readonly number[], experiment: Experiment): Promise<string[]> {
  const outcome = await outcomeOf(seeds, experiment);
  if (outcome === undefined) return [];
  if (seeds.length === 1) return [kept(seeds[0] as number, experiment, outcome)];
  const half = seeds.length >> 1;
  return [...(await failures(seeds.slice(0, half), experiment)), ...(await failures(seeds.slice(half), experiment))];
}

/** The first thing that is wrong with a program of all the seeds. */
function outcomeOf(
  seeds: readonly number[],
  { source, flags, program, runs }: Experiment,
): Promise<string | undefined> {
  return inFolder(async (folder) => {
    const output = join(folder, 'out.js');
    writeFileSync(join(folder, source), program(seeds));
    const words = ['-w', ...flags, join(folder, source), '-o', output];
    if ((await compile(words)) !== 0) return (await pgasc(words)).stderr.slice(0, 2000);
    for (const { job, expected } of runs) {
      const { status, stdout, stderr } = await runProgram(output, job, { timeout: 300_000 });
      if (status !== 0) return `${job.join(' ')}: exit status ${status}: ${stderr.slice(0, 2000)}`;
      const lines = linesOf(stdout);
      const wrong = seeds.find((seed) => lines.get(seed) !== expected.get(seed));
      if (wrong !== undefined) return `${job.join(' ')}: prints ${lines.get(wrong)}, expected ${expected.get(wrong)}`;
    }
    return undefined;
  });
}

/** The lines of a program's output by their seeds. */
export const linesOf = (output: string): Map<number, string> =>
  new Map([...output.matchAll(/^(\d+) (.*)$/gm)].map(([, seed, text]) => [Number(seed), text as string]));

let folder: string | undefined;

function kept(seed: number, { source, flags, program }: Experiment, text: string): string {
  folder ??= mkdtempSync(join(tmpdir(), 'pgasc-random-'));
  const path = join(folder, `seed${seed}`, source);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, program([seed]));
  return `seed ${seed}: pgasc -w ${[...flags, path].join(' ')}: ${text}`;
}
