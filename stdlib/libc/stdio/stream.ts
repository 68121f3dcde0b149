/**
 * Takes C's operations on one stream, gives reads and writes of a device, buffered (C99 7.19.3).
 * The idea: one buffer that holds either what was read ahead or what is to be written. Bytes read ahead lie after some
 * headroom, so that ungetc only steps back; the position in the file is the open file's, so a descriptor of the same file continues at the stream's position.
 *
 *     reading   buffer [at, end) is still to be given; `place` is the file position of `end`
 *     writing   buffer [0, at) is still to be written; `place` is the file position of 0; `end` is 0
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { EBADF, EINVAL, ESPIPE, failure, setErrno } from '../errno.ts';
import type { Device } from './device.ts';
import type { Sink } from './format-output.ts';
import type { Descriptor, OpenFile } from './open-files.ts';

/** setvbuf's modes, with the numbers of stdio.h. */
export const FULL = 0;
export const LINE = 1;
export const NONE = 2;
export type Buffering = typeof FULL | typeof LINE | typeof NONE;

/** fseek's origins. */
export const SEEK_SET = 0;
export const SEEK_CUR = 1;
export const SEEK_END = 2;

export const EOF = -1;
const BUFFER_SIZE = 8192;
/** Bytes that ungetc may always give back. */
const HEADROOM = 16;
const NEWLINE = 10;

/** Mode a stream was opened with. */
export interface Access {
  readonly readable: boolean;
  readonly writable: boolean;
  readonly append: boolean;
}

export class Stream implements Sink {
  error = false;
  eof = false;
  /** Called before the device is read: output meant for the reader has to be flushed. */
  beforeRead: (() => void) | undefined;

  protected buffering: Buffering = FULL;
  private size = BUFFER_SIZE;
  private buffer = new Uint8Array(0);
  private at = 0;
  private end = 0;
  private writing = false;
  /** The buffer holds bytes of ungetc. */
  private altered = false;

  constructor(
    protected readonly environment: LibraryEnvironment,
    readonly descriptor: Descriptor,
    private readonly access: Access,
  ) {
    const { device } = this;
    if (device.terminal) this.buffering = LINE;
    if (access.append && !access.readable && device.seekable) this.place = device.size();
  }

  protected get file(): OpenFile {
    return this.descriptor.file;
  }
  private get device(): Device {
    return this.file.device;
  }
  private get place(): number {
    return this.file.place;
  }
  private set place(place: number) {
    this.file.place = place;
  }

  /** The next byte, or EOF. */
  getByte(): number {
    if (this.at < this.end) return this.buffer[this.at++]!;
    return this.fill() ? this.buffer[this.at++]! : EOF;
  }

  /** Gives a byte back; EOF where there is no room for it. */
  ungetByte(code: number): number {
    if (code === EOF || !this.startReading()) return EOF;
    if (this.at === this.end) this.at = this.end = HEADROOM;
    if (this.at === 0) return EOF;
    this.at--;
    this.altered ||= this.at < HEADROOM || this.buffer[this.at] !== (code & 0xff);
    this.buffer[this.at] = code;
    this.eof = false;
    return code & 0xff;
  }

  /** Reads into [start, end); gives the number of bytes there were. */
  read(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    while (at < end) {
      if (this.at === this.end) {
        if (end - at >= this.size) return at - start + this.readDirectly(bytes, at, end);
        if (!this.fill()) break;
      }
      const length = Math.min(end - at, this.end - this.at);
      bytes.set(this.buffer.subarray(this.at, this.at + length), at);
      this.at += length;
      at += length;
    }
    return at - start;
  }

  /** Consumes the buffered bytes up to and with `delimiter`, without another read: [start, end) of `bytes`. Undefined at EOF. */
  take(delimiter: number, limit: number): { bytes: Uint8Array; start: number; end: number } | undefined {
    if (this.at === this.end && !this.fill()) return undefined;
    const start = this.at;
    const found = this.buffer.indexOf(delimiter, start);
    const end = Math.min(found < 0 || found >= this.end ? this.end : found + 1, start + limit);
    this.at = end;
    return { bytes: this.buffer, start, end };
  }

  putByte(code: number): number {
    if (!this.writing || this.buffering !== FULL || this.at === this.size) {
      single[0] = code;
      return this.write(single, 0, 1) ? code & 0xff : EOF;
    }
    this.buffer[this.at++] = code;
    return code & 0xff;
  }

  /** Writes [start, end); false with errno on an error. */
  write(bytes: Uint8Array, start: number, end: number): boolean {
    if (!this.startWriting()) return false;
    if (this.buffering === FULL) return this.append(bytes, start, end);
    const due = this.buffering === NONE ? end : afterLastNewline(bytes, start, end);
    if (due > start && !(this.append(bytes, start, due) && this.flush())) return false;
    return this.append(bytes, due, end);
  }

  private append(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start > this.size - this.at) {
      if (!this.flush()) return false;
      if (end - start >= this.size) return this.send(bytes, start, end);
    }
    if (end - start < 32) for (; start < end; start++) this.buffer[this.at++] = bytes[start]!;
    else {
      this.buffer.set(bytes.subarray(start, end), this.at);
      this.at += end - start;
    }
    return true;
  }

  /** fflush of a stream that is read: the next read sees the file as it then is. */
  forget(): void {
    if (!this.writing && this.device.seekable) this.dropReadAhead();
  }

  /** Writes out what is pending; false on an error. */
  flush(): boolean {
    if (!this.writing) return true;
    const length = this.at;
    this.at = 0;
    return length === 0 || this.send(this.buffer, 0, length);
  }

  private send(bytes: Uint8Array, start: number, end: number): boolean {
    const sent = this.attempt(() => {
      this.file.write(bytes, start, end);
      return true;
    });
    return sent ?? false;
  }

  /** fseek; false with errno where that cannot be. */
  seek(offset: number, origin: number): boolean {
    if (this.writing && !this.flush()) return false;
    if (origin < SEEK_SET || origin > SEEK_END) return this.refuse(EINVAL);
    if (!this.device.seekable) return this.refuse(ESPIPE);
    const base = origin === SEEK_SET ? 0 : origin === SEEK_CUR ? this.position() : this.device.size();
    if (base + offset < 0) return this.refuse(EINVAL);
    this.moveTo(base + offset);
    this.eof = false;
    return true;
  }

  private moveTo(target: number): void {
    const first = this.place - (this.end - HEADROOM);
    if (!this.writing && !this.altered && this.end > 0 && target >= first && target <= this.place) {
      this.at = this.end - (this.place - target);
      return;
    }
    this.device.position();
    this.writing = this.altered = false;
    this.at = this.end = 0;
    this.place = target;
  }

  /** ftell; -1 with errno where there is no position. */
  tell(): number {
    if (this.device.seekable) return this.position();
    setErrno(this.environment, ESPIPE);
    return -1;
  }

  private position(): number {
    if (!this.writing) return this.place - (this.end - this.at);
    return (this.access.append && this.at > 0 ? this.device.size() : this.place) + this.at;
  }

  /** setvbuf. */
  setBuffer(buffering: Buffering, size: number): void {
    if (this.writing) this.flush();
    this.buffering = buffering;
    this.size = buffering === NONE ? 1 : size > 0 ? size : BUFFER_SIZE;
  }

  /** False where something could not be written or closed. */
  close(): boolean {
    const flushed = !this.writing || this.flush();
    const closed = this.attempt(() => {
      this.descriptor.close();
      return true;
    });
    return flushed && closed === true;
  }

  /** Reads ahead; false at the end of the file or on an error. The end lasts until clearerr, a seek or ungetc. */
  private fill(): boolean {
    if (this.eof || !this.startReading()) return false;
    this.reserve(HEADROOM + this.size);
    const length = this.readDevice(this.buffer, HEADROOM, this.size);
    this.altered = false;
    this.at = HEADROOM;
    this.end = HEADROOM + length;
    return length > 0;
  }

  private readDirectly(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    if (this.eof || !this.startReading()) return 0;
    this.dropReadAhead();
    while (at < end) {
      const length = this.readDevice(bytes, at, end - at);
      if (length === 0) break;
      at += length;
    }
    return at - start;
  }

  private readDevice(bytes: Uint8Array, start: number, length: number): number {
    this.beforeRead?.();
    const got = this.attempt(() => this.file.read(bytes, start, length));
    if (got === 0) this.eof = true;
    return got ?? 0;
  }

  private startReading(): boolean {
    if (!this.access.readable) return this.fail(EBADF);
    if (this.writing) {
      this.flush();
      this.writing = false;
    }
    this.reserve(HEADROOM);
    return true;
  }

  private startWriting(): boolean {
    if (this.writing) return true;
    if (!this.access.writable) return this.fail(EBADF);
    this.dropReadAhead();
    this.reserve(this.size);
    this.writing = true;
    return true;
  }

  private dropReadAhead(): void {
    this.place = Math.max(0, this.place - (this.end - this.at));
    this.at = this.end = 0;
    this.altered = false;
  }

  private reserve(size: number): void {
    if (this.buffer.length >= size) return;
    const larger = new Uint8Array(size);
    larger.set(this.buffer);
    this.buffer = larger;
  }

  /** Result of the action; undefined with errno and the error mark where Node throws. */
  protected attempt<Result>(action: () => Result): Result | undefined {
    try {
      return action();
    } catch (error) {
      failure(this.environment, error);
      this.error = true;
      return undefined;
    }
  }

  /** An error of the stream. */
  private fail(number: number): false {
    this.error = true;
    return this.refuse(number);
  }

  private refuse(number: number): false {
    setErrno(this.environment, number);
    return false;
  }
}

const single = new Uint8Array(1);

/** Index after the last newline in [start, end); `start` where there is none. */
export function afterLastNewline(bytes: Uint8Array, start: number, end: number): number {
  while (end > start && bytes[end - 1] !== NEWLINE) end--;
  return end;
}
