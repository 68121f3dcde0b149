/**
 * One UPC thread, from an empty memory to its exit status: runs in a worker.
 *
 * Takes the program, the libraries and what the supervisor decided. Return from main and exit() end the thread; what it
 * printed is flushed, and it waits for the others in that its process lives on until all have ended.
 */
import { allOf, type LibraryFactory, PLACE, type ProgramImage, rankBits } from '../abi.ts';
import { tellCaller } from '../calls/caller.ts';
import { serveUntil } from '../core/bell.ts';
import { FAILED, Job, JobEnded, type Reporter } from '../core/job.ts';
import { placeText } from '../core/places.ts';
import { roomFor } from '../core/room.ts';
import { BLOCKED } from '../core/states.ts';
import { makeEnvironment, makeRuntimeEnvironment, type RuntimeEnvironment } from '../environment.ts';
import { NO_MAIN, notWritten } from '../errors.ts';
import { BLOCKING_PLACE, STATE } from '../memory/control.ts';
import type { Layout } from '../memory/layout.ts';
import { type ProcessMemory, ranksOnHost, spaceOf } from '../memory/memories.ts';
import type { Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import type { Code } from '../platform/platform.ts';
import { Recorder, type Recording } from '../trace/recorder.ts';
import { tracedEnvironment } from '../trace/traced-environment.ts';
import { TraceFile } from '../trace/tracefile.ts';
import { awaitBeginning } from './beginning.ts';
import { exchange } from './exchange.ts';
import { failureText, meaningOf, warningText } from './failure.ts';
import { instantiate } from './instantiate.ts';
import { BROKEN_PIPE, BrokenPipe, endOwnLines, writeWhole } from './output.ts';
import { type SimulatedRanks, simulation } from './simulation.ts';
import { OutputFile, StackTraces } from './stacktrace.ts';

/** What the supervisor gives each worker. */
export interface ThreadData extends Code {
  readonly thread: number;
  /** Of all processes, in the order of their ranks. */
  readonly processes: readonly ProcessMemory[];
  readonly layout: Layout;
  /** PGAS_POLITE. */
  readonly polite: boolean | undefined;
  /** --label */
  readonly labels: boolean;
  /** There are other processes, or the job is frozen: the supervisor says when main begins. */
  readonly awaitsBeginning: boolean;
  /** --failed-images */
  readonly outlivesProcesses: boolean;
  readonly bulkModule: WebAssembly.Module;
  /** The program's, where its functions are in one. */
  readonly module: WebAssembly.Module | undefined;
  /** argv, with the program's name. */
  readonly arguments: readonly string[];
  readonly filePath: string;
  /** Many start after it. */
  readonly sharesCode: boolean;
  /** What is to be recorded of communication, if anything is. */
  readonly recording: Recording | undefined;
  /** It is the network's second thread of that rank. */
  readonly servesOnly?: true;
  /** It is all ranks (simulation.ts). */
  readonly simulated?: SimulatedRanks;
}

/** Unwinds the stack of a thread that has called exit. */
class ThreadExit extends Error {
  constructor(readonly status: number) {
    super();
  }
}

/** No exit status: those have 32 bits. */
export const DONE = 2 ** 32;
/** Frames that a stack trace records. */
export const TRACE_DEPTH = 64;

/** Runs the thread to its end. Never throws. */
export function runThread(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  mapName: string | undefined,
  data: ThreadData,
): void {
  Error.stackTraceLimit = TRACE_DEPTH;
  const { layout, thread } = data;
  const space = spaceOf(data.processes, thread, layout);
  const told = simulation === undefined ? undefined : () => toldPlace(program, space);
  const traces = new StackTraces(new OutputFile(program, data.file, data.filePath, mapName), told);
  const job = new Job(
    space,
    data.polite,
    makeReporter(space, traces),
    ranksOnHost(data.processes, layout.threads, thread),
  );
  const variables = platform.variables();
  const trace = new TraceFile(job, variables);
  let exit: Error | undefined;
  const services = {
    exitThread(status: number): never {
      if (platform.threads.hasCaller) exit = new Error();
      return exitThread(status);
    },
    variables,
    trace,
    recorder: data.recording && new Recorder(space, data.recording, trace),
    ownsInput: true,
    wide: program.wide,
    processes: data.processes,
    exchange: (bytes: Uint8Array) => exchange(job, data.processes.length, bytes),
    writeOut: (descriptor: number, bytes: Uint8Array) => writeOut(job, descriptor, bytes),
  };
  const environment = makeRuntimeEnvironment(job, layout, data.bulkModule, services, program);
  environment.runtime.atExit(() => orEnd(job, () => endOwnLines(space))); // behind all that are registered later
  const status = statusOf(job, () => runMain(program, libraries, data, environment));
  const last = status === undefined ? undefined : finish(job, environment, status);
  services.recorder?.rest();
  if (last !== undefined) statusOf(job, () => (exit === undefined ? ended(job, last) : job.end(last, undefined, exit)));
  const isAlone = simulation === undefined && platform.threads.onlyOne !== undefined;
  if (!isAlone) serveOthers(job, services.recorder);
}

/** "prog.upc:12": where the program says it is, else where it waits. */
function toldPlace({ places }: ProgramImage, space: Space): string {
  const { I32, BASE, MYTHREAD } = space;
  const word = (offset: number) => I32[(BASE + offset) >>> 2]!;
  const told = places?.[word(PLACE)] ?? '';
  return told === '' && word(STATE) === BLOCKED ? placeText(space, MYTHREAD, word(BLOCKING_PLACE)) : told;
}

/** Tells all others, which takes messages. */
function ended(job: Job, status: number): number {
  simulation?.ended();
  job.ended(status);
  return DONE;
}

/** Other threads may still ask for what is in this one's memory: serves them until all have ended, or the job is over. */
function serveOthers(job: Job, recorder: Recorder | undefined): void {
  try {
    const serve = () => {
      const served = job.poll();
      recorder?.rest();
      if (!served) job.rest();
      return served;
    };
    serveUntil(job.space, () => false, serve);
  } catch (error) {
    if (!(error instanceof JobEnded)) throw error;
  }
}

/** Runs the exit actions, also those behind one that calls exit itself. */
export function finish(job: Job, environment: RuntimeEnvironment, status: number): number | undefined {
  for (;;) {
    const last = statusOf(job, () => {
      environment.runtime.runExitActions(true);
      return DONE;
    });
    if (last === DONE) return status;
    if (last === undefined) return undefined;
    status = last;
  }
}

/** Runs `action`; gives its status or that of exit(); undefined if the job is over, by a failure or otherwise. */
export function statusOf(job: Job, action: () => number): number | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof ThreadExit) return error.status;
    if (!(error instanceof JobEnded)) endAfter(job, error);
    return undefined;
  }
}

/** Ends the job because of an exception that nobody caught. */
function endAfter(job: Job, error: unknown): void {
  try {
    job.end(FAILED, meaningOf(error), error instanceof Error ? error : new Error());
  } catch (ended) {
    if (!(ended instanceof JobEnded)) throw ended;
  }
}

function runMain(
  program: ProgramImage,
  libraries: readonly LibraryFactory[],
  data: ThreadData,
  environment: RuntimeEnvironment,
): number {
  const { runtime } = environment;
  const library = simulation?.libraryOf(libraries, environment) ?? allOf(libraries.map((make) => make(environment)));
  initializeStatics(program, environment);
  runtime.sharedHeap.open();
  environment.trace.open();
  const env = tracedEnvironment(makeEnvironment(environment, library), environment.recorder, runtime);
  const { main } = instantiate(program, data.module, env, runtime.jumps);
  if (main === undefined) return runtime.job.fail(NO_MAIN);
  const argv = writeArguments(environment, data.arguments);
  if (data.sharesCode) platform.threads.shareCode();
  runtime.job.running();
  runtime.barrier.start();
  if (data.awaitsBeginning) awaitBeginning(runtime.job);
  const status = main(data.arguments.length, argv) | 0;
  runtime.barrier.end();
  return status;
}

/** Writes this thread's part of the initial data, then the addresses in it. */
export function initializeStatics(
  program: Pick<ProgramImage, 'data' | 'relocations' | 'wide'>,
  { MYTHREAD, THREADS, BASE, U8, I32 }: Space,
): void {
  const phaseShift = program.wide ? rankBits(THREADS) : 0;
  for (const { offset, base64, thread } of program.data)
    if (thread === undefined || thread === MYTHREAD) U8.set(platform.decodeBase64(base64), (BASE + offset) >>> 0);
  for (const { offset, value, kind, thread } of program.relocations)
    if (thread === undefined || thread === MYTHREAD)
      I32[(BASE + offset) >>> 2] = kind === 'private' ? value + BASE : kind === 'phase' ? value << phaseShift : value;
}

/** argv in the private heap: pointers, a null pointer, the texts. */
function writeArguments({ heap, runtime, U8, I32 }: RuntimeEnvironment, texts: readonly string[]): number {
  const encoded = texts.map((text) => new TextEncoder().encode(`${text}\0`));
  const pointers = 4 * (texts.length + 1);
  const bytes = encoded.reduce((size, { length }) => size + length, pointers);
  const argv = roomFor(runtime.job, heap, bytes, "main's arguments");
  let place = argv + pointers;
  encoded.forEach((bytes, i) => {
    I32[(argv >>> 2) + i] = place;
    U8.set(bytes, place >>> 0);
    place += bytes.length;
  });
  I32[(argv >>> 2) + texts.length] = 0;
  return argv;
}

export function makeReporter(space: Space, traces: StackTraces): Reporter {
  const write = (text: string) => writeWhole(space, 2, new TextEncoder().encode(text));
  const locate = (error = new Error()) => traces.placeOf(error);
  const ends = (status: number, error?: Error) => tellCaller({ says: endText(space.MYTHREAD, status, locate(error)) });
  const tell = platform.threads.hasCaller ? (says: string) => tellCaller({ says }) : write;
  return {
    report: (message, error = new Error()) => tell(failureText(space.MYTHREAD, message, error, traces)),
    warn: (message) => write(warningText(space.MYTHREAD, message, new Error(), traces)),
    inform: (text) => write(`pgasc: ${text}\n`),
    locate,
    here: () => traces.here(),
    ...(platform.threads.hasCaller && { ends }),
    tell: () => platform.threads.tell(0),
  };
}

/** For JavaScript that has called a function: its program is at an end. */
const endText = (thread: number, status: number, place: string): string =>
  `thread ${thread} ended the program with status ${status}${place === '' ? '' : ` at ${place}`}`;

export function exitThread(status: number): never {
  throw new ThreadExit(status);
}

/** A reader that has gone away ends the job without a word, as SIGPIPE does. */
export function writeOut(job: Job, descriptor: number, bytes: Uint8Array): void {
  orEnd(job, () => writeWhole(job.space, descriptor, bytes));
}

/** Output that cannot be written ends the job. */
function orEnd(job: Job, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (error instanceof BrokenPipe) job.end(BROKEN_PIPE);
    job.fail(notWritten(error as Error));
  }
}
