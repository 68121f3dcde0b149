/**
 * A job that takes its program piece by piece: the main thread's side of a session.
 *
 * Takes modules and what to run; gives how it went. One idea: all data of the program are in shared memory, at places
 * that never change. So when an input fails or is interrupted, the words of the runtime are set back and the workers begin
 * anew with the modules that there were. A worker that does not come to rest is ended, wherever it is, and another one
 * instantiates the same modules over the same memory: variables and heaps are as they were.
 */
import { CONTROL_FREE, STATICS } from '../abi.ts';
import { arrivedPhase } from '../core/arrival.ts';
import { rouseAll } from '../core/bell.ts';
import { FAILED } from '../core/job.ts';
import { tryAcquire } from '../core/mutex.ts';
import { STARTING } from '../core/states.ts';
import { unevenBarriers } from '../errors.ts';
import {
  ARRIVAL,
  HEAP_LOCK,
  JOB_END,
  JOB_STATUS,
  LOCAL_BINS,
  OUTPUT_LAST,
  OUTPUT_LOCK,
  OVER,
  PLACES,
  SLEEPERS,
  STATE,
  SYMMETRIC_BINS,
} from '../memory/control.ts';
import { fillGuards } from '../memory/guards.ts';
import { compileInstructions } from '../memory/instructions.ts';
import type { Layout } from '../memory/layout.ts';
import { makeSpace, type Space, wordOf } from '../memory/space.ts';
import { networkArea } from '../network.ts';
import { platform } from '../platform/linked.ts';
import type { StartedThread } from '../platform/platform.ts';
import { STATE_WORDS } from '../segment/blocks.ts';
import { freeLocks } from '../segment/locks.ts';
import { takeMemories } from './memories.ts';
import { writeAll, writePending } from './output.ts';
import type { ModuleText, SessionRequest, SessionStep, SessionThreadData, ThreadReport } from './session-thread.ts';
import { callStackOf } from './supervisor.ts';

/** How an input went. */
export interface Outcome {
  /** 'failed': a thread has said why on standard error. */
  readonly end: 'done' | 'failed' | 'interrupted';
  /** Threads that had to be ended: what C's library knew of them, such as open files, is lost. */
  readonly restarted: readonly number[];
  /** The status with which a thread ended the job without a word (upc_global_exit). */
  readonly status?: number;
  /** Threads that called exit, and with what. */
  readonly exited: ReadonlyMap<number, number>;
}

/** Parts of a region for static objects that are not known yet. */
const PRIVATE_SHARE = 8;
const SHARED_SHARE = 4;
/** How long threads may take to see that the job is over: they look when they wait; in ms. */
const PATIENCE_FOR_REST = 200;
/** How long threads may take to leave the runtime's own critical sections, in ms. */
const PATIENCE = 200;
const KIB = 1024;
const NEWLINE = 10;

export class Session {
  readonly space: Space;
  readonly layout: Layout;
  private readonly memory: WebAssembly.Memory;
  private readonly heapStates: Int32Array[];
  private readonly bulkModule = compileInstructions();
  private workers: StartedThread[] = [];
  /** By index. */
  private modules = new Map<number, ModuleText>();
  private exited = new Map<number, number>();
  /** Threads that have not come to the end of the input. */
  private readonly working = new Set<number>();
  private running: { step: SessionStep; resolve: (outcome: Outcome) => void } | undefined;
  /** Workers that are gone. */
  private readonly dead = new Set<number>();
  /** An input has failed, and the threads are brought to rest. */
  private ending = false;
  private closed = false;
  private fresh = true;
  /** The last byte of what ended threads had not printed. */
  private unfinished = 0;

  /** Starts a job of so many threads; `file` is the script that the workers run. Throws LaunchError. */
  constructor(
    readonly threads: number,
    private readonly file: string,
    sizes: { readonly sharedHeap?: number; readonly heap?: number; readonly stack?: number } = {},
  ) {
    const region = regionSize(threads);
    const privateEnd = STATICS + Math.floor(region / PRIVATE_SHARE / KIB) * KIB;
    const sharedEnd = privateEnd + Math.floor(region / SHARED_SHARE / KIB) * KIB;
    const [processes, layout] = takeMemories({
      ...sizes,
      threads,
      privateEnd,
      sharedEnd,
      coarrays: true,
      shadow: true,
      images: true,
      network: networkArea({ threads, images: true }),
    });
    this.memory = processes[0]!.memory!;
    this.layout = layout;
    this.space = makeSpace(this.memory, 0, threads, this.layout.shift);
    for (let thread = 0; thread < threads; thread++) fillGuards(this.space, this.layout, thread);
    this.heapStates = Array.from({ length: threads }, () => new Int32Array(new SharedArrayBuffer(STATE_WORDS * 4)));
    this.startWorkers();
  }

  /** Where the linker may put static objects. */
  get areas() {
    const { privateStaticsEnd, sharedStaticsStart, sharedStaticsEnd } = this.layout;
    return {
      private: { start: STATICS, end: privateStaticsEnd },
      shared: { start: sharedStaticsStart, end: sharedStaticsEnd },
    };
  }

  /** Has the program printed a part of a line? Asked once: whoever asks ends the line. */
  takeMidLine(): boolean {
    const last = Atomics.exchange(this.space.I32, OUTPUT_LAST >>> 2, 0);
    return last !== 0 && last !== NEWLINE;
  }

  /** Lets all threads run an input. After any end but 'done' the session knows nothing of it. */
  run(step: SessionStep): Promise<Outcome> {
    this.exited = new Map();
    return new Promise((resolve) => {
      this.running = { step, resolve };
      this.send({ run: step });
    });
  }

  /** Stops what runs, wherever it is. */
  interrupt(): void {
    if (this.running === undefined || this.ending) return;
    this.endJob();
    void this.stop('interrupted');
  }

  /** Runs what the program registered with atexit, and ends the workers. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.running = { step: { modules: [], cleared: [], entry: '' }, resolve: () => resolve() };
      this.send({ end: true });
    });
    this.closed = true;
    await Promise.all(this.workers.map((worker) => worker.end()));
  }

  // ---------------------------------------------------------------- workers

  private startWorkers(): void {
    for (let thread = 0; thread < this.threads; thread++) this.startWorker(thread);
    this.fresh = false;
  }

  private startWorker(thread: number): void {
    const { memory, layout, bulkModule, fresh } = this;
    const [heapState, modules] = [this.heapStates[thread]!, this.knownModules()];
    const data: SessionThreadData = { thread, memory, layout, bulkModule, heapState, fresh, modules };
    const isCurrent = (): boolean => this.workers[thread] === worker && !this.closed;
    const worker: StartedThread = platform.threads.start(
      { file: this.file, isScript: false },
      data,
      { stack: callStackOf(this.layout) },
      {
        told: (message: ThreadReport) => isCurrent() && this.look(thread, message),
        failed: (reason) => isCurrent() && this.died(thread, reason),
        ended: () => isCurrent() && this.died(thread, 'its worker ended'),
      },
    );
    this.workers[thread] = worker;
  }

  /** The modules without the initial contents of their objects, which are in memory. */
  private knownModules(): ModuleText[] {
    return [...this.modules.values()].map((each) => ({ ...each, data: [], relocations: [] }));
  }

  private send(request: SessionRequest): void {
    for (let thread = 0; thread < this.threads; thread++) {
      this.working.add(thread);
      this.write(thread, STATE, STARTING);
    }
    for (const worker of this.workers) worker.send(request);
  }

  private look(thread: number, message: ThreadReport): void {
    if ('exited' in message) this.exited.set(thread, message.exited);
    else if ('overSilently' in message) void this.stop('failed', message.overSilently);
    else this.rests(thread);
  }

  private rests(thread: number): void {
    this.working.delete(thread);
    if (!this.ending && this.working.size === 0) this.done();
  }

  private done(): void {
    const behind = this.threadBehind();
    if (behind !== undefined) {
      this.tell(unevenBarriers(behind));
      this.endJob();
      void this.stop('failed');
      return;
    }
    const { step, resolve } = this.running!;
    this.running = undefined;
    for (const each of step.modules) this.modules.set(each.index, each);
    resolve({ end: 'done', exited: this.exited, restarted: [] });
  }

  /** A thread that lacks an upc_notify which another one has executed: no barrier could bring them together again. */
  private threadBehind(): number | undefined {
    const phases = Array.from({ length: this.threads }, (_, thread) => arrivedPhase(this.space, thread));
    const behind = phases.findIndex((phase) => phases.some((other) => ((other - phase) | 0) > 0));
    return behind < 0 ? undefined : behind;
  }

  private tell(text: string): void {
    writeAll(2, new TextEncoder().encode(`pgasc: ${text}\n`));
  }

  private died(thread: number, reason: string): void {
    this.dead.add(thread);
    if (this.ending) return;
    this.tell(`thread ${thread} died: ${reason}`);
    this.endJob();
    void this.stop('failed');
  }

  // ---------------------------------------------------------------- starting over

  /** Makes the threads end their waits. */
  private endJob(): void {
    const { I32 } = this.space;
    if (Atomics.compareExchange(I32, JOB_END >>> 2, 0, OVER) !== 0) return;
    Atomics.store(I32, JOB_STATUS >>> 2, FAILED);
    Atomics.notify(I32, JOB_END >>> 2);
    rouseAll(this.space);
  }

  private async stop(end: 'failed' | 'interrupted', silently = false): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    const stopped = this.running;
    const status = Atomics.load(this.space.I32, JOB_STATUS >>> 2);
    const restarted = await this.endStragglers();
    this.unfinished = 0;
    this.every((thread) => this.drain(thread));
    for (let thread = 0; thread < this.threads; thread++) this.reset(thread);
    freeLocks(this.space);
    this.workers.forEach((worker, thread) => {
      if (restarted.includes(thread)) this.startWorker(thread);
      else worker.send({ join: this.knownModules() } satisfies SessionRequest);
    });
    this.ending = false;
    this.running = undefined;
    stopped?.resolve({ end, exited: this.exited, restarted, ...(silently && { status }) });
  }

  /** Ends the workers that do not come to rest; gives their threads. */
  private async endStragglers(): Promise<number[]> {
    const stragglers = () => [...new Set([...this.working, ...this.dead])].sort((a, b) => a - b);
    for (let patience = PATIENCE_FOR_REST; patience > 0 && this.working.size > this.dead.size; patience--)
      await pause(1);
    const ended = stragglers();
    if (ended.length > 0) await this.takeLocks();
    await Promise.all(ended.map((thread) => this.workers[thread]!.end()));
    this.working.clear();
    this.dead.clear();
    return ended;
  }

  /** No thread may be stopped while it works on what all share; but one that died may never give a lock back. */
  private async takeLocks(): Promise<void> {
    const { I32 } = this.space;
    for (const lock of [HEAP_LOCK, OUTPUT_LOCK])
      for (let patience = PATIENCE; patience > 0 && !tryAcquire(I32, lock); patience--) await pause(1);
  }

  /** Sets the runtime's own words back, but for names of places and those of the heaps. */
  private reset(thread: number): void {
    const clear = (from: number, to: number) =>
      this.space.I32.fill(0, wordOf(this.space, thread, from), wordOf(this.space, thread, to));
    clear(CONTROL_FREE, LOCAL_BINS); // the heap stays
    clear(ARRIVAL, PLACES);
    if (thread !== 0) return;
    clear(SLEEPERS, SYMMETRIC_BINS);
    this.write(0, OUTPUT_LAST, this.unfinished);
  }

  /** Writes what the thread has printed and not flushed; false when nobody reads any more. */
  private drain(thread: number): boolean {
    try {
      this.unfinished = writePending(this.space, thread).at(-1) ?? this.unfinished;
      return true;
    } catch {
      return false;
    }
  }

  private write(thread: number, offset: number, value: number): void {
    Atomics.store(this.space.I32, wordOf(this.space, thread, offset), value);
  }

  private every(test: (thread: number) => boolean): boolean {
    for (let thread = 0; thread < this.threads; thread++) if (!test(thread)) return false;
    return true;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The region that so many threads get. */
function regionSize(threads: number): number {
  return 2 ** (31 - Math.ceil(Math.log2(Math.max(threads, 2)) - 1));
}
