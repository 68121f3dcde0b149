/**
 * The scripts that begin the workers of a job leave this for the runtime, which they load: the job's files and command line, and for a
 * thread what it was started with.
 */
import type { System } from './calls.ts';
import type { Console } from './console.ts';
import type { Port } from './web.ts';

export interface Host {
  readonly system: System;
  readonly program: Program;
  /** Threads.given of a thread; Threads.tell. */
  readonly given?: unknown;
  readonly tell?: (message: unknown) => void;
  /** Of a thread: the first worker's messages come here. */
  readonly port?: Port;
  /** In the first worker: begins threads, ends the job, and hears of signals. */
  readonly job?: JobHost;
}

/** As the page describes it; each worker is told. */
export interface Program {
  /** URL of the program. */
  readonly file: string;
  /** The program's name in its tree of files; its map lies beside it. */
  readonly path: string;
  readonly arguments: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Bytes of memory that the job takes, unless it asks for more. */
  readonly memory: number;
  /** Standard input and output are shown as they come. */
  readonly isTerminal: boolean;
  /** Threads.hasCaller */
  readonly hasCaller: boolean;
  /** Of a slowed run (pace.ts). */
  readonly pace?: SharedArrayBuffer;
}

export interface JobHost {
  readonly console: Console;
  /** A worker of the page that is given this port; `failed` says why it is none. Gives how to end it. */
  startWorker(port: Port, failed: (message: string) => void): () => void;
  onSignal(signal: string, listener: (() => void) | undefined): void;
  /** What an onlooker is shown. */
  shown(lines: string): void;
  ended(status: number): void;
}

export const host = (globalThis as unknown as { pgascHost: Host }).pgascHost;

export const setHost = (value: Host): void => {
  (globalThis as unknown as { pgascHost: Host }).pgascHost = value;
};
