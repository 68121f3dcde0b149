/**
 * The threads of a job in this process of the operating system: all of them, in one memory or several, or a part, that the
 * process which started the job has told it (remote.ts).
 */
import { functionNames, type LibraryFactory, type ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { FAILED } from '../core/job.ts';
import { LaunchError } from '../errors.ts';
import { compileInstructions } from '../memory/instructions.ts';
import type { Layout } from '../memory/layout.ts';
import type { ProcessMemory } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';
import type { Line } from '../platform/platform.ts';
import { Recordings } from '../trace/recordings.ts';
import type { Tracing } from '../trace/tracing.ts';
import { compileProgram } from './compile.ts';
import type { Coordinator } from './coordinator.ts';
import type { LaunchFlags } from './flags.ts';
import { takeMemory } from './memories.ts';
import { ORDERS, type Orders, overLine, REPORTS, type Reports, serve } from './orders.ts';
import { type CommonData, Supervisor } from './supervisor.ts';

/** out.js, or the module that called the runtime's `start`. */
export interface ProgramFile {
  /** A path or a URL. */
  readonly file: string;
  readonly filePath: string;
}

/** Milliseconds after SIGTERM within which the coordinator ends this process, if it has heard the signal too. */
const PATIENCE_AFTER_SIGTERM = 2000;

/** What the process that starts a job tells each other one. */
export interface Part {
  readonly flags: LaunchFlags;
  /** The first rank of each process, and which of them this one is. */
  readonly firsts: readonly number[];
  readonly index: number;
  readonly layout: Layout;
  /** When recording began; undefined if nothing is recorded. */
  readonly began: number | undefined;
}

/** Starts all threads, in the memory of each process. */
export function startHere(
  coordinator: Coordinator,
  program: ProgramImage,
  file: ProgramFile,
  job: {
    readonly flags: LaunchFlags;
    readonly processes: readonly ProcessMemory[];
    readonly layout: Layout;
    readonly tracing: Tracing | undefined;
  },
): void {
  const { processes, layout, tracing } = job;
  const data = commonData(program, file, job.flags, processes, layout);
  for (const { first } of processes)
    coordinator.add((reports) => {
      const supervisor = new Supervisor(processes, first, layout, reports, tracing?.recordings);
      supervisor.start(data);
      return supervisor;
    });
}

function commonData(
  program: ProgramImage,
  { file, filePath }: ProgramFile,
  flags: LaunchFlags,
  processes: readonly ProcessMemory[],
  layout: Layout,
): CommonData {
  return {
    processes,
    layout,
    polite: flags.polite,
    bulkModule: compileInstructions(),
    module: 'webassembly' in program ? compileProgram(program, layout) : undefined,
    arguments: [filePath, ...flags.arguments],
    file,
    filePath,
  };
}

/** Runs a part of a job, which comes over the line: this process ends when the line does. */
export function runPart(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
  line: Line,
): void {
  const reports = overLine<Reports>(REPORTS, line);
  let supervisor: Supervisor | undefined;
  leaveSignals();
  line.onMessage((message: Part | unknown[]) => {
    if (!Array.isArray(message)) supervisor = startPart(program, libraries, file, message, reports);
    else if (supervisor !== undefined) serve<Orders>(ORDERS, supervisor, message);
    else if (message[0] === ('exit' satisfies keyof Orders)) platform.exit(FAILED); // it was refused
  });
  line.onEnd(() => (supervisor === undefined ? platform.exit(FAILED) : supervisor.exit()));
}

/** A signal to the group of processes, as Ctrl-C is, is the coordinator's. One that was meant for this process alone ends it. */
function leaveSignals(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR1']) platform.onSignal(signal, () => {});
  platform.onSignal('SIGTERM', () => setTimeout(() => platform.exitBy('SIGTERM'), PATIENCE_AFTER_SIGTERM));
}

function startPart(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
  { flags, firsts, index, layout, began }: Part,
  reports: Reports,
): Supervisor | undefined {
  try {
    const own = takeMemory(layout);
    const processes = firsts.map((first, each) => ({ first, memory: each === index ? own : undefined }));
    const job = { threads: layout.threads, network: network.name, library: () => functionNames(libraries) };
    const { trace } = flags.tracing;
    const descriptor = trace === undefined ? undefined : platform.files.append(trace);
    const recordings = began === undefined ? undefined : new Recordings(program, job, began, descriptor);
    const threads = range(firsts[index]!, firsts[index + 1] ?? layout.threads);
    const finished = (damage: string) => reports.finished(damage, recordings?.bytesOf(threads) ?? []);
    const supervisor = new Supervisor(processes, firsts[index]!, layout, { ...reports, finished }, recordings);
    supervisor.start(commonData(program, file, flags, processes, layout));
    return supervisor;
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    reports.refused(error.message);
    return undefined;
  }
}

/** The integers [first, end). */
function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}
