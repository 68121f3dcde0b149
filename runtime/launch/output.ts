/**
 * Writing to standard output and standard error, whole and in order.
 *
 * Each write happens under the lock of the process, so buffers of its threads never mix; it waits for slow pipes. Of several
 * processes each writes some whole lines at a time, which the system keeps together.
 */
import { STDOUT_BYTES, STDOUT_PENDING } from '../abi.ts';
import type { Told } from '../calls/board.ts';
import { locked } from '../core/mutex.ts';
import { LABELS, OPEN_LINES, OUTPUT_LOCK } from '../memory/control.ts';
import { addressOf, processWord, type Space, wordOf } from '../memory/space.ts';
import { joined } from '../platform/bytes.ts';
import { platform } from '../platform/linked.ts';

const [STDOUT, STDERR] = [1, 2];
/** The status of a process that SIGPIPE killed. */
export const BROKEN_PIPE = 141;

/** Nobody reads standard output any more. */
export class BrokenPipe extends Error {}

/** Bytes that go into a pipe at one stroke (POSIX, PIPE_BUF; of Linux). */
const AT_ONCE = 4096;
const NEWLINE = 10;

/** Writes a line, or more, of the job itself on standard error, from the thread that supervises; or tells it to who calls the program. */
export function say(text: string): void {
  if (platform.threads.hasCaller) platform.threads.tell({ says: text } satisfies Told);
  else writeAll(2, new TextEncoder().encode(`pgasc: ${text}\n`));
}

/** Writes all bytes under the lock. The pending bytes of the thread of `space` count as written from then on. */
export function writeWhole(space: Space, descriptor: number, bytes: Uint8Array): void {
  const { I32, BASE, HOME, REACH, THREADS, MYTHREAD } = space;
  locked(I32, HOME + OUTPUT_LOCK, () => {
    const labelled = withLabels(space, MYTHREAD, descriptor, bytes);
    if (REACH === THREADS) writeAll(descriptor, labelled, MYTHREAD);
    else for (const some of wholeLines(labelled)) writeAll(descriptor, some, MYTHREAD);
    if (bytes.byteOffset === (BASE >>> 0) + STDOUT_BYTES && bytes.buffer === I32.buffer)
      Atomics.store(I32, (BASE + STDOUT_PENDING) >>> 2, 0);
  });
}

/** The bytes with the number of their thread before each line, if the job wants it (--label); a line that another thread has begun ends before them. The caller holds the lock. */
export function withLabels(space: Space, thread: number, descriptor: number, bytes: Uint8Array): Uint8Array {
  const { I32 } = space;
  if (I32[processWord(space, LABELS)] === 0 || bytes.length === 0) return bytes;
  const open = openLine(space, descriptor);
  const writer = I32[open]! - 1;
  I32[open] = bytes.at(-1) === NEWLINE ? 0 : thread + 1;
  const isAnothers = writer >= 0 && writer !== thread;
  const parts = labelLines(new TextEncoder().encode(`${thread}: `), writer === thread, bytes);
  return joined(isAnothers ? [Uint8Array.of(NEWLINE), ...parts] : parts);
}

const openLine = (space: Space, descriptor: number) => processWord(space, OPEN_LINES + 4 * descriptor);

/** `isOpen`: the first bytes go on with a line that has its label. */
function labelLines(label: Uint8Array, isOpen: boolean, bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    end = bytes.indexOf(NEWLINE, start) + 1 || bytes.length;
    if (start > 0 || !isOpen) lines.push(label);
    lines.push(bytes.subarray(start, end));
  }
  return lines;
}

/** Some whole lines at a time; a longer line in pieces. */
function* wholeLines(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const most = Math.min(start + AT_ONCE, bytes.length);
    const end = most === bytes.length ? most : bytes.lastIndexOf(NEWLINE, most - 1) + 1;
    yield bytes.subarray(start, end > start ? end : most);
    start = end > start ? end : most;
  }
}

/** Writes what a thread has printed and not flushed, and gives it. The caller holds the lock. Throws BrokenPipe when nobody reads any more, or the system's error. */
export function writePending(space: Space, thread: number): Uint8Array {
  const pending = wordOf(space, thread, STDOUT_PENDING);
  const start = addressOf(space, thread, STDOUT_BYTES) >>> 0;
  const bytes = space.U8.slice(start, start + Atomics.load(space.I32, pending));
  writeAll(STDOUT, withLabels(space, thread, STDOUT, bytes), thread);
  Atomics.store(space.I32, pending, 0);
  return bytes;
}

/** Where lines have labels, the thread's last one ends here, so that the next label begins a line. It has written all; the caller holds the lock. */
export function endLastLines(space: Space, thread: number): void {
  for (const descriptor of [STDOUT, STDERR]) {
    const open = openLine(space, descriptor);
    if (space.I32[open] !== thread + 1) continue;
    space.I32[open] = 0;
    writeAll(descriptor, Uint8Array.of(NEWLINE), thread);
  }
}

/** The same of the thread itself, when it ends. */
export function endOwnLines(space: Space): void {
  locked(space.I32, space.HOME + OUTPUT_LOCK, () => endLastLines(space, space.MYTHREAD));
}

/** Writes all bytes, of a thread or of the job itself; the caller holds the lock. What cannot be written on standard error is dropped. */
export function writeAll(descriptor: number, bytes: Uint8Array, thread?: number): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += platform.files.write(descriptor, bytes, done, thread);
    } catch (error) {
      if (!goOnAfter(error as SystemError, descriptor)) return;
    }
  }
}

interface SystemError extends Error {
  readonly code?: string;
}

/** Whether to try again. A closed descriptor takes nothing; other failures of standard output end the job. */
function goOnAfter(error: SystemError, descriptor: number): boolean {
  if (error.code === 'EAGAIN') {
    Atomics.wait(pause, 0, 0, 1);
    return true;
  }
  const failure = failureOf(error, descriptor);
  if (failure !== undefined) throw failure;
  return false;
}

/** Why a text could not be written; undefined for standard error, and where nobody wants it. */
function failureOf(error: SystemError, descriptor: number): Error | undefined {
  if (descriptor !== STDOUT || error.code === 'EBADF') return undefined;
  return error.code === 'EPIPE' ? new BrokenPipe() : error;
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * What processes of other hosts write, passed on: each text whole, in the order in which it came, without holding up this thread when
 * nobody reads.
 */
export class Descriptors {
  private readonly used = new Map<number, Passed>();

  /** `labels`: lines have the number of their thread (--label), so a line that another writer has begun ends first. */
  constructor(private readonly labels: boolean) {}

  /** Gives why they cannot be written, when the bytes of a writer are written or cannot be. */
  readonly write = (writer: unknown, descriptor: number, bytes: Uint8Array): Promise<Error | undefined> => {
    const passed = this.used.get(descriptor) ?? new Passed(descriptor);
    this.used.set(descriptor, passed);
    return passed.append(this.labels && bytes.length > 0 ? passed.apart(writer, bytes) : bytes);
  };
}

/** What is passed on to a descriptor. */
class Passed {
  private last: Promise<Error | undefined> = Promise.resolve(undefined);
  /** Whose line has not ended. */
  private open: unknown;
  /** Whose last line was ended for them: their own end of it is left out. */
  private readonly cut = new Set<unknown>();

  constructor(private readonly descriptor: number) {}

  /** The bytes, such that they do not go on with the line of another writer. */
  apart(writer: unknown, bytes: Uint8Array): Uint8Array {
    const before = this.open;
    this.open = bytes.at(-1) === NEWLINE ? undefined : writer;
    const rest = this.cut.delete(writer) && bytes[0] === NEWLINE ? bytes.subarray(1) : bytes;
    if (before === undefined || before === writer) return rest;
    this.cut.add(before);
    return joined([Uint8Array.of(NEWLINE), rest]);
  }

  append(bytes: Uint8Array): Promise<Error | undefined> {
    this.last = this.last
      .then(() => platform.files.writeLater(this.descriptor, bytes))
      .then(
        () => undefined,
        (error: SystemError) => failureOf(error, this.descriptor),
      );
    return this.last;
  }
}
