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
  /** Of the machine. */
  readonly hostName: string;
  readonly cores: number;
  /** The processor's architecture and its order of bytes: "x64 LE". */
  readonly architecture: string;
  /** Bytes of memory that a job is given, where it does not ask for more. */
  readonly memory: number;
  /** The path or URL of the file whose code called `above`: the program's. Undefined if it is in no file. */
  runningFile(above: (...args: never[]) => unknown): string | undefined;
  /** The command line behind the program's name. */
  readonly arguments: readonly string[];
  /** A copy of the environment variables. */
  variables(): Record<string, string | undefined>;
  readonly clock: Clock;
  readonly files: Files;
  readonly threads: Threads;
  readonly processes: Processes;
  readonly sockets: Sockets;
  readonly engine: Engine;
  readonly native: Native;
  /** Somebody who looks on as the threads of a recorded job access memory; undefined where nobody does. */
  readonly onlooker?: Onlooker;
  /** Calls `listener` in place of what the signal does by itself; undefined restores that. */
  onSignal(signal: string, listener: (() => void) | undefined): void;
  /** Lets debuggers attach to this process, from its own host alone; gives where: "127.0.0.1:40123". */
  listenForDebuggers(): string;
  /** Ends the process, when its threads have stopped. */
  exit(status: number): never;
  /** Ends the process as a signal does that nobody listens to: at once. */
  exitBy(signal: string): void;
  /** Ends it at once, whatever its threads do: with this status, but where one is in a call of the system and no native code can be called: by SIGKILL. */
  exitAtOnce(status: number): void;
  decodeBase64(text: string): Uint8Array;
  encodeBase64(bytes: Uint8Array): string;
}

/** A slowed run is shown as it happens. */
export interface Onlooker {
  /** Shows an access that this thread has made, as lines of a trace, when its turn has come: until then the thread goes no further. */
  show(lines: string): void;
}

export interface Clock {
  /** Milliseconds since the process began; it never goes back. */
  milliseconds(): number;
  /** Of that beginning: milliseconds since 1970. */
  readonly origin: number;
  /** Nanoseconds of the monotonic clock that all processes of the host share. */
  nanoseconds(): bigint;
  /** Nanoseconds of processor time: of the process, and of this thread where the platform tells it. */
  ofProcess(): bigint;
  ofThread(): bigint | undefined;
}

/** Descriptors are the system's. A failure throws an error with the system's name of it in `code`. */
export interface Files {
  /** Writes some of the bytes, beginning with `start`; gives how many. `thread`: who has printed them, for those who show it. */
  write(descriptor: number, bytes: Uint8Array, start: number, thread?: number): number;
  /** A line that was written on it can be taken back: a page cannot. */
  isTerminal(descriptor: number): boolean;
  /** Reads some bytes; gives how many, 0 at the end. */
  readSome(descriptor: number, bytes: Uint8Array): number;
  /** Makes a file that only this user may read, and its folder if it is not there. */
  keepSecret(folder: string, name: string, text: string): void;
  /** Whether this is a folder, or its parent is one. */
  mayBeFolder(name: string): boolean;
  /** The text of a file that only this user may read; undefined if there is none. */
  readSecret(name: string): string | undefined;
  /** Writes all of the bytes, while this thread goes on. */
  writeLater(descriptor: number, bytes: Uint8Array): Promise<void>;
  /** Calls `listener` with what comes on standard input, undefined at its end, when the last is `taken`. */
  onInput(listener: (bytes: Uint8Array | undefined, taken: () => void) => void): void;
  /** Standard input is empty from now on. */
  ignoreInput(): void;
  /** The text of a file. */
  read(name: string): string;
  /** The folder in which this process runs. */
  folder(): string;
  /** Makes a file with this text, or replaces one. */
  replace(name: string, text: string): void;
  /** Opens a file to write behind its end. */
  append(name: string): number;
  /** Opens a file without a name, for this process alone: what is written goes behind its end. */
  spool(): number;
  /** Reads some bytes from a position on; gives how many, 0 at the end. */
  readAt(descriptor: number, bytes: Uint8Array, position: number): number;
  close(descriptor: number): void;
  /** Removes a file, if it is there. */
  remove(name: string): void;
  /** Removes the files of a folder, if it is there, whose names begin so. */
  removeAll(folder: string, beginning: string): void;
  /** The text of a file in the folder of the file `neighbour`. */
  readBeside(neighbour: string, name: string): string;
  /** The SHA-256 of a file's bytes, in hexadecimal digits. */
  digest(name: string): string;
  /** The name without its folders. */
  baseName(path: string): string;
  /** The path of what `runningFile` gives. */
  pathOf(url: string): string;
}

export interface Threads {
  /** Data that this thread was started with; undefined in the first one of the process. */
  readonly given: unknown;
  /** Why no thread runs beside another, not even beside the one that started it; undefined where they do. */
  readonly onlyOne?: string;
  /** The job was started by JavaScript that calls the program's functions, and hears what its first thread tells. */
  readonly hasCaller: boolean;
  /** Sends a message to the thread that started this one; from the first one of the process, to the caller. */
  tell(message: unknown): void;
  /** Calls `listener` for each message of the thread that started this one. */
  onMessage<M>(listener: (message: M) => void): void;
  /** Starts a thread that runs a file. Shared memory in `given` stays shared. */
  start<M>(code: Code, given: unknown, room: ThreadRoom, events: ThreadEvents<M>): StartedThread;
  /** Gives what the engine has compiled of this thread's script so far to the threads that run it later. */
  shareCode(): void;
}

/** The engine's memory for a thread, in MiB: for its stack, its heap, and what is young there; as the engine has it where nothing is said. */
export interface ThreadRoom {
  readonly stack: number;
  readonly heap?: number;
  readonly young?: number;
  /** By how much the heap grows until it is collected again, in percent of what is in use. */
  readonly growth?: number;
}

/** What a thread runs. */
export interface Code {
  /** A path or a URL. */
  readonly file: string;
  /** It imports nothing, and begins with a line `#!`. */
  readonly isScript: boolean;
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

/** Other processes of a job. */
export interface Processes {
  /** Why a job has no other processes, where none can be started. */
  readonly none?: string;
  /** The system's number of this process. */
  readonly id: number;
  /** Processes with the same text see each other in /proc; '' where there is none. */
  readonly host: string;
  /** Processes with the same text have one network stack, and so the same addresses; '' where that is not known. */
  readonly network: string;
  /** The line to the process that started this one for a part of its job; undefined if a user has. */
  readonly parent: Line | undefined;
  /** The line to the process that called this one by a command (`call`). */
  readonly caller: Line | undefined;
  /** Starts a process on this host. */
  start<M>(start: ProcessStart, events: ProcessEvents<M>): StartedProcess;
  /** Starts a command that is, in the end, `callCommand` or a preload's somewhere; its standard input and output are the line. */
  call<M>(command: readonly string[], events: ProcessEvents<M>, first?: Uint8Array): StartedCommand;
  /** The numbers of the cores that this process may run on; undefined if the system does not tell. Throws MissingPackage. */
  cores(): readonly number[] | undefined;
  /** Drivers that libfabric loads in this process shall leave its signals alone: to be called before that. */
  keepSignals(): void;
  /** It runs on these alone from now on. */
  keepTo(cores: readonly number[]): void;
  /** The program that runs this process. */
  readonly executable: string;
  /** For a shell: runs these words in a folder, where `caller` is the line. */
  callCommand(folder: string, words: readonly string[]): string;
  /** The same for a script with its words, which need not be there: `first`, before the line, has it and its source map. */
  preload(folder: string, script: string, words: readonly string[]): Preload;
}

export interface Preload {
  readonly command: string;
  readonly first: Uint8Array;
}

export interface ProcessStart {
  /** A path or a URL. */
  readonly file: string;
  /** Those behind the file's name. */
  readonly words: readonly string[];
  /** That of this process, none, or what `input` gives it. */
  readonly input: 'inherit' | 'ignore' | 'pipe';
  /** Hears what the process writes; undefined: its output is that of this process. */
  readonly output?: Output;
  /** Besides those of this process. */
  readonly variables?: Variables;
}

/** Bytes for a descriptor, 1 or 2; no more of it come before `taken` is called. */
export type Output = (descriptor: number, bytes: Uint8Array, taken: () => void) => void;

/** To the other end of it. */
export interface Line {
  /** Numbers, texts, arrays of bytes, records and arrays of them. */
  tell(message: unknown): void;
  onMessage<M>(listener: (message: M) => void): void;
  /** The other end is gone. */
  onEnd(listener: () => void): void;
}

/** To a process that this one has not started. */
export interface FarLine extends Line {
  /** Calls `listener` for the first message alone. */
  once<M>(listener: (message: M) => void): void;
  hangUp(): void;
}

export interface ProcessEvents<M> {
  told(message: M): void;
  /** "was killed by SIGKILL". */
  ended(how: string): void;
}

export interface StartedProcess extends Pick<Line, 'tell'> {
  /** The system's number; undefined if it could not be started. */
  readonly id: number | undefined;
  /** Gives it input, undefined for its end; calls `taken` when there may be more. */
  input(bytes: Uint8Array | undefined, taken: () => void): void;
  kill(): void;
}

export type StartedCommand = Pick<Line, 'tell'>;

/** Lines over networks: both ends have proved that they know a secret. */
export interface Sockets {
  /** A new secret that nobody can guess. */
  secret(): Uint8Array;
  /** Calls `joined` for each process that comes with the secret. */
  listen(secret: Uint8Array, joined: (line: FarLine) => void): Promise<Listening>;
  /** The line to the process that listens at one of these addresses. Throws an error that says of each why not. */
  join(addresses: readonly string[], secret: Uint8Array): Promise<FarLine>;
}

export interface Listening {
  /** Where this process can be reached, perhaps: "10.0.0.1 4711". */
  readonly addresses: readonly string[];
  close(): void;
}

export interface Engine {
  /** To be called before a program's module is compiled: chooses the compiler for it. */
  prepareForModule(): void;
  /** Runs a script, whose frames stack traces show with this file name; gives the value of its last expression. */
  run(script: string, file: string): unknown;
}

/** An address or an integer of native code: a number where it is below 2^53. */
export type NativeValue = number | bigint;
/** All parameters are 64 bits wide. */
export type NativeFunction = (...values: NativeValue[]) => number;
/** What a function gives: `int` has 32 bits, `long` 64. */
export type NativeResult = 'int' | 'long';

/** Libraries of the system, and their memory. */
export interface Native {
  /** Opens a library; undefined where there is none. Throws MissingPackage where the package that makes the calls is not there. */
  open(library: string): NativeLibrary | undefined;
  /** Sleeping on words that several processes have mapped; undefined where the system's call is not known. Throws MissingPackage. */
  futex(): Futex | undefined;
  /** Where the package is looked for, before the folder of the running file. */
  readonly places: string[];
}

/** Addresses are those of native code. */
export interface Futex {
  addressOf(bytes: Uint8Array): number;
  /** Sleeps until the word is woken, if it is `value`; for the seconds and nanoseconds, 64 bits each, at `limit`. */
  wait(word: number, value: number, limit: number): void;
  /** Wakes who sleeps there. */
  wake(word: number): void;
}

/** The package that calls native code is nowhere to be found. */
export class MissingPackage extends Error {
  constructor(readonly packageName: string) {
    super(`the package ${packageName} is missing`);
  }
}

export interface NativeLibrary {
  /** A function by its name; undefined if the library has none. */
  find(name: string, result: NativeResult, parameters: number): NativeFunction | undefined;
  /** The function at an address. */
  at(address: number, result: NativeResult, parameters: number): NativeFunction;
  /** Where bytes of this process lie; they stay from then on. */
  addressOf(bytes: Uint8Array): number;
  /** 64 and 32 bits at an address. */
  readLong(address: number): number;
  readInt(address: number): number;
  writeLong(address: number, value: NativeValue): void;
  writeInt(address: number, value: number): void;
  /** The text that ends with a zero byte. */
  readText(address: number): string;
}
