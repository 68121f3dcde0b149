/**
 * The main thread of the process: starts a worker for each UPC thread, waits, and ends the process.
 *
 * It runs no program code, so it is always there to notice that a thread died, that the job is over, or that the user
 * pressed Ctrl-C. At the end it takes the output lock for ever and writes what threads had printed without an end of line.
 */
import {
  ADDRESSABLE,
  functionNames,
  type LibraryFactory,
  type ProgramImage,
  STDOUT_BYTES,
  STDOUT_PENDING,
} from '../abi.ts';
import { network } from '../conduits/linked.ts';
import { rouseAll } from '../core/bell.ts';
import { isStuck } from '../core/deadlock.ts';
import { FAILED } from '../core/job.ts';
import { tryAcquire } from '../core/mutex.ts';
import { rollCall } from '../core/rollcall.ts';
import { ENDED } from '../core/states.ts';
import type { Views } from '../core/views.ts';
import { deadlock, inUnits, LaunchError, whereThreadsAre } from '../errors.ts';
import { HERE, JOB_END, JOB_STATUS, OUTPUT_LOCK, OVER, STARTED, STATE, STATUS, TOGETHER } from '../memory/control.ts';
import { fillGuards, overwrittenGuards } from '../memory/guards.ts';
import { compileInstructions } from '../memory/instructions.ts';
import { type Layout, type LayoutRequest, layOut } from '../memory/layout.ts';
import { type ProcessMemory, spaceOf } from '../memory/memories.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { networkArea } from '../network.ts';
import { platform } from '../platform/linked.ts';
import type { StartedThread } from '../platform/platform.ts';
import { startTracing, type Tracing } from '../trace/tracing.ts';
import { compileProgram } from './compile.ts';
import { answerExchange, type ExchangeRequest } from './exchange.ts';
import { type LaunchFlags, parseFlags } from './flags.ts';
import { writeAll } from './output.ts';
import type { ThreadData } from './thread.ts';

const PAGE = 65536;
const MIB = 2 ** 20;
/** JavaScript's own stack, on which calls nest, grows with --stack. */
const LEAST_CALL_STACK = 64;
const CALL_STACK_PER_STACK = 8;
const LARGEST_CALL_STACK = 1000;
/** How long the output lock may be held by a thread whose pipe is full once a signal has come. */
const PATIENCE_AFTER_SIGNAL = 100;
/** How long a thread may take to say why it ended the job, should its worker die over it. */
const PATIENCE_FOR_REPORT = 1000;
/** How long threads may take to stop once a signal has come. */
const PATIENCE_FOR_THREADS = 500;
/** Workers that are started before the main thread looks at what has happened. */
const STARTED_AT_ONCE = 8;
/** Milliseconds between looks whether threads of several processes can go on. */
const DEADLOCK_LOOKS = 200;
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** Asks where the threads are; they go on. */
const QUESTION = 'SIGUSR1';

/** Starts the job; the process ends when it does. `file` is out.js. Throws LaunchError. */
export function supervise(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  file: string,
  filePath: string,
): void {
  const flags = parseFlags(platform.arguments, platform.variables());
  const cores = platform.cores;
  const request = decideRequest(program, flags, cores);
  const [processes, layout] = takeMemories(request, decideProcesses(flags, request.threads));
  const module = 'webassembly' in program ? compileProgram(program, layout) : undefined;
  const job = { threads: layout.threads, network: network.name, library: () => functionNames(libraries) };
  const tracing = startTracing(program, flags.tracing, platform.variables(), job);
  new Supervisor(processes, layout, tracing, program.places).start(flags, module, file, filePath);
}

function decideRequest(program: ProgramImage, flags: LaunchFlags, cores: number): LayoutRequest {
  if (flags.conduit !== undefined && flags.conduit !== network.name)
    throw new LaunchError(
      `--conduit=${flags.conduit}: this program was linked for ${network.name}; compile it with -network=${flags.conduit}`,
    );
  const threads = decideThreads(program, flags, cores);
  return {
    ...flags,
    threads,
    network: networkArea(threads),
    privateEnd: program.privateEnd,
    coarrays: program.coarrays,
    shadow: program.debug,
    sharedEnd: program.sharedEnd,
    ...(flags.sharedHeap === undefined && program.sharedHeap > 0 && { sharedHeap: program.sharedHeap }),
  };
}

/** A program compiled for a number of threads runs with that number; PGAS_THREADS is for the others. */
function decideThreads(program: ProgramImage, { threads: wanted, threadsFlag }: LaunchFlags, cores: number): number {
  if (program.threads === 0) return wanted ?? (program.serial ? 1 : cores);
  if (threadsFlag !== undefined && wanted !== program.threads)
    throw new LaunchError(
      `${threadsFlag} ${wanted}: ${program.name} was compiled for ${program.threads} threads (-T=${program.threads}); ` +
        `compile it with -T=${wanted}, or without -T to choose at run time`,
    );
  return program.threads;
}

/** The first rank of each process. */
function decideProcesses({ processes = 1 }: LaunchFlags, threads: number): readonly number[] {
  if (processes > 1 && !network.separate)
    throw new LaunchError(
      `--processes ${processes}: ${network.name} has one process; compile the program with -network=sfi, verbs or pami for several`,
    );
  if (processes > threads)
    throw new LaunchError(
      `--processes ${processes}: ${threads} threads are fewer than the processes; use -n ${processes} or more`,
    );
  return Array.from({ length: processes }, (_, process) => Math.floor((process * threads) / processes));
}

const LEAST_ADDRESSES = 2 ** 22;

/**
 * Lays out and reserves as much address space as the system gives (memory is taken only as it is touched), for each process
 * with the ranks beginning at `firsts`: where it is limited, by halves, down to what the program and the flags ask for.
 */
export function takeMemories(request: LayoutRequest, firsts: readonly number[] = [0]): [ProcessMemory[], Layout] {
  for (let addresses = ADDRESSABLE; ; addresses /= 2) {
    const layout = layOut({ ...request, addresses });
    const pages = (layout.threads * 2 ** layout.shift) / PAGE;
    try {
      const take = () => new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
      return [firsts.map((first) => ({ first, memory: take() })), layout];
    } catch {
      if (addresses <= LEAST_ADDRESSES)
        throw new LaunchError(
          `the system does not give ${inUnits(firsts.length * pages * PAGE)} of shared memory: use fewer threads (-n), smaller --shared-heap and --heap, or raise the limit of address space (ulimit -v)`,
        );
    }
  }
}

/** Size of JavaScript's stack for a thread, in MiB. */
export function callStackOf({ stackTop, staticsEnd }: Layout): number {
  const wanted = Math.ceil(((stackTop - staticsEnd) * CALL_STACK_PER_STACK) / MIB);
  return Math.min(Math.max(wanted, LEAST_CALL_STACK), LARGEST_CALL_STACK);
}

class Supervisor {
  /** Of each process. */
  private readonly spaces: readonly Space[];
  private readonly workers: StartedThread[] = [];
  /** Of each process that waits for the others'. */
  private exchanging: ExchangeRequest[] = [];
  /** All is written, and the process ends. */
  private isOver = false;

  constructor(
    private readonly processes: readonly ProcessMemory[],
    private readonly layout: Layout,
    private readonly tracing: Tracing | undefined,
    private readonly places: readonly string[] | undefined,
  ) {
    this.spaces = processes.map(({ first }) => spaceOf(processes, first, layout));
    for (let thread = 0; thread < layout.threads; thread++) fillGuards(this.spaceOf(thread), layout, thread);
  }

  start(flags: LaunchFlags, module: WebAssembly.Module | undefined, file: string, filePath: string): void {
    const data: Omit<ThreadData, 'thread' | 'recording'> = {
      processes: this.processes,
      layout: this.layout,
      polite: flags.polite,
      bulkModule: compileInstructions(),
      module,
      arguments: [filePath, ...flags.arguments],
      file,
      filePath,
    };
    this.startThreads(file, data, 0);
    if (this.spaces.length > 1) setInterval(() => this.lookForDeadlock(), DEADLOCK_LOOKS);
    for (const [signal, number] of Object.entries(SIGNALS))
      platform.onSignal(signal, () => this.interrupted(signal, 128 + number));
    platform.onSignal(QUESTION, () => this.tellThreads(QUESTION));
  }

  /** Starts the threads from `first` on, some at a time: a signal is heard between. */
  private startThreads(file: string, data: Omit<ThreadData, 'thread' | 'recording'>, first: number): void {
    if (this.isOver) return;
    const end = Math.min(first + STARTED_AT_ONCE, this.layout.threads);
    const withServers = network.progressThread?.wanted(platform.variables());
    for (let thread = first; thread < end; thread++) {
      this.startWorker(file, { ...data, thread, recording: this.tracing?.recordingOf(thread) });
      if (withServers) this.startWorker(file, { ...data, thread, recording: undefined, servesOnly: true });
    }
    if (end < this.layout.threads) setTimeout(() => this.startThreads(file, data, end), 0);
  }

  private startWorker(file: string, data: ThreadData): void {
    const worker = platform.threads.start(file, data, callStackOf(this.layout), {
      told: (request: ExchangeRequest | 0) => (request === 0 ? this.look() : this.exchange(data.thread, request)),
      failed: (reason) => this.died(data.thread, reason),
      ended: () => this.died(data.thread, 'its worker ended'),
    });
    this.workers.push(worker);
  }

  /** No process sees all threads; this one has all memories. */
  private lookForDeadlock(): void {
    if (this.isEnding() || !isStuck(this.views())) return;
    this.fail(this.spaceOf(0), deadlock('threads', this.rollCall()));
  }

  /** A process tells the others something: they wait until all have. */
  private exchange(thread: number, request: ExchangeRequest): void {
    this.exchanging[this.processes.findLastIndex(({ first }) => first <= thread)] = request;
    const all = this.processes.flatMap((_, process) => this.exchanging[process] ?? []);
    if (all.length < this.processes.length) return;
    this.exchanging = [];
    const bytes = all.map((each) => each.bytes);
    for (const each of all) answerExchange(each, bytes);
  }

  private rollCall(): string[] {
    return rollCall(this.views(), this.places);
  }

  private views(): Views {
    return { threads: this.layout.threads, at: (thread) => this.spaceOf(thread) };
  }

  private interrupted(signal: string, status: number): void {
    if (signal !== 'SIGHUP' && !this.isEnding()) this.tellThreads(signal);
    this.finish(status, PATIENCE_AFTER_SIGNAL, signal);
  }

  private tellThreads(signal: string): void {
    if (this.isOver) return;
    const text = whereThreadsAre(signal, this.rollCall());
    writeAll(2, new TextEncoder().encode(`pgasc: ${text}\n`));
  }

  /** A thread has ended, or has ended the job. */
  private look(): void {
    const over = this.spaces.find(({ I32 }) => Atomics.load(I32, JOB_END >>> 2) === OVER);
    if (over !== undefined) this.endAll(Atomics.load(over.I32, JOB_STATUS >>> 2));
    else if (this.isEnding()) return;
    else if (this.every((thread) => this.read(thread, STATE) === ENDED)) this.finish(this.statusOfAll());
    else this.startTogether();
  }

  private isEnding(): boolean {
    return this.spaces.some(({ I32 }) => Atomics.load(I32, JOB_END >>> 2) !== 0);
  }

  /** One process has ended the job: the others learn it. */
  private endAll(status: number): void {
    for (const space of this.spaces) {
      Atomics.compareExchange(space.I32, JOB_END >>> 2, 0, OVER);
      rouseAll(space);
    }
    this.finish(status);
  }

  /** The threads of each process have met: now all may go on. */
  private startTogether(): void {
    if (this.spaces.some(({ I32 }) => Atomics.load(I32, STARTED >>> 2) !== HERE)) return;
    for (const space of this.spaces) {
      Atomics.store(space.I32, STARTED >>> 2, TOGETHER);
      rouseAll(space);
    }
  }

  /** The worker is gone; that is a failure unless the thread or the job had ended before. */
  private died(thread: number, reason: string): void {
    if (this.isOver || this.read(thread, STATE) === ENDED) return;
    if (!this.fail(this.spaceOf(thread), `thread ${thread} died: ${reason}`))
      setTimeout(() => this.finish(FAILED), PATIENCE_FOR_REPORT);
  }

  /** Ends the job in a process with a message; false if its threads have ended it. */
  private fail({ I32 }: Space, message: string): boolean {
    if (Atomics.compareExchange(I32, JOB_END >>> 2, 0, OVER) !== 0) return false;
    Atomics.store(I32, JOB_STATUS >>> 2, FAILED);
    writeAll(2, new TextEncoder().encode(`pgasc: ${message}\n`));
    this.look();
    return true;
  }

  /** Thread 0's status, or if that is 0 the first that is not. */
  private statusOfAll(): number {
    let status = 0;
    this.every((thread) => (status = this.read(thread, STATUS)) === 0);
    return status;
  }

  /** Ends the process as soon as no thread is writing, or after `patience` ms in any case. */
  private finish(status: number, patience = Number.POSITIVE_INFINITY, signal?: string): void {
    if (this.isOver) return;
    if (!tryAcquire(this.spaces[0]!.I32, OUTPUT_LOCK) && patience > 0) {
      setTimeout(() => this.finish(status, patience - 1, signal), 1);
      return;
    }
    this.isOver = true;
    for (const name of Object.keys(SIGNALS)) platform.onSignal(name, undefined);
    this.every((thread) => this.drain(thread));
    const found = this.overwrittenGuards();
    if (found !== '') writeAll(2, new TextEncoder().encode(found));
    const last = found !== '' && status === 0 ? FAILED : status & 255;
    const problem = this.tracing?.finish(last);
    if (problem !== undefined) writeAll(2, new TextEncoder().encode(`pgasc: ${problem}\n`));
    if (signal === undefined) platform.exit(last);
    else this.stopThreads(last, signal);
  }

  /** Threads that are only being made cannot be stopped: the process does not wait for them longer than PATIENCE_FOR_THREADS. */
  private stopThreads(status: number, signal: string): void {
    setTimeout(() => platform.exitBy(signal), PATIENCE_FOR_THREADS);
    Promise.all(this.workers.map((worker) => worker.end())).then(() => platform.exit(status));
  }

  /** What was written where no pointer may reach, a line each. */
  private overwrittenGuards(): string {
    const threads = Array.from({ length: this.layout.threads }, (_, thread) => thread);
    return threads
      .flatMap((thread) => overwrittenGuards(this.spaceOf(thread), this.layout, thread))
      .map((line) => `pgasc: ${line}\n`)
      .join('');
  }

  /** Writes what the thread has printed and not flushed; false when nobody reads any more. */
  private drain(thread: number): boolean {
    const space = this.spaceOf(thread);
    const { I32, U8, SHIFT } = space;
    const pending = this.read(thread, STDOUT_PENDING);
    const start = ((thread << SHIFT) + STDOUT_BYTES) >>> 0;
    try {
      if (pending > 0) writeAll(1, U8.slice(start, start + pending));
      Atomics.store(I32, wordOf(space, thread, STDOUT_PENDING), 0);
      return true;
    } catch {
      return false;
    }
  }

  private read(thread: number, offset: number): number {
    const space = this.spaceOf(thread);
    return Atomics.load(space.I32, wordOf(space, thread, offset));
  }

  private spaceOf(thread: number): Space {
    return this.spaces.findLast(({ FIRST }) => FIRST <= thread)!;
  }

  private every(test: (thread: number) => boolean): boolean {
    for (let thread = 0; thread < this.layout.threads; thread++) if (!test(thread)) return false;
    return true;
  }
}
