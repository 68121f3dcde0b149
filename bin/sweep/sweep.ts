/**
 * `pgasc run --simulate=MACHINE --sweep n=64..4096 prog.upc`: the program at each point, and a table of its time, efficiency and where the time goes.
 *
 * Takes the compiled program. What it prints is shown for a run that fails alone; a sweep ends there, with its status.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { CLEARED, statusLine } from '../../runtime/launch/status-line.ts';
import type { TimeReport } from '../../runtime/simulated/spent.ts';
import { UsageError } from '../argv.ts';
import { writeOutput } from '../files.ts';
import { machineNamed } from '../machines.ts';
import { plotOf } from './plot.ts';
import { type Point, pointOf, VARIANTS } from './point.ts';
import { csvOf, tableOf } from './table.ts';
import { type Swept, sweptBy } from './values.ts';

export interface Sweep {
  readonly swept: Swept;
  readonly machine: string;
  /** Files, by what they end in: .csv, .svg. */
  readonly files: readonly string[];
  /** Words of the program's command line that are the same at each point. */
  readonly words: readonly string[];
}

/** What `--sweep`, `--sweep-to` and the words for the program ask for; undefined without. */
export function sweepIn(
  [asked, another]: readonly string[],
  files: readonly string[],
  startFlags: readonly string[],
  others: readonly string[],
): Sweep | undefined {
  const [file] = files;
  if (asked === undefined && file !== undefined) throw new UsageError(`--sweep-to=${file}: give --sweep too`);
  if (asked === undefined) return undefined;
  if (another !== undefined)
    throw new UsageError(
      `--sweep=${another}: --sweep=${asked} is there already; run the program for one, then for the other`,
    );
  const machine = startFlags.findLast((flag) => flag.startsWith('--simulate='))?.slice('--simulate='.length);
  if (!machine) throw new UsageError(`--sweep=${asked}: name the machine that is swept, as in --simulate=bgq`);
  for (const name of files) checkFile(name);
  const swept = sweptBy(asked);
  checkMachines(asked, machine, swept);
  const words = startFlags.filter((flag) => !flag.startsWith('--simulate'));
  const end = others.indexOf('--');
  const ofStart = [...words, ...(end < 0 ? others : others.slice(0, end))]; // the program takes its flags behind the source too
  checkFlags(asked, swept, ofStart);
  return { swept, machine, files, words: [...words, ...others] };
}

/** Refuses flags that a sweep gives itself. */
function checkFlags(asked: string, { name }: Swept, flags: readonly string[]): void {
  const refuse = (flag: RegExp, why: (word: string) => string) => {
    const word = flags.find((each) => flag.test(each));
    if (word !== undefined) throw new UsageError(`--sweep=${asked}: ${why(word)}`);
  };
  refuse(/^--time(=|$)/, (word) => `it tells itself where the time goes; leave out ${word}`);
  refuse(/^--simulate(=|$)/, (word) => `name the machine before the source file, not behind it: ${word}`);
  if (name === 'n') refuse(/^(-n\d*|--threads)(=|$)/, () => 'it says the numbers of threads; leave out -n');
}

/** Refuses what the machine has not, or would have twice, at any of the points. */
function checkMachines(asked: string, machine: string, swept: Swept): void {
  const flag = `--sweep=${asked}`;
  if (/(^transfers|,(fabric\.)?transfers)=/.test(`${swept.name}=,${machine}`))
    throw new UsageError(`${flag}: it compares runs with all kinds of transfers; leave out transfers=`);
  for (const value of swept.values) machineNamed(machine + changeTo(swept, value), flag);
}

/** A sweep takes minutes, so its files are checked before it begins. */
function checkFile(name: string): void {
  if (!/\.(csv|svg)$/.test(name)) throw new UsageError(`--sweep-to=${name}: the name must end in .csv or .svg`);
  const folder = dirname(name);
  if (!existsSync(folder)) throw new UsageError(`--sweep-to=${name}: there is no folder ${folder}; make it first`);
}

/** Runs all points; gives the exit status. `compiled` makes the program for a number of threads, if that is swept, and gives a status. */
export async function runSweep(
  sweep: Sweep,
  program: string,
  title: string,
  compiled: (threads?: number) => Promise<number>,
): Promise<number> {
  const { swept } = sweep;
  const points: Point[] = [];
  const beyond = new Set<string>();
  const isOfThreads = swept.name === 'n';
  const once = isOfThreads ? 0 : await compiled();
  if (once !== 0) return once;
  for (const [k, value] of swept.values.entries()) {
    const status = isOfThreads ? await compiled(Number(value)) : 0;
    if (status !== 0) return status;
    tell(`${swept.name}=${value}, ${k + 1} of ${swept.values.length}`);
    const runs = await inTurns(VARIANTS.map((variant, index) => () => runOnce(sweep, program, value, variant, index)));
    tell(undefined);
    const failed = runs.find(({ status }) => status !== 0);
    if (failed) {
      if (points.length > 0) show(sweep, title, points);
      return refuse(sweep, value, failed);
    }
    const reports = runs.map(({ report }) => report!);
    points.push(pointOf(value, reports));
    for (const text of reports.flatMap((report) => report.beyond)) beyond.add(text);
  }
  for (const text of beyond) process.stderr.write(`pgasc: ${text}\n`);
  show(sweep, title, points);
  return 0;
}

/** The table, and the files. */
function show({ swept, machine, files }: Sweep, title: string, points: readonly Point[]): void {
  writeOutput('-', `${title} on ${machine}\n${tableOf(swept, points)}\n`);
  for (const file of files)
    writeOutput(file, file.endsWith('.csv') ? csvOf(swept, points) : plotOf(`${title} on ${machine}`, swept, points));
}

/** What stands behind the machine's name at a point. */
const changeTo = ({ name }: Swept, value: string): string => (name === 'n' ? '' : `,${name}=${value}`);

interface Run {
  readonly status: number;
  readonly report?: TimeReport;
  /** What it said on both outputs. */
  readonly said: string;
}

async function runOnce(
  { swept, machine, words }: Sweep,
  program: string,
  value: string,
  variant: string,
  index: number,
): Promise<Run> {
  const threads = swept.name === 'n' ? [`-n${value}`] : [];
  const file = join(program, '..', `time-${index}.json`);
  const flags = [`--simulate=${machine}${changeTo(swept, value)}${variant}`, `--time=${file}`, ...threads];
  const { status, said } = await output([program, ...flags, ...words]);
  return status === 0 ? { status, said, report: JSON.parse(readFileSync(file, 'utf8')) } : { status, said };
}

function output(words: readonly string[]): Promise<{ status: number; said: string }> {
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-MOST_SAID);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return new Promise((resolve) => child.on('close', (status) => resolve({ status: status ?? 1, said })));
}

/** Characters that are kept of what a run says. */
const MOST_SAID = 20_000;

function refuse({ swept, machine }: Sweep, value: string, { status, said }: Run): number {
  process.stderr.write(
    `${said}pgasc: --sweep: with ${swept.name}=${value} on ${machine} the program ended with status ${status}\n`,
  );
  return status;
}

/** As many at a time as there are cores. */
async function inTurns<T>(jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let k = next++; k < jobs.length; k = next++) results[k] = await jobs[k]!();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

/** Progress where standard error is a terminal. */
function tell(what: string | undefined): void {
  if (process.stderr.isTTY) process.stderr.write(what === undefined ? CLEARED : statusLine(what));
}
