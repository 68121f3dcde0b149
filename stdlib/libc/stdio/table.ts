/**
 * Takes names, modes and descriptors, gives the FILE pointers of a thread and the streams behind them.
 * The idea: a FILE is a small block of the thread's private heap that only serves as its address; the stream itself is
 * an object found by that address. All streams are written out when the thread ends.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { EINVAL, ENOMEM, failure, setErrno } from '../errno.ts';
import { pathOf } from '../files/working-directory.ts';
import { fs, os } from '../system.ts';
import { Console } from './console.ts';
import type { Device } from './device.ts';
import { Descriptor, filesOf, O_APPEND } from './open-files.ts';
import { type Access, NONE, Stream } from './stream.ts';

/** Bytes of the block of a FILE. */
const FILE_SIZE = 16;

interface Mode extends Access {
  /** For fs.open. */
  readonly flags: string;
}

/** Meaning of the modes "r", "w+b", "ax" ... (C99 7.19.5.3, C11's x); undefined for any other. */
export function parseMode(text: string): Mode | undefined {
  const first = text[0];
  if (first !== 'r' && first !== 'w' && first !== 'a') return undefined;
  const rest = text.slice(1).split(',')[0]!;
  const update = rest.includes('+');
  const exclusive = rest.includes('x') && first !== 'r';
  return {
    flags: `${first}${exclusive ? 'x' : ''}${update ? '+' : ''}`,
    readable: first === 'r' || update,
    writable: first !== 'r' || update,
    append: first === 'a',
  };
}

export class StreamTable {
  private readonly streams = new Map<number, Stream>();
  private readonly paths = new Map<number, Uint8Array>();
  private readonly standard: number[] = [];
  private lastAddress = 0;
  private lastStream: Stream | undefined;
  private ended = false;

  constructor(private readonly environment: LibraryEnvironment) {
    environment.atExit(() => this.end());
  }

  /** FILE pointer of stdin, stdout or stderr. */
  standardAddress(descriptor: 0 | 1 | 2): number {
    return (this.standard[descriptor] ??= this.register(this.standardStream(descriptor)));
  }

  private standardStream(descriptor: 0 | 1 | 2): Stream {
    const file = filesOf(this.environment).find(descriptor);
    if (descriptor === 1) return new Console(this.environment, file);
    const stream = new Stream(this.environment, file, {
      readable: descriptor === 0,
      writable: descriptor === 2,
      append: false,
    });
    if (descriptor === 2) stream.setBuffer(NONE, 0);
    // A prompt has to be seen before the answer is awaited.
    else stream.beforeRead = () => this.standardOut().flush();
    return stream;
  }

  /** The stream of stdout, kept apart for speed. */
  standardOut(): Stream {
    return this.find(this.standardAddress(1));
  }

  /** The stream of a FILE pointer. Ends the job where there is none: C leaves that undefined. */
  find(address: number): Stream {
    if (address === this.lastAddress && this.lastStream !== undefined) return this.lastStream;
    const stream = this.streams.get(address);
    if (stream === undefined) return this.noStream(address);
    this.lastAddress = address;
    this.lastStream = stream;
    return stream;
  }

  private noStream(address: number): never {
    const what =
      address === 0 ? 'a null FILE pointer: did fopen fail?' : `no open stream: 0x${(address >>> 0).toString(16)}`;
    return this.environment.exitJob(139, `stdio function called with ${what}`);
  }

  /** fopen: a FILE pointer, or 0 with errno. */
  open(path: Uint8Array, modeText: string): number {
    const stream = this.openStream(path, modeText);
    if (stream === undefined) return 0;
    const address = this.register(stream);
    this.paths.set(address, path);
    return address;
  }

  private openStream(path: Uint8Array, modeText: string): Stream | undefined {
    const mode = this.modeOf(modeText);
    return mode && this.attempt(() => new Stream(this.environment, this.openFile(path, mode), mode));
  }

  private openFile(path: Uint8Array, { flags, append }: Mode): Descriptor {
    return filesOf(this.environment).add(fs.openSync(pathOf(this.environment, path), flags), append ? O_APPEND : 0);
  }

  private modeOf(text: string): Mode | undefined {
    const mode = parseMode(text);
    if (mode === undefined) setErrno(this.environment, EINVAL);
    return mode;
  }

  /** Undefined with errno where Node throws. */
  attempt<Result>(action: () => Result): Result | undefined {
    try {
      return action();
    } catch (error) {
      failure(this.environment, error);
      return undefined;
    }
  }

  /** fdopen: starts at the descriptor's position. */
  adopt(number: number, modeText: string): number {
    const mode = this.modeOf(modeText);
    const descriptor = mode && this.attempt(() => filesOf(this.environment).find(number));
    return descriptor === undefined ? 0 : this.registerOn(descriptor, mode!);
  }

  /** A stream over what has no descriptor. */
  openDevice(device: Device, mode: Access): number {
    const file = filesOf(this.environment).fileOf(device, 0);
    return this.registerOn(new Descriptor(-1, file, () => device.close()), mode);
  }

  private registerOn(descriptor: Descriptor, mode: Access): number {
    if (descriptor.number === 1) return this.register(new Console(this.environment, descriptor));
    if (mode.append) descriptor.file.flags |= O_APPEND;
    return this.register(new Stream(this.environment, descriptor, mode));
  }

  /** A file without a name, gone when it is closed. */
  openTemporary(): number {
    const path = Buffer.from(temporaryName(os.tmpdir(), this.environment.MYTHREAD));
    const address = this.open(path, 'w+x');
    if (address === 0) return 0;
    try {
      fs.unlinkSync(path);
    } catch {
      // Windows: an open file keeps its name; it stays in the directory for temporary files
    }
    return address;
  }

  private register(stream: Stream): number {
    const address = this.environment.heap.allocate(FILE_SIZE) | 0;
    if (address === 0) {
      stream.close();
      setErrno(this.environment, ENOMEM);
      return 0;
    }
    if (this.ended) stream.setBuffer(NONE, 0);
    this.streams.set(address, stream);
    return address;
  }

  /** The path a FILE pointer was opened with; undefined for standard and adopted streams. */
  pathOf(address: number): Uint8Array | undefined {
    return this.paths.get(address);
  }

  /** freopen: the same FILE pointer for another file; 0 where it cannot be opened, the pointer is then closed. */
  reopen(address: number, path: Uint8Array, modeText: string): number {
    const stream = this.reopenStream(this.find(address), path, modeText);
    this.lastStream = undefined;
    if (stream === undefined) {
      this.forget(address);
      return 0;
    }
    this.streams.set(address, stream);
    this.paths.set(address, path);
    return address;
  }

  /** A standard stream keeps its descriptor. */
  private reopenStream(old: Stream, path: Uint8Array, modeText: string): Stream | undefined {
    old.close();
    const { descriptor } = old;
    if (descriptor.number < 0 || descriptor.number > 2) return this.openStream(path, modeText);
    const mode = this.modeOf(modeText);
    return (
      mode &&
      this.attempt(() => {
        const opened = this.openFile(path, mode);
        filesOf(this.environment).replace(opened, descriptor.number);
        opened.close();
        return new Stream(this.environment, descriptor, mode);
      })
    );
  }

  /** fclose. A standard stream keeps its pointer: its device decides about later output. */
  close(address: number): boolean {
    const closed = this.find(address).close();
    if (!this.standard.includes(address)) this.forget(address);
    return closed;
  }

  private forget(address: number): void {
    this.lastStream = undefined;
    this.streams.delete(address);
    this.paths.delete(address);
    this.environment.heap.free(address);
  }

  /** fflush(NULL). */
  flushAll(): boolean {
    let all = true;
    for (const stream of this.streams.values()) all = stream.flush() && all;
    return all;
  }

  /** The thread ends: later output, of atexit functions, is unbuffered. */
  private end(): void {
    this.ended = true;
    for (const stream of this.streams.values()) {
      stream.flush();
      stream.setBuffer(NONE, 0);
    }
  }
}

let temporaries = 0;

/** A name in `directory` that is not used yet: 11 characters longer than it. */
export function temporaryName(directory: string, thread: number): string {
  const letters = 36 ** 6;
  for (;;) {
    const mixed = Math.floor(Math.random() * letters) + thread * 7919 + temporaries++;
    const path = `${directory}/file${(mixed % letters).toString(36).padStart(6, '0')}`;
    if (!fs.existsSync(path)) return path;
  }
}
