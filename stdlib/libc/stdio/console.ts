/**
 * stdout of a thread: output is written in whole lines and never lost.
 * The idea: the bytes of a line that is not complete lie in the thread's control area in shared memory, where the
 * launcher finds them if the thread is killed (STDOUT_PENDING in runtime/abi.ts gives the protocol); a newline,
 * fflush or a full area writes them out at once.
 */
import { type LibraryEnvironment, STDOUT_BYTES, STDOUT_CAPACITY, STDOUT_PENDING } from '../../../runtime/abi.ts';
import type { Descriptor } from './open-files.ts';
import { afterLastNewline, type Buffering, FULL, LINE, NONE, Stream } from './stream.ts';

const NEWLINE = 10;

export class Console extends Stream {
  private readonly U8: Uint8Array;
  private readonly I32: Int32Array;
  /** Index in I32 of the number of pending bytes, and address of the bytes. */
  private readonly pending: number;
  private readonly start: number;

  constructor(environment: LibraryEnvironment, descriptor: Descriptor) {
    super(environment, descriptor, { readable: false, writable: true, append: false });
    this.U8 = environment.U8;
    this.I32 = environment.I32;
    this.pending = (environment.BASE + STDOUT_PENDING) >>> 2;
    this.start = (environment.BASE + STDOUT_BYTES) >>> 0;
    this.buffering = LINE;
  }

  override putByte(code: number): number {
    if (this.I32[this.pending] === STDOUT_CAPACITY) this.makeRoom();
    const length = this.I32[this.pending]!;
    this.U8[this.start + length] = code;
    this.I32[this.pending] = length + 1;
    if (this.buffering !== FULL && (code === NEWLINE || this.buffering === NONE)) this.flush();
    return code & 0xff;
  }

  override write(bytes: Uint8Array, start: number, end: number): boolean {
    const due = this.dueEnd(bytes, start, end);
    if (due > start) {
      this.put(bytes, start, due);
      this.flush();
    }
    this.put(bytes, due, end);
    return true;
  }

  /** Up to where bytes have to be out at once. */
  private dueEnd(bytes: Uint8Array, start: number, end: number): number {
    if (this.buffering === FULL) return start;
    return this.buffering === NONE ? end : afterLastNewline(bytes, start, end);
  }

  private put(bytes: Uint8Array, start: number, end: number): void {
    while (start < end) {
      if (this.I32[this.pending] === STDOUT_CAPACITY) this.makeRoom();
      const length = this.I32[this.pending]!;
      const part = Math.min(end - start, STDOUT_CAPACITY - length);
      this.copyIn(bytes, start, part, this.start + length);
      this.I32[this.pending] = length + part;
      start += part;
    }
  }

  private copyIn(bytes: Uint8Array, start: number, size: number, target: number): void {
    if (size < 64) for (let index = 0; index < size; index++) this.U8[target + index] = bytes[start + index]!;
    else this.U8.set(bytes.subarray(start, start + size), target);
  }

  /** Writes out the whole lines of a full area, or all of it where it is one line. */
  private makeRoom(): void {
    const end = this.start + STDOUT_CAPACITY;
    const lines = afterLastNewline(this.U8, this.start, end);
    if (lines === this.start || lines === end) {
      this.flush();
      return;
    }
    const rest = this.U8.slice(lines, end);
    this.I32[this.pending] = lines - this.start;
    this.flush();
    this.put(rest, 0, rest.length);
  }

  override flush(): boolean {
    const length = this.I32[this.pending]!;
    if (length === 0) return true;
    const written = this.attempt(() => {
      this.file.write(this.U8, this.start, this.start + length);
      return true;
    });
    this.I32[this.pending] = 0;
    return written === true;
  }

  override setBuffer(buffering: Buffering): void {
    this.flush();
    this.buffering = buffering;
  }

  override close(): boolean {
    return this.flush();
  }
}
