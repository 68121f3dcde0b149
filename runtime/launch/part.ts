/**
 * The threads of a job in this process of the operating system: all of them, in one memory or several, or a part, that the
 * process which started the job has told it (remote.ts).
 */
import { functionNames, type LibraryFactory, type ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { FAILED } from '../core/job.ts';
import { LaunchError, notMapped } from '../errors.ts';
import { compileInstructions } from '../memory/instructions.ts';
import type { Layout } from '../memory/layout.ts';
import { mostRanks, type ProcessMemory } from '../memory/memories.ts';
import { platform } from '../platform/linked.ts';
import type { Code, Line } from '../platform/platform.ts';
import { Recordings } from '../trace/recordings.ts';
import { Spool } from '../trace/spool.ts';
import type { Tracing } from '../trace/tracing.ts';
import { isFrozen } from './beginning.ts';
import { bindProcess } from './binding.ts';
import { compileProgram } from './compile.ts';
import type { Coordinator } from './coordinator.ts';
import { timeHere } from './farclock.ts';
import type { LaunchFlags } from './flags.ts';
import { difference, type Identity, identityOf } from './identity.ts';
import { Mapping } from './mapping.ts';
import { takeMemory } from './memories.ts';
import { ORDERS, type Orders, overLine, REPORTS, type Reports, serve } from './orders.ts';
import { say, writeAll } from './output.ts';
import { askedBy } from './simulated-flags.ts';
import { type CommonData, Supervisor } from './supervisor.ts';

/** out.js, or the module that called the runtime's `start`. */
export interface ProgramFile extends Code {
  readonly filePath: string;
}

/** Milliseconds after SIGTERM within which the coordinator ends this process, if it has heard the signal too. */
const PATIENCE_AFTER_SIGTERM = 2000;

/** What the process that starts a job tells each other one. */
export interface Part {
  readonly identity: Identity;
  readonly flags: LaunchFlags;
  /** The first rank of each process, and which of them this one is. */
  readonly firsts: readonly number[];
  readonly index: number;
  /** The host of each process, by number. */
  readonly hosts: readonly number[];
  readonly layout: Layout;
  /** When recording began; undefined if nothing is recorded. */
  readonly began: number | undefined;
  /** The process is on another host than the one that has started the job. */
  readonly isFar: boolean;
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
  { file, filePath, isScript }: ProgramFile,
  flags: LaunchFlags,
  processes: readonly ProcessMemory[],
  layout: Layout,
): CommonData {
  return {
    processes,
    layout,
    polite: flags.simulate ? true : flags.polite,
    asked: askedBy(flags),
    labels: flags.labels,
    awaitsBeginning: processes.length > 1 || isFrozen(),
    outlivesProcesses: flags.failedImages,
    bulkModule: compileInstructions(),
    module: 'webassembly' in program ? compileProgram(program, layout) : undefined,
    arguments: [filePath, ...flags.arguments],
    file,
    isScript,
    filePath,
  };
}

/** Runs a part of a job, which comes over the line: this process ends when the line does, `lost` first if it was not told to. */
export function runPart(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
  line: Line,
  lost = () => {},
): void {
  const reports = overLine<Reports>(REPORTS, line);
  let supervisor: Supervisor | undefined;
  let beginning: Beginning | undefined;
  leaveSignals();
  line.onMessage((message: Part | unknown[]) => {
    const orders = supervisor ?? beginning;
    if (Array.isArray(message) && orders !== undefined) serve<Orders>(ORDERS, orders, message);
    else if (Array.isArray(message))
      serve(['exit'], platform, message); // there will be no part
    else
      beginning = new Beginning(message, reports, identityOf(file.filePath), (part, own) => {
        supervisor = startPart(program, libraries, file, part, own, reports);
      });
  });
  line.onEnd(() => {
    if (!supervisor?.isExiting) lost();
    return supervisor === undefined ? platform.exit(FAILED) : supervisor.exit(FAILED);
  });
}

/** A signal to the group of processes, as Ctrl-C is, is the coordinator's. One that was meant for this process alone ends it. */
function leaveSignals(): void {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR1']) platform.onSignal(signal, () => {});
  platform.onSignal('SIGTERM', () => setTimeout(() => platform.exitBy('SIGTERM'), PATIENCE_AFTER_SIGTERM));
}

/** Before there are threads: the process takes its memory, and may map those of its host's others. `begin` starts the threads. */
class Beginning implements Orders {
  /** What comes next when all processes have told of the last step. */
  private next: (all: readonly Uint8Array[]) => void = () => {};

  constructor(
    private readonly part: Part,
    private readonly reports: Reports,
    identity: Identity,
    private readonly begin: (part: Part, own: WebAssembly.Memory) => void,
  ) {
    this.orRefused(() => {
      const unlike = difference(part.index, identity, part.identity);
      if (unlike !== undefined) throw new LaunchError(unlike);
      if (part.flags.bind) bind(part);
      const own = takeMemory(part.layout);
      if (part.layout.isMapped) this.map(own);
      else begin(part, own);
    });
  }

  private map(own: WebAssembly.Memory): void {
    const mapping = new Mapping(own, this.part);
    this.next = (offers) => {
      this.next = (results) => this.orRefused(() => this.goOn(own, mapping.agree(results)));
      this.reports.exchange(mapping.accept(offers));
    };
    this.reports.exchange(mapping.offer());
  }

  /** `why` there is no mapping: each process has its own ranks' regions. */
  private goOn(own: WebAssembly.Memory, why: string | undefined): void {
    const { part } = this;
    const { layout, firsts, index } = part;
    if (why && index === 0) writeAll(2, new TextEncoder().encode(`pgasc: ${notMapped(why)}\n`));
    const unmapped = { ...layout, isMapped: false, regions: mostRanks(layout.threads, firsts) };
    this.begin(why === undefined ? part : { ...part, layout: unmapped }, own);
  }

  private orRefused(action: () => void): void {
    try {
      action();
    } catch (error) {
      if (!(error instanceof LaunchError)) throw error;
      this.reports.refused(error.message);
    }
  }

  exchanged(all: readonly Uint8Array[]): void {
    this.next(all);
  }

  finish(): void {
    this.next = () => {};
    this.reports.finished('', []);
  }

  exit(status: number): void {
    platform.exit(status);
  }

  /** There is nothing to be read yet. */
  read(question: number): void {
    this.reports.words(question, []);
  }

  tellTime(question: number): void {
    this.reports.time(question, timeHere());
  }

  tellTrace(): void {
    this.reports.traced(new Uint8Array());
  }

  together(): void {}
  over(): void {}
  forsake(): void {}
  gone(): void {}
}

/** To cores of its own, and says so if that is wanted. */
function bind({ index, firsts, hosts, layout: { threads }, flags }: Part): void {
  const cores = bindProcess({ index, firsts, hosts, threads });
  if (flags.verbose) say(`process ${index}: on cores ${cores.join(', ')}`);
}

function startPart(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: ProgramFile,
  { flags, firsts, hosts, index, layout, began, isFar }: Part,
  own: WebAssembly.Memory,
  reports: Reports,
): Supervisor {
  const processes = firsts.map((first, each) => ({
    first,
    host: hosts[each]!,
    memory: each === index ? own : undefined,
  }));
  const { trace, limit, sample } = flags.tracing;
  const job = {
    threads: layout.threads,
    network: network.name,
    limit,
    sample,
    library: () => functionNames(libraries),
  };
  const spool = isFar && trace !== undefined ? new Spool() : undefined;
  const descriptor = spool?.descriptor ?? (trace === undefined ? undefined : platform.files.append(trace));
  const recordings = began === undefined ? undefined : new Recordings(program, job, began, descriptor);
  const threads = range(firsts[index]!, firsts[index + 1] ?? layout.threads);
  const told: Reports = {
    ...reports,
    finished: (damage) => reports.finished(damage, recordings?.bytesOf(threads) ?? []),
    traced: (none) => reports.traced(spool?.next() ?? none),
  };
  const supervisor = new Supervisor(processes, firsts[index]!, layout, told, recordings);
  supervisor.start(commonData(program, file, flags, processes, layout));
  return supervisor;
}

/** The integers [first, end). */
function range(first: number, end: number): number[] {
  return Array.from({ length: end - first }, (_, i) => first + i);
}
