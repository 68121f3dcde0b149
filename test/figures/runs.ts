/**
 * Runs the figures' programs: each source is compiled once, and what a run prints is stored (stored.ts). A run that is marked long is done when that is
 * asked for; else what is stored of it stands, unless the preset is another one now.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Children } from './children.ts';
import { commandOf } from './commands.ts';
import { type Line, NotRun, type Point, type Run } from './figure.ts';
import type { StoredRun, StoredRuns } from './stored.ts';

/** Few ranks and small sizes; what does not take long; all; nothing. */
export type Mode = 'quick' | 'short' | 'long' | 'draw';

export interface Settings {
  readonly root: string;
  /** Where compiled programs are. */
  readonly kept: string;
  readonly mode: Mode;
  networkOf(machine: string): string;
  valuesOf(machine: string): string;
}

export class Runs {
  private readonly compiled = new Map<string, Promise<string>>();
  private readonly outputs = new Map<string, Promise<string>>();

  constructor(
    private readonly settings: Settings,
    private readonly children: Children,
    private readonly stored: StoredRuns,
  ) {
    mkdirSync(settings.kept, { recursive: true });
  }

  /** What is run for it: less with --quick. */
  actual(run: Run): Run {
    return this.settings.mode === 'quick' ? { ...run, ...run.quick } : run;
  }

  /** Throws NotRun with the reason. */
  output(run: Run): Promise<string> {
    const actual = this.actual(run);
    const command = commandOf(actual);
    const output = this.outputs.get(command) ?? this.found(actual, command);
    this.outputs.set(command, output);
    return output;
  }

  /** The points of a line of the models, stored where they take long. */
  model(name: string, machines: readonly string[], line: Line): readonly Point[] {
    if (line.isSlow !== true || this.settings.mode === 'quick') return line.points([]);
    const machine = machines.map((each) => this.machineHash(each)).join(' ');
    const known = this.stored.of(name);
    if (known?.machine === machine && this.settings.mode !== 'long') return JSON.parse(known.output);
    const begun = performance.now();
    const points = line.points([]);
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    this.stored.keep(name, {
      hash: '',
      machine,
      output: JSON.stringify(points),
      seconds,
      mebibytes: undefined,
      date: today(),
    });
    return points;
  }

  /** What is known of one that has been done. */
  told(run: Run): StoredRun | undefined {
    return this.settings.mode === 'quick' ? undefined : this.stored.of(commandOf(run));
  }

  private async found(run: Run, command: string): Promise<string> {
    const { mode } = this.settings;
    const isDone = mode === 'draw' || (run.isLong === true && mode === 'short');
    if (isDone) return this.storedOutput(run, command);
    const program = await this.program(run);
    const hash = this.hashOf(program, run);
    const known = this.stored.of(command);
    if (known?.hash === hash && mode !== 'quick') return known.output;
    return this.run(run, command, program, hash);
  }

  private storedOutput({ machine, isLong }: Run, command: string): string {
    const known = this.stored.of(command);
    const how = `npm run figures -- ${isLong ? '--long' : ''}`.trim();
    if (known === undefined) throw new NotRun(`not run yet: ${how}`);
    if (known.machine !== this.machineHash(machine)) throw new NotRun(`run with another preset: ${how}`);
    return known.output;
  }

  private async run(run: Run, command: string, program: string, hash: string): Promise<string> {
    const times = join(this.settings.kept, `${hash}.json`);
    const job = ['-n', String(run.ranks), ...(run.job ?? []), ...(run.isTimed ? [`--time=${times}`] : [])];
    const words = [program, `--simulate=${run.machine}`, ...job, '--', ...(run.arguments ?? [])];
    const ran = await this.children.run(command, words, run.environment);
    const ended = run.isTimed ? { ...ran, output: ran.output + timesIn(readFileSync(times, 'utf8')) } : ran;
    const date = today();
    if (this.settings.mode !== 'quick')
      this.stored.keep(command, { hash, machine: this.machineHash(run.machine), ...ended, date });
    return ended.output;
  }

  private machineHash(machine: string): string {
    return createHash('sha256').update(this.settings.valuesOf(machine)).digest('hex').slice(0, 16);
  }

  private hashOf(program: string, { machine, ranks, job = [], environment = {}, ...run }: Run): string {
    const given = [machine, this.settings.valuesOf(machine), ranks, run.arguments ?? [], job, environment];
    const hash = createHash('sha256').update(readFileSync(program)).update(JSON.stringify(given));
    return hash.digest('hex').slice(0, 16);
  }

  private program({ program, flags = [], machine }: Run): Promise<string> {
    const words = ['-simulate', `-network=${this.settings.networkOf(machine)}`, '-O2', ...flags, program];
    const key = words.join(' ');
    const file = this.compiled.get(key) ?? this.compile(key, words);
    this.compiled.set(key, file);
    return file;
  }

  private async compile(key: string, words: readonly string[]): Promise<string> {
    const { kept, root } = this.settings;
    const file = join(kept, `${createHash('sha256').update(key).digest('hex').slice(0, 16)}.js`);
    await this.children.run(`compile ${key}`, [join(root, 'bin/pgasc'), ...words, '-o', file]);
    return file;
  }
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** As points: seconds of a rank on average, in its own code, in the network's library and waiting. */
function timesIn(report: string): string {
  const { own, library, waiting } = JSON.parse(report) as Record<string, number>;
  return `own 0 ${own}\nlibrary 0 ${library}\nwaiting 0 ${waiting}\n`;
}
