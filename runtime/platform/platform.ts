/**
 * The platform: all that the runtime knows of where it runs. Threads, clock, files, output, the engine, the process.
 *
 * One idea: nothing else in the runtime names a host. `node/` is Node.js; `linked.ts` says which one a build has.
 */

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

export interface Platform {
  /** In messages: "this node (v20.20.2)". */
  readonly host: string;
  readonly cores: number;
  /** The command line behind the program's name. */
  readonly arguments: readonly string[];
  /** A copy of the environment variables. */
  variables(): Record<string, string | undefined>;
  readonly clock: Clock;
  readonly files: Files;
  readonly threads: Threads;
  readonly processes: Processes;
  readonly engine: Engine;
  /** Calls `listener` in place of what the signal does by itself; undefined restores that. */
  onSignal(signal: string, listener: (() => void) | undefined): void;
  /** Ends the process, when its threads have stopped. */
  exit(status: number): never;
  /** Ends the process as a signal does that nobody listens to: at once. */
  exitBy(signal: string): void;
  decodeBase64(text: string): Uint8Array;
}

export interface Clock {
  /** Milliseconds since the process began; it never goes back. */
  milliseconds(): number;
  /** Of that beginning: milliseconds since 1970. */
  readonly origin: number;
  /** Nanoseconds of the monotonic clock that all processes of the host share. */
  nanoseconds(): bigint;
}

/** Descriptors are the system's. A failure throws an error with the system's name of it in `code`. */
export interface Files {
  /** Writes some of the bytes, beginning with `start`; gives how many. */
  write(descriptor: number, bytes: Uint8Array, start: number): number;
  /** Makes a file with this text, or replaces one. */
  replace(name: string, text: string): void;
  /** Opens a file to write behind its end. */
  append(name: string): number;
  close(descriptor: number): void;
  /** The text of a file in the folder of the file `neighbour`. */
  readBeside(neighbour: string, name: string): string;
  /** The name without its folders. */
  baseName(path: string): string;
  /** The path of a file: URL. */
  pathOf(url: string): string;
}

export interface Threads {
  /** Data that this thread was started with; undefined in the first one of the process. */
  readonly given: unknown;
  /** Sends a message to the thread that started this one. */
  tell(message: unknown): void;
  /** Calls `listener` for each message of the thread that started this one. */
  onMessage<M>(listener: (message: M) => void): void;
  /** Starts a thread that runs a file, a path or a URL. Shared memory in `given` stays shared. */
  start<M>(file: string, given: unknown, stackMiB: number, events: ThreadEvents<M>): StartedThread;
}

export interface ThreadEvents<M> {
  told(message: M): void;
  /** An error that nobody caught has ended it. */
  failed(reason: string): void;
  ended(): void;
}

export interface StartedThread {
  send(message: unknown): void;
  /** Ends the thread wherever it is. */
  end(): Promise<unknown>;
}

/** Other processes of a job on this host. */
export interface Processes {
  /** The line to the process that started this one for a part of its job; undefined if a user has. */
  readonly parent: Line | undefined;
  /** Starts a process that runs a file, a path or a URL, with the words behind this one's name; its output is this one's. */
  start<M>(file: string, readsInput: boolean, events: ProcessEvents<M>): StartedProcess;
}

/** To the other end of it. */
export interface Line {
  /** Numbers, texts, arrays of bytes, records and arrays of them. */
  tell(message: unknown): void;
  onMessage<M>(listener: (message: M) => void): void;
  /** The other end is gone. */
  onEnd(listener: () => void): void;
}

export interface ProcessEvents<M> {
  told(message: M): void;
  /** "was killed by SIGKILL". */
  ended(how: string): void;
}

export interface StartedProcess extends Pick<Line, 'tell'> {
  kill(): void;
}

export interface Engine {
  /** To be called before a program's module is compiled: chooses the compiler for it. */
  prepareForModule(): void;
  /** Runs a script, whose frames stack traces show with this file name; gives the value of its last expression. */
  run(script: string, file: string): unknown;
}
