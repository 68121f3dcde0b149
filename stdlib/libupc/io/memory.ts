/**
 * The memory side of a transfer as a sequence of contiguous pieces: private, indefinite, or blocked over the threads.
 *
 * A blocked buffer is that of a pointer-to-shared whose phase is taken as zero: block k lies on thread
 * (t + k) mod THREADS, in row floor((t + k) / THREADS), where t is the pointer's thread.
 */
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { badTransfer } from '../../../runtime/errors.ts';
import { rangeFault } from '../../../runtime/memory/check.ts';
import { addressOf, offsetOf, rankOf, type Space } from '../../../runtime/memory/space.ts';

/** A buffer of `size` bytes; `blocksize` in bytes, 0 where all lie on one thread. */
export interface BufferPart {
  readonly address: number;
  readonly size: number;
  readonly blocksize: number;
}

/** Bytes [start, end) of a buffer. */
export interface BufferRange {
  readonly part: BufferPart;
  readonly start: number;
  readonly end: number;
}

/** Goes through the bytes of ranges, one contiguous piece after the other: `left` bytes at `address`. */
export class Cursor {
  address = 0;
  left = 0;
  private range = -1;
  private at = 0;
  private end = 0;

  constructor(
    private readonly space: Space,
    private readonly ranges: readonly BufferRange[],
  ) {
    this.next();
  }

  advance(size: number): void {
    this.address += size;
    this.left -= size;
    if (this.left === 0) this.next();
  }

  /** The next piece; none is left at the end. */
  private next(): void {
    while (this.at === this.end) {
      const range = this.ranges[++this.range];
      if (range === undefined) return;
      this.at = range.start;
      this.end = range.end;
    }
    const { address, blocksize, size } = this.ranges[this.range]!.part;
    if (blocksize === 0 || blocksize >= size) {
      this.address = address + this.at;
      this.left = this.end - this.at;
    } else {
      const block = Math.floor(this.at / blocksize);
      const within = this.at - block * blocksize;
      this.address = blockAddress(this.space, address, blocksize, block) + within;
      this.left = Math.min(blocksize - within, this.end - this.at);
    }
    this.at += this.left;
  }
}

function blockAddress(space: Space, address: number, blocksize: number, block: number): number {
  const { THREADS } = space;
  const number = rankOf(space, address) + block;
  const offset = offsetOf(space, address) + Math.floor(number / THREADS) * blocksize;
  return addressOf(space, number % THREADS, offset);
}

/** Ends the job unless the whole buffer is memory of the job. */
export function checkBuffer(environment: RuntimeEnvironment, name: string, part: BufferPart): void {
  const { address, size } = part;
  if (size === 0) return;
  const fault = rangeFault(environment, address, extentOf(environment, part));
  if (fault !== undefined) environment.runtime.job.fail(badTransfer(name, address, size, fault));
}

/** Bytes of a thread's memory, from the pointer's offset on, that the buffer reaches into. */
function extentOf(space: Space, { address, size, blocksize }: BufferPart): number {
  if (blocksize === 0 || blocksize >= size) return size;
  const lastRow = Math.floor((rankOf(space, address) + Math.ceil(size / blocksize) - 1) / space.THREADS);
  return (lastRow + 1) * blocksize;
}
