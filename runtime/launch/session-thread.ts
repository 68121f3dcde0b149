/**
 * One UPC thread of a session: runs in a worker, takes modules one after another and runs what they bring.
 *
 * It ends an input as a thread of a program ends, and waits for the next message. What must outlive the worker (memory,
 * the state of the private heap) is shared; a worker that takes over another's memory instantiates the same modules.
 */
import type {
  LibraryFactory,
  NativeFunction,
  ProgramImage,
  SessionEnvironment,
  SessionInstance,
  SessionModule,
} from '../abi.ts';
import { Job, type Reporter } from '../core/job.ts';
import { makeEnvironment, makeRuntimeEnvironment, type RuntimeEnvironment } from '../environment.ts';
import { OUTPUT_LAST } from '../memory/control.ts';
import type { Layout } from '../memory/layout.ts';
import { makeSpace } from '../memory/space.ts';
import { threads, vm } from '../node.ts';
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
  readonly polite: boolean;
  readonly bulkModule: WebAssembly.Module;
  /** State of the thread's private heap; zero at first. */
  readonly heapState: Int32Array;
  /** False where an earlier worker has used the memory. */
  readonly fresh: boolean;
  readonly modules: readonly ModuleText[];
}

/**
 * To the session: `exited` where the thread called exit; then that it has come to the end, or has ended the job, and
 * whether without a word.
 */
export type ThreadReport = { readonly exited: number } | { readonly silently: boolean };

/** `undefined` ends the thread in the ordinary way. */
export type SessionRequest = SessionStep | undefined;

/** Serves the session until it ends. */
export function runSessionThread(libraries: readonly LibraryFactory[]): void {
  Error.stackTraceLimit = TRACE_DEPTH;
  const data = (threads.workerData as { pgasc: SessionThreadData }).pgasc;
  const thread = new SessionThread(data, libraries);
  threads.parentPort!.on('message', (request: SessionRequest) => {
    if (request !== undefined) thread.run(request);
    else thread.end();
  });
}

class SessionThread {
  private readonly files = new ModuleFiles();
  private readonly job: Job;
  private readonly environment: RuntimeEnvironment;
  private readonly program: SessionEnvironment;
  private readonly functions: Record<string, NativeFunction> = {};
  private readonly instances = new Map<number, SessionInstance>();

  constructor(data: SessionThreadData, libraries: readonly LibraryFactory[]) {
    const { layout } = data;
    const space = makeSpace(data.memory, data.thread, layout.threads, layout.shift);
    this.job = new Job(space, data.polite, reporter(makeReporter(space, new StackTraces(this.files))));
    const services = {
      exitThread,
      variables: { ...process.env },
      ownsInput: false,
      writeOut: (descriptor: number, bytes: Uint8Array) => {
        if (bytes.length > 0) space.I32[OUTPUT_LAST >>> 2] = bytes.at(-1)!;
        writeOut(this.job, descriptor, bytes);
      },
    };
    this.environment = makeRuntimeEnvironment(this.job, layout, data.bulkModule, services, true, data.heapState);
    const library: Record<string, NativeFunction> = Object.assign(
      {},
      ...libraries.map((make) => make(this.environment)),
    );
    this.program = { ...makeEnvironment(this.environment, library), session: this.functions };
    if (data.fresh) this.environment.runtime.sharedHeap.open();
    this.environment.trace.open();
    this.instantiate(data.modules);
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
    if (status === undefined) return;
    if (status !== FINISHED) report({ exited: status });
    const flushed = statusOf(job, () => this.program.library.fflush!(0));
    if (flushed !== undefined) job.rested();
  }

  /** What the program registered with atexit, and its streams. */
  end(): void {
    if (finish(this.job, this.environment, 0) !== undefined) this.job.ended(0);
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
    const script = new vm.Script(`(() => {\n${code}\nreturn program;})()`, { filename, lineOffset: -1 });
    return script.runInThisContext() as SessionModule;
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
  threads.parentPort!.postMessage(message);
}

function reporter(base: Reporter): Reporter {
  let silently = true;
  return {
    ...base,
    report: (message, error = new Error()) => {
      silently = false;
      base.report(message, error);
    },
    ended: () => report({ silently }),
  };
}
