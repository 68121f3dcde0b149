/**
 * Moves bytes between regions of a file and pieces of memory, both in order.
 *
 * Pieces contiguous on both sides move directly between file and memory; small ones, and those of other processes, are
 * gathered in a bounce buffer on the private heap, so that the number of system calls does not depend on the block size.
 */
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { isReached, rankOf } from '../../../runtime/memory/space.ts';
import { ENOMEM } from '../../libc/errno.ts';
import { fs } from '../../libc/system.ts';
import { IoFailure } from './call.ts';
import { type BufferRange, Cursor } from './memory.ts';

/** `size` bytes of the file, from `offset` on. */
export interface Region {
  readonly offset: number;
  readonly size: number;
}

export type Direction = 'read' | 'write';

const STAGING = 1 << 20;
/** A piece of at least this size is worth a system call of its own. */
const DIRECT = 1 << 16;
/** The most that one system call moves. */
const LARGEST = 1 << 30;

export class Transfer {
  private staging = 0;

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** Bytes moved; fewer than asked only where a read comes to the end of the file. Throws Node's errors. */
  move(direction: Direction, descriptor: number, regions: readonly Region[], ranges: readonly BufferRange[]): number {
    const cursor = new Cursor(this.environment, ranges);
    let total = 0;
    for (const { offset, size } of regions) {
      const moved = this.moveRegion(direction, descriptor, offset, size, cursor);
      total += moved;
      if (moved < size) break;
    }
    return total;
  }

  private moveRegion(direction: Direction, descriptor: number, offset: number, size: number, cursor: Cursor): number {
    for (let done = 0; done < size; ) {
      const wanted = size - done;
      const isDirect = cursor.left >= Math.min(wanted, DIRECT) && this.isNear(cursor.address);
      const part = Math.min(wanted, isDirect ? Math.min(cursor.left, LARGEST) : STAGING);
      const moved = isDirect
        ? this.moveDirectly(direction, descriptor, offset + done, part, cursor)
        : this.moveStaged(direction, descriptor, offset + done, part, cursor);
      done += moved;
      if (moved < part) return done;
    }
    return size;
  }

  private moveDirectly(way: Direction, descriptor: number, place: number, size: number, cursor: Cursor): number {
    const moved = this.system(way, descriptor, cursor.address, size, place);
    cursor.advance(moved);
    return moved;
  }

  private moveStaged(way: Direction, descriptor: number, place: number, size: number, cursor: Cursor): number {
    const staging = this.stagingArea();
    if (way === 'write') {
      this.eachPiece(cursor, size, (address, at, bytes) => this.copy(address, staging + at, address, bytes));
      return this.system('write', descriptor, staging, size, place);
    }
    const moved = this.system('read', descriptor, staging, size, place);
    this.eachPiece(cursor, moved, (address, at, bytes) => this.copy(address, address, staging + at, bytes));
    return moved;
  }

  /** Copies between the staging area and a piece at `place`. */
  private copy(place: number, to: number, from: number, bytes: number): void {
    if (this.isNear(place)) this.environment.copy(to, from, bytes);
    else this.environment.runtime.reach.copy(to, from, bytes);
  }

  /** Whether loads and stores reach an address. */
  private isNear(address: number): boolean {
    return isReached(this.environment, rankOf(this.environment, address));
  }

  private eachPiece(cursor: Cursor, size: number, copy: (address: number, at: number, bytes: number) => void): void {
    for (let at = 0; at < size; ) {
      const bytes = Math.min(cursor.left, size - at);
      copy(cursor.address, at, bytes);
      cursor.advance(bytes);
      at += bytes;
    }
  }

  /** Repeats until all is moved or a read reaches the end. */
  private system(way: Direction, descriptor: number, address: number, size: number, place: number): number {
    const { U8 } = this.environment;
    const start = address >>> 0;
    for (let done = 0; done < size; ) {
      const moved =
        way === 'read'
          ? fs.readSync(descriptor, U8, start + done, size - done, place + done)
          : fs.writeSync(descriptor, U8, start + done, size - done, place + done);
      if (moved === 0) return done;
      done += moved;
    }
    return size;
  }

  private stagingArea(): number {
    if (this.staging === 0) this.staging = this.environment.heap.allocate(STAGING);
    if (this.staging === 0)
      throw new IoFailure(ENOMEM, `no room for ${STAGING} bytes on the private heap: raise --heap`);
    return this.staging;
  }
}
