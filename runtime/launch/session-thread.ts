/**
 * One UPC thread of a session: runs in a worker, takes modules one after another and runs what they bring.
 *
 * It ends an input as a thread of a program ends, and waits for the next message. After a failure what the threads know
 * of each other is made anew (`join`); what C's library knows of the thread (streams, random numbers) is not. What must
 * outlive the worker (memory, the state of the private heap) is shared.
 */
import {
  allOf,
  type LibraryFactory,
  type NativeFunction,
  type ProgramImage,
  type SessionEnvironment,
  type SessionInstance,
  type SessionModule,
} from '../abi.ts';
import { Job, type Reporter } from '../core/job.ts';
import { makeEnvironment, makeRuntimeEnvironment, type RuntimeEnvironment } from '../environment.ts';
import { notDefined } from '../errors.ts';
import { JOB_END, OUTPUT_LAST } from '../memory/control.ts';
import type { Layout } from '../memory/layout.ts';
import { makeSpace, type Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { TraceFile } from '../trace/tracefile.ts';
import { SourceMap } from './sourcemap.ts';
import { type ProgramFiles, StackTraces } from './stacktrace.ts';
import { exitThread, finish, initializeStatics, makeReporter, statusOf, TRACE_DEPTH, writeOut } from './thread.ts';

/** A module of the session as text. */
export interface ModuleText extends Pick<ProgramImage, 'data' | 'relocations'> {
  /** Which one: a later text takes the place of an earlier one. */
  readonly index: number;
  /** A script that defines `program`, a SessionModule. */
  readonly code: string;
  readonly map: string;
}

/** What every thread is to do. */
export interface SessionStep {
  readonly modules: readonly ModuleText[];
  /** Objects to set to zero: offsets in the region. */
  readonly cleared: readonly { readonly offset: number; readonly size: number }[];
  /** Link name of the function to call. */
  readonly entry: string;
}

/** What the session gives each worker. */
export interface SessionThreadData {
  readonly thread: number;
  readonly memory: WebAssembly.Memory;
  readonly layout: Layout;
  readonly bulkModule: WebAssembly.Module;
  /** State of the thread's private heap; zero at first. */
  readonly heapState: Int32Array;
  /** False where an earlier worker has used the memory. */
  readonly fresh: boolean;
  readonly modules: readonly ModuleText[];
}

/** To the session: that it called exit; that it has ended the job, and whether without a word; that it is at rest. */
export type ThreadReport = { readonly exited: number } | { readonly overSilently: boolean } | { readonly rests: true };

/** To run an input; to begin anew with these modules after a failure; to end in the ordinary way. */
export type SessionRequest =
  | { readonly run: SessionStep }
  | { readonly join: readonly ModuleText[] }
  | { readonly end: true };

/** Serves the session until it ends. `jobLibraries` are made anew after a failure, `processLibraries` are not. */
export function runSessionThread(
  jobLibraries: readonly LibraryFactory[],
  processLibraries: readonly LibraryFactory[],
): void {
  Error.stackTraceLimit = TRACE_DEPTH;
  const data = platform.threads.given as SessionThreadData;
  const thread = new SessionThread(data, jobLibraries, processLibraries);
  platform.threads.onMessage((request: SessionRequest) => {
    if ('run' in request) thread.run(request.run);
    else if ('join' in request) thread.join(request.join);
    else thread.end();
  });
}

class SessionThread {
  private readonly files = new ModuleFiles();
  private readonly job: Job;
  /** The environment of C's library. */
  private readonly process: RuntimeEnvironment;
  private readonly processLibrary: Record<string, NativeFunction>;
  private environment: RuntimeEnvironment;
  private program!: SessionEnvironment;
  private functions: Record<string, NativeFunction> = {};
  private instances = new Map<number, SessionInstance>();

  constructor(
    private readonly data: SessionThreadData,
    private readonly jobLibraries: readonly LibraryFactory[],
    processLibraries: readonly LibraryFactory[],
  ) {
    const { layout } = data;
    const space = makeSpace(data.memory, data.thread, layout.threads, layout.shift);
    this.job = new Job(space, undefined, reporter(space, makeReporter(space, new StackTraces(this.files))));
    this.process = this.environment = this.makeEnvironment();
    this.processLibrary = functionsOf(processLibraries, this.process);
    if (data.fresh) this.environment.runtime.sharedHeap.open();
    this.environment.trace.open();
    this.join(data.modules);
  }

  /** Begins with these modules, and with nothing under way between the threads. */
  join(modules: readonly ModuleText[]): void {
    const { table, variables, trace } = this.process;
    this.environment = { ...this.makeEnvironment(), table, variables, trace };
    this.functions = {};
    this.instances = new Map();
    const library = { ...functionsOf(this.jobLibraries, this.environment), ...this.processLibrary };
    this.program = { ...makeEnvironment(this.environment, library), session: this.promising() };
    this.instantiate(modules);
  }

  /** Runs an input to its end, or until the job is over. */
  run(step: SessionStep): void {
    const { job, environment } = this;
    const status = statusOf(job, () => {
      this.prepare(step);
      job.running();
      environment.runtime.barrier.start();
      this.functions[step.entry]!();
      return FINISHED;
    });
    const flushed = status === undefined ? undefined : statusOf(job, () => this.program.library.fflush!(0));
    if (flushed !== undefined) this.finish(status!);
    report({ rests: true });
  }

  /** What the program registered with atexit, and its streams. */
  end(): void {
    for (const each of [this.environment, this.process]) finish(this.job, each, 0);
    report({ rests: true });
  }

  /** The functions; in place of one that is declared only, a failure. */
  private promising(): Record<string, NativeFunction> {
    const missing = (name: string) => () => this.job.fail(notDefined(name));
    return new Proxy(this.functions, { get: (functions, name: string) => functions[name] ?? missing(name) });
  }

  private finish(status: number): void {
    if (status === FINISHED) {
      this.job.rested();
      return;
    }
    report({ exited: status });
    this.job.ended(status);
  }

  private makeEnvironment(): RuntimeEnvironment {
    const { layout, bulkModule, heapState } = this.data;
    const { space } = this.job;
    const variables = platform.variables();
    const services = {
      exitThread,
      variables,
      trace: new TraceFile(this.job, variables),
      ownsInput: false,
      writeOut: (descriptor: number, bytes: Uint8Array) => {
        if (bytes.length > 0) space.I32[OUTPUT_LAST >>> 2] = bytes.at(-1)!;
        writeOut(this.job, descriptor, bytes);
      },
    };
    return makeRuntimeEnvironment(this.job, layout, bulkModule, services, { debug: true }, heapState);
  }

  private prepare({ modules, cleared }: SessionStep): void {
    const { BASE, U8 } = this.job.space;
    this.instantiate(modules);
    for (const { offset, size } of cleared) U8.fill(0, (BASE + offset) >>> 0, ((BASE + offset) >>> 0) + size);
    for (const each of modules) initializeStatics(each, this.job.space);
  }

  private instantiate(modules: readonly ModuleText[]): void {
    // The last input may have left its frames on the stack.
    Object.assign(globalThis, { sp: this.environment.stackTop });
    for (const text of modules) {
      const instance = this.files.load(text).instantiate(this.program);
      this.instances.set(text.index, instance);
      Object.assign(this.functions, instance.functions);
    }
    for (const instance of this.instances.values()) instance.bind();
  }
}

function functionsOf(factories: readonly LibraryFactory[], environment: RuntimeEnvironment) {
  return allOf(factories.map((make) => make(environment)));
}

/** No exit status: those have 32 bits. */
const FINISHED = 2 ** 32;

/** The scripts of the modules. */
class ModuleFiles implements ProgramFiles {
  private readonly texts = new Map<string, string>();
  private readonly maps = new Map<string, SourceMap>();
  private count = 0;

  load({ code, map }: ModuleText): SessionModule {
    const filename = `pgasc-module-${++this.count}`;
    this.texts.set(filename, map);
    return platform.engine.run(`(() => {\n${code}\nreturn program;})()`, filename) as SessionModule;
  }

  has(file: string): boolean {
    return this.texts.has(file);
  }

  mapOf(file: string): SourceMap | undefined {
    const text = this.texts.get(file);
    if (text === undefined) return undefined;
    const map = this.maps.get(file) ?? new SourceMap(text);
    this.maps.set(file, map);
    return map;
  }
}

function report(message: ThreadReport): void {
  platform.threads.tell(message);
}

function reporter({ I32 }: Space, base: Reporter): Reporter {
  let silently = true;
  return {
    ...base,
    report: (message, error = new Error()) => {
      silently = false;
      base.report(message, error);
    },
    tell: () => {
      if (Atomics.load(I32, JOB_END >>> 2) === 0) return;
      report({ overSilently: silently });
      silently = true;
    },
  };
}
