/**
 * Implementation of --stats, --trace and --matrix, from the job's start to its end: the supervisor's part of tracing.
 *
 * It opens the files, allocates each thread's ledger, and writes the reports when the job is over, however it ended.
 */
import type { ProgramImage } from '../abi.ts';
import { LaunchError } from '../errors.ts';
import { platform } from '../platform/linked.ts';
import { beginning, closing, limitReached, withTimes } from './chrome.ts';
import { appendWhole } from './journal.ts';
import { FULL_SINCE, REACHED } from './ledger.ts';
import { matrixCsv } from './matrix.ts';
import { matrixSvg } from './matrix-svg.ts';
import { clockSince } from './recorder.ts';
import { type RecordedJob, Recordings } from './recordings.ts';
import { reportText } from './report.ts';
import { type Summary, summarizeThread } from './summary.ts';
import { attempt } from './writable.ts';

/** The flags. */
export interface TracingFlags {
  /** File of the report; empty for standard error. */
  readonly stats?: string;
  readonly trace?: string;
  /** Bytes that the trace file may have, about. */
  readonly limit: number;
  /** Of so many operations one is written there. */
  readonly sample: number;
  readonly matrix: readonly string[];
}

/** The job, and the host of each thread. */
export interface TracedJob extends RecordedJob {
  readonly hosts: readonly string[];
}

/** A clock that tells other times than this one's: how far it is ahead at a time of its own, in milliseconds since 1970. */
export interface OtherClock {
  aheadAt(time: number): number;
  readonly text: string;
}

/** Tracing of a job; undefined if nothing is recorded. */
export function startTracing(
  program: ProgramImage,
  flags: TracingFlags,
  variables: Readonly<Record<string, string | undefined>>,
  job: TracedJob,
): Tracing | undefined {
  const asked = askedBy(flags);
  if (!program.traced) {
    if (asked !== undefined) throw new LaunchError(notInstrumented(asked, program.name));
    if (variables.PGAS_STATSFILE) appendWhole(2, `pgasc: ${notInstrumented('PGAS_STATSFILE', program.name)}\n`);
    return undefined;
  }
  const stats = flags.stats ?? (variables.PGAS_STATSFILE || undefined);
  if (asked === undefined && stats === undefined && !variables.PGAS_TRACEFILE) return undefined;
  checkMatrix(flags.matrix);
  return new Tracing(program, stats === undefined ? flags : { ...flags, stats }, job);
}

/** The first flag that is set; undefined if none is. */
export function askedBy({ stats, trace, matrix }: TracingFlags): string | undefined {
  if (stats !== undefined) return '--stats';
  if (trace !== undefined) return '--trace';
  return matrix.length > 0 ? '--matrix' : undefined;
}

function notInstrumented(asked: string, program: string): string {
  const flag = asked === 'PGAS_STATSFILE' ? '-trace' : asked;
  return `${asked}: ${program} was compiled without -trace, so it records nothing; compile it with pgasc -trace, or use pgasc run ${flag}, the flag before the source`;
}

function checkMatrix(files: readonly string[]): void {
  for (const file of files)
    if (!/\.(csv|svg)$/.test(file)) throw new LaunchError(`--matrix=${file}: the name must end in .csv or .svg`);
}

export class Tracing {
  readonly recordings: Recordings;
  /** In milliseconds since 1970. */
  readonly start = platform.clock.origin + platform.clock.milliseconds();
  /** For each other clock a line of the report. */
  clocks: readonly string[] = [];
  private readonly now = clockSince(this.start);
  private readonly descriptor: number | undefined;

  constructor(
    private readonly program: ProgramImage,
    private readonly flags: TracingFlags,
    private readonly job: TracedJob,
  ) {
    this.descriptor = flags.trace === undefined ? undefined : this.openTrace(flags.trace);
    this.recordings = new Recordings(program, job, this.start, this.descriptor);
    for (const file of this.reportFiles()) attempt(file, () => platform.files.replace(file, ''));
  }

  /** The job is over: writes all reports. Returns what is to be said of it: reports that could not be written, a trace that is not whole. */
  finish(status: number): string[] {
    const time = this.recordings.ledgers.reduce((latest, { file }) => Math.max(latest, file[REACHED]!), this.now());
    try {
      if (this.descriptor !== undefined) this.closeTrace(this.descriptor, time, status);
      this.writeReports(this.summarize(time, status));
      return this.limitText();
    } catch (error) {
      return [`cannot write the report: ${(error as Error).message}`];
    }
  }

  private limitText(): string[] {
    const full = this.fullSince.filter((since) => since > 0);
    if (full.length === 0) return [];
    const { trace, limit } = this.flags;
    const since = (Math.min(...full) / 1e9).toFixed(3);
    return [
      `${trace} is as large as it may be (${limit} bytes), and lacks what ${full.length} of ${this.job.threads} threads did after ${since} s ` +
        `or later: --trace-limit=SIZE allows more, --trace-sample=N writes one operation of N, PGAS_TRACEMASK chooses kinds`,
    ];
  }

  private reportFiles(): string[] {
    const { stats, matrix } = this.flags;
    return stats ? [...this.statsFiles(stats), ...matrix] : [...matrix];
  }

  /** A % in the name gives a report of each thread. */
  private statsFiles(name: string): string[] {
    if (!name.includes('%')) return [name];
    return Array.from({ length: this.job.threads }, (_, thread) => name.replaceAll('%', String(thread)));
  }

  private openTrace(file: string): number {
    return attempt(file, () => {
      const title = `${this.program.name}, network ${this.job.network}`;
      platform.files.replace(file, beginning(title, this.job.hosts));
      return platform.files.append(file);
    });
  }

  /** Writes the threads' buffered events, and ends the array. */
  private closeTrace(descriptor: number, time: number, status: number): void {
    this.recordings.close(Array.from({ length: this.job.threads }, (_, thread) => thread));
    for (const [thread, since] of this.fullSince.entries())
      if (since > 0) appendWhole(descriptor, limitReached(thread, since));
    appendWhole(descriptor, closing(time, status));
    platform.files.close(descriptor);
  }

  /** For each thread: when the trace file had its share, in nanoseconds since the start; 0 if it never did. */
  private get fullSince(): number[] {
    return this.recordings.ledgers.map(({ file }) => file[FULL_SINCE]!);
  }

  /** Lines of a trace that another host's process has written, by its clock. */
  takeLines(bytes: Uint8Array, clock: OtherClock | undefined): void {
    if (this.descriptor === undefined) return;
    const lines = new TextDecoder().decode(bytes);
    const here = (time: number) => Math.max(time - (clock?.aheadAt(this.start + time / 1e6) ?? 0) * 1e6, 0);
    appendWhole(this.descriptor, withTimes(lines, here));
  }

  private summarize(time: number, status: number): Summary {
    const { operations, ledgers } = this.recordings;
    return {
      program: this.program.name,
      network: this.job.network,
      seconds: time / 1e9,
      ...{ status, operations, places: this.program.places!, hosts: this.job.hosts, clocks: this.clocks },
      threads: ledgers.map((ledger, thread) => summarizeThread(thread, ledger, operations.length)),
    };
  }

  private writeReports(summary: Summary): void {
    const { stats, matrix } = this.flags;
    if (stats === '') appendWhole(2, reportText(summary));
    else if (stats?.includes('%'))
      this.statsFiles(stats).forEach((file, i) => {
        platform.files.replace(file, reportText({ ...summary, threads: [summary.threads[i]!] }));
      });
    else if (stats !== undefined) platform.files.replace(stats, reportText(summary));
    for (const file of matrix) {
      const text = file.endsWith('.csv') ? matrixCsv(summary.threads) : matrixSvg(summary.program, summary.threads);
      platform.files.replace(file, text);
    }
  }
}
