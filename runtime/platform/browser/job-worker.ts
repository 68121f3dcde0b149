/**
 * The first worker of a job in a page: has the files and the console, and runs the program, whose runtime supervises the threads here.
 *
 * The page's first message says what to run; later ones are input, signals, and what has been shown.
 */
import { Console } from './console.ts';
import { type Program, setHost } from './host.ts';
import type { Run } from './outputring.ts';
import { type Contents, Tree } from './tree.ts';
import './sharedmemory.ts';
import { scope } from './web.ts';

/** From the page, first. */
export interface JobStart {
  readonly program: Program;
  readonly files: Contents;
}
/** And later. */
export type ToJob =
  | { readonly input: Uint8Array | undefined }
  | { readonly signal: string }
  | { readonly taken: number };
/** To the page. */
export type FromJob =
  | { readonly descriptor: number; readonly bytes: Uint8Array; readonly runs: readonly Run[] }
  | { readonly files: Contents }
  | { readonly told: unknown }
  | { readonly status: number };

/** Milliseconds between looks for changed files. */
const PERIOD = 500;

const tell = (message: FromJob): void => scope.postMessage(message);
const console = new Console((descriptor, bytes, runs) => tell({ descriptor, bytes, runs }));
const listeners = new Map<string, () => void>();
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
    console.write(1, new Uint8Array(0)); // what is in the ring still
    tellChanges();
    tell({ status });
    scope.close();
  };
  scope.onmessage = ({ data }) => hear(data as ToJob, ended);
  setInterval(tellChanges, PERIOD);
  setHost({
    ...{ system: tree.system, program, job: { console, onSignal, ended } },
    tell: (message) => tell({ told: message }),
  });
  scope.importScripts(program.file);
}

function hear(message: ToJob, ended: (status: number) => void): void {
  if ('input' in message) console.feed(message.input);
  else if ('taken' in message) console.taken(message.taken);
  else {
    const listener = listeners.get(message.signal);
    if (listener !== undefined) listener();
    else if (message.signal in STATUS) ended(STATUS[message.signal]!);
  }
}

function onSignal(signal: string, listener: (() => void) | undefined): void {
  if (listener === undefined) listeners.delete(signal);
  else listeners.set(signal, listener);
}
