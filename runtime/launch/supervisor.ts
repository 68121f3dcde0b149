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
import { FAILED } from '../core/job.ts';
import { tryAcquire } from '../core/mutex.ts';
import { rollCall } from '../core/rollcall.ts';
import { ENDED } from '../core/states.ts';
import { inUnits, LaunchError, whereThreadsAre } from '../errors.ts';
import { JOB_END, JOB_STATUS, OUTPUT_LOCK, OVER, STATE, STATUS } from '../memory/control.ts';
import { fillGuards, overwrittenGuards } from '../memory/guards.ts';
import { compileInstructions } from '../memory/instructions.ts';
import { type Layout, type LayoutRequest, layOut } from '../memory/layout.ts';
import { makeSpace, type Space, wordOf } from '../memory/space.ts';
import { networkArea } from '../network.ts';
import { platform } from '../platform/linked.ts';
import { startTracing, type Tracing } from '../trace/tracing.ts';
import { compileProgram } from './compile.ts';
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
  const [memory, layout] = takeMemory(request);
  const module = 'webassembly' in program ? compileProgram(program, layout) : undefined;
  const job = { threads: layout.threads, network: network.name, library: () => functionNames(libraries) };
  const tracing = startTracing(program, flags.tracing, platform.variables(), job);
  new Supervisor(memory, layout, tracing, program.places).start(flags, module, file, filePath);
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

const LEAST_ADDRESSES = 2 ** 22;

/**
 * Lays out and reserves as much address space as the system gives (memory is taken only as it is touched): where it is
 * limited, by halves, down to what the program and the flags ask for.
 */
export function takeMemory(request: LayoutRequest): [WebAssembly.Memory, Layout] {
  for (let addresses = ADDRESSABLE; ; addresses /= 2) {
    const layout = layOut({ ...request, addresses });
    const pages = (layout.threads * 2 ** layout.shift) / PAGE;
    try {
      return [new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }), layout];
    } catch {
      if (addresses <= LEAST_ADDRESSES)
        throw new LaunchError(
          `the system does not give ${inUnits(pages * PAGE)} of shared memory: use fewer threads (-n), smaller --shared-heap and --heap, or raise the limit of address space (ulimit -v)`,
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
  private readonly space: Space;

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly layout: Layout,
    private readonly tracing: Tracing | undefined,
    private readonly places: readonly string[] | undefined,
  ) {
    this.space = makeSpace(this.memory, 0, layout.threads, layout.shift);
    for (let thread = 0; thread < layout.threads; thread++) fillGuards(this.space, layout, thread);
  }

  start(flags: LaunchFlags, module: WebAssembly.Module | undefined, file: string, filePath: string): void {
    const data: Omit<ThreadData, 'thread' | 'recording'> = {
      memory: this.memory,
      layout: this.layout,
      polite: flags.polite,
      bulkModule: compileInstructions(),
      module,
      arguments: [filePath, ...flags.arguments],
      file,
      filePath,
    };
    const variables = platform.variables();
    for (let thread = 0; thread < this.layout.threads; thread++) {
      this.startWorker(file, { ...data, thread, recording: this.tracing?.recordingOf(thread) });
      if (network.progressThread?.wanted(variables))
        this.startWorker(file, { ...data, thread, recording: undefined, servesOnly: true });
    }
    for (const [signal, number] of Object.entries(SIGNALS))
      platform.onSignal(signal, () => this.interrupted(signal, 128 + number));
    platform.onSignal(QUESTION, () => this.tellThreads(QUESTION));
  }

  private startWorker(file: string, data: ThreadData): void {
    platform.threads.start(file, data, callStackOf(this.layout), {
      told: () => this.look(),
      failed: (reason) => this.died(data.thread, reason),
      ended: () => this.died(data.thread, 'its worker ended'),
    });
  }

  private interrupted(signal: string, status: number): void {
    const { I32 } = this.space;
    if (signal !== 'SIGHUP' && Atomics.load(I32, JOB_END >>> 2) === 0) this.tellThreads(signal);
    this.finish(status, PATIENCE_AFTER_SIGNAL);
  }

  private tellThreads(signal: string): void {
    const text = whereThreadsAre(signal, rollCall(this.space, this.places));
    writeAll(2, new TextEncoder().encode(`pgasc: ${text}\n`));
  }

  /** A thread has ended, or has ended the job. */
  private look(): void {
    const { I32 } = this.space;
    const end = Atomics.load(I32, JOB_END >>> 2);
    if (end === OVER) this.finish(Atomics.load(I32, JOB_STATUS >>> 2));
    else if (end === 0 && this.every((thread) => this.read(thread, STATE) === ENDED)) this.finish(this.statusOfAll());
  }

  /** The worker is gone; that is a failure unless the thread or the job had ended before. */
  private died(thread: number, reason: string): void {
    const { I32 } = this.space;
    if (this.read(thread, STATE) === ENDED) return;
    if (Atomics.compareExchange(I32, JOB_END >>> 2, 0, OVER) !== 0) {
      setTimeout(() => this.finish(FAILED), PATIENCE_FOR_REPORT);
      return;
    }
    Atomics.store(I32, JOB_STATUS >>> 2, FAILED);
    writeAll(2, new TextEncoder().encode(`pgasc: thread ${thread} died: ${reason}\n`));
    this.look();
  }

  /** Thread 0's status, or if that is 0 the first that is not. */
  private statusOfAll(): number {
    let status = 0;
    this.every((thread) => (status = this.read(thread, STATUS)) === 0);
    return status;
  }

  /** Ends the process as soon as no thread is writing, or after `patience` ms in any case. */
  private finish(status: number, patience = Number.POSITIVE_INFINITY): void {
    const { I32 } = this.space;
    if (!tryAcquire(I32, OUTPUT_LOCK) && patience > 0) {
      setTimeout(() => this.finish(status, patience - 1), 1);
      return;
    }
    for (const signal of Object.keys(SIGNALS)) platform.onSignal(signal, undefined);
    this.every((thread) => this.drain(thread));
    const found = this.overwrittenGuards();
    if (found !== '') writeAll(2, new TextEncoder().encode(found));
    const last = found !== '' && status === 0 ? FAILED : status & 255;
    const problem = this.tracing?.finish(last);
    if (problem !== undefined) writeAll(2, new TextEncoder().encode(`pgasc: ${problem}\n`));
    platform.exit(last);
  }

  /** What was written where no pointer may reach, a line each. */
  private overwrittenGuards(): string {
    const threads = Array.from({ length: this.layout.threads }, (_, thread) => thread);
    return threads
      .flatMap((thread) => overwrittenGuards(this.space, this.layout, thread))
      .map((line) => `pgasc: ${line}\n`)
      .join('');
  }

  /** Writes what the thread has printed and not flushed; false when nobody reads any more. */
  private drain(thread: number): boolean {
    const { I32, U8, SHIFT } = this.space;
    const pending = this.read(thread, STDOUT_PENDING);
    const start = ((thread << SHIFT) + STDOUT_BYTES) >>> 0;
    try {
      if (pending > 0) writeAll(1, U8.slice(start, start + pending));
      Atomics.store(I32, wordOf(this.space, thread, STDOUT_PENDING), 0);
      return true;
    } catch {
      return false;
    }
  }

  private read(thread: number, offset: number): number {
    return Atomics.load(this.space.I32, wordOf(this.space, thread, offset));
  }

  private every(test: (thread: number) => boolean): boolean {
    for (let thread = 0; thread < this.layout.threads; thread++) if (!test(thread)) return false;
    return true;
  }
}
