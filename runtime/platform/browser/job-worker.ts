/**
 * The first worker of a job in a page: has the files and the console, and runs the program, whose runtime supervises the threads here.
 *
 * The page's first message says what to run; later ones are input, signals, what has been shown, and which threads' workers failed.
 */
import { Console } from './console.ts';
import { type Program, setHost } from './host.ts';
import type { Run } from './outputring.ts';
import { type Contents, Tree } from './tree.ts';
import './sharedmemory.ts';
import { type Port, scope } from './web.ts';

/** From the page, first. */
export interface JobStart {
  readonly program: Program;
  readonly files: Contents;
}
/** And later. */
export type ToJob =
  | { readonly input: Uint8Array | undefined }
  | { readonly signal: string }
  | { readonly taken: number }
  | { readonly failed: number; readonly message: string };
/** To the page. */
export type FromJob =
  | { readonly descriptor: number; readonly bytes: Uint8Array; readonly runs: readonly Run[] }
  | { readonly files: Contents }
  | { readonly told: unknown }
  /** Lines of a trace: an access, as it happens. */
  | { readonly shown: string }
  /** A worker by number, which is given the port. */
  | { readonly start: number; readonly port: Port }
  | { readonly end: number }
  | { readonly status: number };

/** Status of a job whose runtime fails. */
const FAILED = 1;
/** Milliseconds between looks for changed files. */
const PERIOD = 500;

const tell = (message: FromJob): void => scope.postMessage(message);
const console = new Console((descriptor, bytes, runs) => tell({ descriptor, bytes, runs }));
const listeners = new Map<string, () => void>();
/** Of threads' workers, by number. */
const failures: ((message: string) => void)[] = [];
/** What a signal does that nobody listens to. */
const STATUS: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

scope.onmessage = ({ data }) => begin(data as JobStart);

function begin({ program, files }: JobStart): void {
  const tree = new Tree(files, console);
  const tellChanges = () => {
    const changed = tree.changes();
    if (changed !== undefined) tell({ files: changed });
  };
  const ended = (status: number) => {
    console.flush();
    tellChanges();
    tell({ status });
    scope.close();
  };
  scope.onmessage = ({ data }) => hear(data as ToJob, ended);
  scope.onunhandledrejection = (event) => {
    event.preventDefault();
    console.write(2, new TextEncoder().encode(`pgasc: ${event.reason}\n`));
    ended(FAILED);
  };
  setInterval(tellChanges, PERIOD);
  setHost({
    ...{
      system: tree.system,
      program,
      job: { console, startWorker, onSignal, shown: (lines) => tell({ shown: lines }), ended },
    },
    tell: (message) => tell({ told: message }),
  });
  scope.importScripts(program.file);
}

function hear(message: ToJob, ended: (status: number) => void): void {
  if ('input' in message) console.feed(message.input);
  else if ('taken' in message) console.taken(message.taken);
  else if ('failed' in message) failures[message.failed]!(message.message);
  else {
    const listener = listeners.get(message.signal);
    if (listener !== undefined) listener();
    else if (message.signal in STATUS) ended(STATUS[message.signal]!);
  }
}

/** The page makes all workers: one that a worker makes of its own begins in some browsers only when that one rests, and may never. */
function startWorker(port: Port, failed: (message: string) => void): () => void {
  const number = failures.push(failed) - 1;
  scope.postMessage({ start: number, port } satisfies FromJob, [port]);
  return () => tell({ end: number });
}

function onSignal(signal: string, listener: (() => void) | undefined): void {
  if (listener === undefined) listeners.delete(signal);
  else listeners.set(signal, listener);
}
