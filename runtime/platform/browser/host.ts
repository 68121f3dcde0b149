/**
 * The scripts that begin the workers of a job leave this for the runtime, which they load: the job's files and command line, and for a
 * thread what it was started with.
 */
import type { System } from './calls.ts';
import type { Console } from './console.ts';

export interface Host {
  readonly system: System;
  readonly program: Program;
  /** Threads.given of a thread; Threads.tell. */
  readonly given?: unknown;
  readonly tell?: (message: unknown) => void;
  /** In the first worker: begins threads, ends the job, and hears of signals. */
  readonly job?: JobHost;
}

/** As the page describes it; each worker is told. */
export interface Program {
  /** URLs of the program, and of the script that begins a thread. */
  readonly file: string;
  readonly threadScript: string;
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
}

export interface JobHost {
  readonly console: Console;
  onSignal(signal: string, listener: (() => void) | undefined): void;
  ended(status: number): void;
}

export const host = (globalThis as unknown as { pgascHost: Host }).pgascHost;

export const setHost = (value: Host): void => {
  (globalThis as unknown as { pgascHost: Host }).pgascHost = value;
};
