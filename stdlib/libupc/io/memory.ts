/**
 * The memory side of a transfer as a sequence of contiguous pieces: private, indefinite, or blocked over the threads.
 *
 * A blocked buffer is that of a pointer-to-shared whose phase is taken as zero: block k lies on thread
 * (t + k) mod THREADS, in row floor((t + k) / THREADS), where t is the pointer's thread.
 */
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { badTransfer } from '../../../runtime/errors.ts';
import { rangeFault } from '../../../runtime/memory/check.ts';
import type { Space } from '../../../runtime/memory/space.ts';

/** `size` bytes at an absolute address. */
export interface Piece {
  readonly address: number;
  readonly size: number;
}

/** A buffer: its bytes in order; `blocksize` in bytes, 0 where all lie on one thread. */
export interface BufferPart extends Piece {
  readonly blocksize: number;
}

/** The pieces of bytes [start, end) of the buffer. */
export function* piecesOf(space: Space, part: BufferPart, start: number, end: number): Generator<Piece> {
  const { address, blocksize } = part;
  if (blocksize === 0 || blocksize >= part.size) {
    yield { address: (address + start) | 0, size: end - start };
    return;
  }
  for (let at = start; at < end; ) {
    const block = Math.floor(at / blocksize);
    const within = at - block * blocksize;
    const size = Math.min(blocksize - within, end - at);
    yield { address: (blockAddress(space, address, blocksize, block) + within) | 0, size };
    at += size;
  }
}

function blockAddress({ SHIFT, THREADS }: Space, address: number, blocksize: number, block: number): number {
  const thread = address >>> SHIFT;
  const row = Math.floor((thread + block) / THREADS);
  const offset = address - (thread << SHIFT);
  return (offset + row * blocksize + (((thread + block) % THREADS) << SHIFT)) | 0;
}

/** Ends the job unless the whole buffer is memory of the job. */
export function checkBuffer(environment: RuntimeEnvironment, name: string, part: BufferPart): void {
  const { address, size } = part;
  if (size === 0) return;
  const fault = rangeFault(environment, address, extentOf(environment, part));
  if (fault !== undefined) environment.runtime.job.fail(badTransfer(name, address, size, fault));
}

/** Bytes of a thread's memory, from the pointer's offset on, that the buffer reaches into. */
function extentOf({ SHIFT, THREADS }: Space, { address, size, blocksize }: BufferPart): number {
  if (blocksize === 0 || blocksize >= size) return size;
  const lastRow = Math.floor(((address >>> SHIFT) + Math.ceil(size / blocksize) - 1) / THREADS);
  return (lastRow + 1) * blocksize;
}
