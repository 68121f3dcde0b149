/**
 * Devices in memory: a block of the program's (fmemopen), a block that grows (open_memstream), bytes that are all there
 * (the output of a command). (POSIX)
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { SystemError } from '../errno.ts';
import type { Device } from './device.ts';

abstract class MemoryDevice implements Device {
  readonly descriptor = -1;
  readonly seekable: boolean = true;
  readonly terminal = false;

  position(): void {}
  abstract size(): number;
  abstract read(bytes: Uint8Array, start: number, length: number, position: number): number;
  abstract write(bytes: Uint8Array, start: number, end: number, position: number): void;
  close(): void {}
}

/** Copies what there is from `position` on. */
function copyOut(from: Uint8Array, size: number, to: Uint8Array, start: number, length: number, position: number) {
  const count = Math.max(0, Math.min(length, size - position));
  to.set(from.subarray(position, position + count), start);
  return count;
}

/** A block of fixed size; `end` of its bytes are the file. A zero follows what is written where there is room. */
export class BlockDevice extends MemoryDevice {
  constructor(
    private readonly block: Uint8Array,
    private end: number,
    private readonly release: () => void,
  ) {
    super();
  }

  size(): number {
    return this.end;
  }

  read(bytes: Uint8Array, start: number, length: number, position: number): number {
    return copyOut(this.block, this.end, bytes, start, length, position);
  }

  write(bytes: Uint8Array, start: number, end: number, position: number): void {
    const count = Math.min(end - start, this.block.length - position);
    if (count > 0) this.block.set(bytes.subarray(start, start + count), position);
    if (count > 0 && position + count > this.end) {
      this.end = position + count;
      if (this.end < this.block.length) this.block[this.end] = 0;
    }
    if (count < end - start) throw new SystemError('ENOSPC');
  }

  override close(): void {
    this.release();
  }
}

/** A block of the heap that grows; its address and size are stored for the program after each write. */
export class GrowingDevice extends MemoryDevice {
  private block = 0;
  private room = 0;
  private end = 0;

  constructor(
    private readonly environment: LibraryEnvironment,
    private readonly addressAt: number,
    private readonly sizeAt: number,
  ) {
    super();
    this.write(new Uint8Array(), 0, 0, 0);
  }

  size(): number {
    return this.end;
  }

  read(): number {
    throw new SystemError('EBADF');
  }

  write(bytes: Uint8Array, start: number, end: number, position: number): void {
    const last = Math.max(this.end, position + end - start);
    if (last + 1 > this.room) this.grow(Math.max(last + 1, 2 * this.room, 64));
    const { U8, I32 } = this.environment;
    U8.set(bytes.subarray(start, end), this.block + position);
    this.end = last;
    I32[this.addressAt >>> 2] = this.block | 0;
    I32[this.sizeAt >>> 2] = position + end - start;
  }

  /** All behind the end is zero. */
  private grow(room: number): void {
    const block = this.environment.heap.reallocate(this.block, room) >>> 0;
    if (block === 0) throw new SystemError('ENOMEM');
    this.environment.U8.fill(0, block + this.end, block + room);
    this.block = block;
    this.room = room;
  }
}

/** Bytes that can be read once, from front to back. */
export class BytesDevice extends MemoryDevice {
  override readonly seekable = false;

  constructor(private readonly bytes: Uint8Array) {
    super();
  }

  size(): number {
    return this.bytes.length;
  }

  read(bytes: Uint8Array, start: number, length: number, position: number): number {
    return copyOut(this.bytes, this.bytes.length, bytes, start, length, position);
  }

  write(): void {
    throw new SystemError('EBADF');
  }
}

/** Bytes that are gathered for somebody. */
export class GatheringDevice extends MemoryDevice {
  override readonly seekable = false;
  private readonly chunks: Uint8Array[] = [];

  constructor(private readonly take: (bytes: Buffer) => void) {
    super();
  }

  size(): number {
    return 0;
  }

  read(): number {
    throw new SystemError('EBADF');
  }

  write(bytes: Uint8Array, start: number, end: number): void {
    this.chunks.push(bytes.slice(start, end));
  }

  override close(): void {
    this.take(Buffer.concat(this.chunks));
  }
}
