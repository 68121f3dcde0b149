/**
 * Folds and scans over elements in memory that is not direct, or whose regions are not evenly apart: piece by piece, through a buffer of this thread.
 *
 * A thread's part of a piece is contiguous: one get, and after a scan one put, for each thread, all outstanding
 * together. In the buffer the threads' parts lie at a constant stride, as regions do in memory, only a smaller one, so
 * the loops run over them as over the array itself.
 */
import type { Heap } from '../abi.ts';
import type { Job } from '../core/job.ts';
import { roomFor } from '../core/room.ts';
import type { Reach } from '../extended/reach.ts';
import { offsetOf, rankOf, type Space } from '../memory/space.ts';
import { blockOf, type Cursor, cursorAt, restOf, runOf, type SharedArray, startOf } from './blocked.ts';
import type { Value } from './kernels.ts';
import type { Share } from './partition.ts';
import { fold, haveSamePlaces, type Reduction, scanRun, type Visits } from './reduction.ts';

/** Bytes of the buffer. */
const BUFFER = 65536;

/** Elements that fit into the buffer. */
interface Piece {
  /** The array from the first of them on. */
  readonly array: SharedArray;
  readonly count: number;
  /** Offset in the first thread's region that the beginning of the buffer stands for. */
  readonly origin: number;
  /** Bytes from one thread's part of the buffer to the next. */
  readonly stride: number;
}

export class Pieces implements Visits {
  private readonly space: Space;
  private buffer = 0;
  /** Bytes of each thread's part of the buffer. */
  private readonly part: number;

  constructor(
    private readonly job: Job,
    private readonly reach: Reach,
    private readonly heap: Heap,
  ) {
    this.space = job.space;
    this.part = Math.floor(BUFFER / job.space.THREADS) & -8;
  }

  fold(reduction: Reduction, share: Share): Value {
    const { space } = this;
    const { array, from, start, count } = share;
    if (count <= from.left && this.reach.isMine(from.address)) return fold(space, reduction, share, undefined);
    let value: Value;
    for (let done = 0; done < count; ) {
      const piece = this.pieceAt(array, start + done, count - done);
      this.fetch(piece);
      value = fold(space, reduction, { array, from: this.cursor(piece), count: piece.count }, value);
      done += piece.count;
    }
    return value;
  }

  scan(
    reduction: Reduction,
    source: SharedArray,
    destination: SharedArray,
    start: number,
    count: number,
    before: Value | undefined,
  ): void {
    const { space } = this;
    const together = haveSamePlaces(space, source, destination);
    let value = before;
    for (let done = 0; done < count; ) {
      const to = cursorAt(space, destination, start + done);
      const { left } = cursorAt(space, source, start + done);
      const most = together ? count - done : Math.min(count - done, left, to.left);
      const piece = this.pieceAt(source, start + done, most);
      this.fetch(piece);
      value = scanRun(space, reduction, source, this.cursor(piece), piece.count, 0, value);
      this.put(piece, to.address - piece.array.address);
      done += piece.count;
    }
  }

  /** The elements from index `start` on, at most `most`: some rows of blocks, or, of larger blocks, of one only. */
  private pieceAt(whole: SharedArray, start: number, most: number): Piece {
    const { space, part } = this;
    const { THREADS } = space;
    const array = restOf(space, whole, start);
    const { address, phase, size } = array;
    const block = blockOf(array);
    const thread = rankOf(space, address);
    const rows = Math.floor(part / (block * size));
    if (rows > 0) {
      const count = Math.min(most, (rows * THREADS - thread) * block - phase);
      return { array, count, origin: startOf(space, array), stride: part };
    }
    const origin = offsetOf(space, address);
    return { array, count: Math.min(most, block - phase, BUFFER / size), origin, stride: 0 };
  }

  private cursor(piece: Piece): Cursor {
    const { array, stride } = piece;
    return { ...cursorAt(this.space, array, 0), address: this.placeOf(piece, array.address), stride };
  }

  /** Address in the buffer of the copy of an address. */
  private placeOf({ origin, stride }: Piece, address: number): number {
    const { space } = this;
    return (this.buffer + rankOf(space, address) * stride + offsetOf(space, address) - origin) | 0;
  }

  private fetch(piece: Piece): void {
    if (this.buffer === 0) this.buffer = roomFor(this.job, this.heap, BUFFER, 'elements of other threads');
    this.move(piece, (address, bytes) => this.reach.start(this.placeOf(piece, address), address, bytes));
  }

  /** Puts the elements `delta` bytes from their origin: within a region, or only one thread's. */
  private put(piece: Piece, delta: number): void {
    this.move(piece, (address, bytes) => this.reach.start(address + delta, this.placeOf(piece, address), bytes));
  }

  /** Starts a copy for each thread's part of the piece, and waits for all. */
  private move({ array, count }: Piece, start: (address: number, bytes: number) => number): void {
    const handles: number[] = [];
    for (let thread = 0; thread < this.space.THREADS; thread++) {
      const run = runOf(this.space, array, count, thread);
      if (run.count > 0) handles.push(start(run.address, run.count * array.size));
    }
    for (const handle of handles) this.reach.finish(handle);
  }
}
