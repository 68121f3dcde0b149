/** A run: compiles the program, starts it as a job in workers, and says how it ended. */
import type { Compilation, CompileOptions } from '../../../compiler/api.ts';
import { Job } from '../../../runtime/platform/browser/job.ts';
import type { Run } from '../../../runtime/platform/browser/outputring.ts';
import type { Contents } from '../../../runtime/platform/browser/tree.ts';
import { type Program, wordsOf } from '../../shown/program.ts';
import type { OfferedMachine } from '../catalogue.ts';
import type { Compiler } from './compiler.ts';
import { placeThatAsks } from './fixed-threads.ts';
import { MATRIX_FILE } from './matrix.ts';
import { TRACE_FILE } from './trace.ts';

export interface RunEvents {
  /** What it does now, for people. */
  state(text: string, isBusy: boolean): void;
  compiled(compilation: Compilation): void;
  output(descriptor: number, bytes: Uint8Array, runs: readonly Run[]): void;
  files(contents: Contents): void;
  note(text: string): void;
  /** A slowed run has begun, which goes on by turns. */
  slowed(turns: (count: number) => void): void;
  /** Lines of its trace, as it happens. */
  shown(lines: string): void;
}

/** What of a run is to be seen besides its output: nothing, its record when it is over, or its accesses as they happen as well. */
export type Seen = 'output' | 'record' | 'accesses';

/** Milliseconds: of a program that prints nothing nobody can tell when it has started. */
const LONGEST_START = 5000;
/** Milliseconds that a program has to end by Ctrl-C. */
const PATIENCE = 2000;
/** Of the timeline: a page draws no more. */
const TRACE_LIMIT = '8M';
const SCRIPTS = {
  job: new URL('page/job-worker.js', location.href).href,
  thread: new URL('page/thread-worker.js', location.href).href,
};

export class Runner {
  private job: Job | undefined;
  isBusy = false;
  private begun: Promise<void> = Promise.resolve();
  private begins: () => void = () => {};

  constructor(
    private readonly compiler: Compiler,
    private readonly events: RunEvents,
  ) {}

  /** Until what is being started has begun to print, or is over. */
  async calm(): Promise<void> {
    await Promise.race([this.begun, new Promise((wait) => setTimeout(wait, LONGEST_START))]);
  }

  get isRunning(): boolean {
    return this.job !== undefined;
  }

  /** `machine`: where the program's place is one of the simulator. */
  async run(program: Program, machine: OfferedMachine | undefined, seen: Seen, files: Contents): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.begun = new Promise((resolve) => (this.begins = resolve));
    this.events.state('Compiling', true);
    try {
      const network = machine?.network ?? program.place;
      const { optimize, debug } = program;
      const isRecorded = seen !== 'output';
      const options = { network, optimize, debug, trace: isRecorded, simulate: machine !== undefined };
      const compilation = await this.compile(program, options);
      this.events.compiled(compilation);
      if (compilation.code === undefined) this.ended('Not run: there are errors');
      else this.start(compilation, argumentsOf(program, machine, isRecorded), files, seen === 'accesses');
    } catch (error) {
      this.events.note(`pgasc: ${(error as Error).message}\n`);
      this.ended('Not run');
    }
  }

  /** For the threads of the run alone where that is needed. */
  private async compile({ files, threads }: Program, options: CompileOptions): Promise<Compilation> {
    const compilation = await this.compiler.compile(files, options);
    const place = placeThatAsks(compilation);
    if (place === undefined) return compilation;
    this.events.note(`pgasc: compiled with -T=${threads}, as ${place} needs a fixed number of threads\n`);
    return this.compiler.compile(files, { ...options, threads });
  }

  input(text: string | undefined): void {
    this.job?.input(text === undefined ? undefined : new TextEncoder().encode(text));
  }

  stop(): void {
    const { job } = this;
    job?.signal('SIGINT');
    setTimeout(() => job?.kill(), PATIENCE);
  }

  private start({ code, map }: Compilation, words: readonly string[], files: Contents, isSlowed: boolean): void {
    const start = performance.now();
    this.job = new Job(
      { code: code!, arguments: words, files, isSlowed, ...(map !== undefined && { map }) },
      {
        output: (descriptor, bytes, taken, runs) => {
          this.begins();
          this.events.output(descriptor, bytes, runs);
          taken();
        },
        files: this.events.files,
        shown: this.events.shown,
        ended: (status) => this.ended(`Ended with status ${status} after ${spanSince(start)}`),
      },
      SCRIPTS,
    );
    const { pace } = this.job;
    if (pace !== undefined) this.events.slowed((count) => pace.give(count));
    this.events.state(isSlowed ? 'Running, slowed' : 'Running', true);
  }

  private ended(text: string): void {
    this.job = undefined;
    this.isBusy = false;
    this.begins();
    this.events.state(text, false);
  }
}

function spanSince(start: number): string {
  const span = performance.now() - start;
  return span < 1000 ? `${Math.round(span)} ms` : `${(span / 1000).toFixed(2)} s`;
}

function argumentsOf(program: Program, machine: OfferedMachine | undefined, isRecorded: boolean): string[] {
  return [
    ...['-n', String(program.threads)],
    ...(machine === undefined ? [] : [`--simulate=${machine.name}`, '--time']),
    ...(isRecorded ? [`--matrix=${MATRIX_FILE}`, `--trace=${TRACE_FILE}`, `--trace-limit=${TRACE_LIMIT}`] : []),
    ...wordsOf(program.arguments),
  ];
}
