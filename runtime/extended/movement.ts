/**
 * Copies between any two addresses of the job, on top of one-sided access: what the transfers are made of.
 *
 * `DirectMovement` is for networks whose memory all ranks reach by load and store. `RemoteMovement` looks where the two
 * sides are: a put, a get, or, between two other ranks, both, through a buffer of this rank.
 */
import { type Chunks, COMPLETE, type Pieces, type RemoteMemory } from '../conduits/conduit.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Space } from '../memory/space.ts';

/** An operation gives COMPLETE when it is done on return, else a handle, greater than 0, that `test` asks about. */
export interface Movement {
  copy(destination: number, source: number, size: number): number;
  fill(address: number, byte: number, size: number): number;
  /** Whether the operation is done, undefined if none has this handle; one that is done is given up. */
  test(handle: number): boolean | undefined;
  strided?(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number | undefined;
  vector?(destination: Pieces, source: Pieces): number | undefined;
  indexed?(destination: Chunks, source: Chunks): number | undefined;
}

export class DirectMovement implements Movement {
  constructor(private readonly bulk: BulkOperations) {}

  copy(destination: number, source: number, size: number): number {
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  fill(address: number, byte: number, size: number): number {
    this.bulk.fill(address, byte, size);
    return COMPLETE;
  }

  /** There is never an operation under way. */
  test(handle: number): boolean | undefined {
    return handle === COMPLETE ? true : undefined;
  }
}

export class RemoteMovement implements Movement {
  constructor(
    private readonly space: Space,
    private readonly bulk: BulkOperations,
    private readonly memory: RemoteMemory,
    /** Address and size of a buffer of this rank. */
    private readonly buffer: number,
    private readonly bufferSize: number,
  ) {}

  copy(destination: number, source: number, size: number): number {
    if (!this.isMine(source)) return this.fetch(destination, source, size);
    if (!this.isMine(destination)) return this.memory.putNbBulk(destination, source, size);
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  /** A remote fill is a put of as many bytes as the buffer holds, several times. */
  fill(address: number, byte: number, size: number): number {
    if (this.isMine(address)) {
      this.bulk.fill(address, byte, size);
      return COMPLETE;
    }
    this.bulk.fill(this.buffer, byte, Math.min(size, this.bufferSize));
    return this.inPieces(size, (offset, length) => this.memory.put((address + offset) | 0, this.buffer, length));
  }

  test(handle: number): boolean | undefined {
    return handle === COMPLETE ? true : this.memory.test(handle);
  }

  private fetch(destination: number, source: number, size: number): number {
    const { memory, buffer } = this;
    if (this.isMine(destination)) return memory.getNb(destination, source, size);
    return this.inPieces(size, (offset, length) => {
      memory.get(buffer, (source + offset) | 0, length);
      memory.put((destination + offset) | 0, buffer, length);
    });
  }

  private inPieces(size: number, move: (offset: number, length: number) => void): number {
    for (let offset = 0; offset < size; offset += this.bufferSize)
      move(offset, Math.min(this.bufferSize, size - offset));
    return COMPLETE;
  }

  private isMine(address: number): boolean {
    return address >>> this.space.SHIFT === this.space.MYTHREAD;
  }
}
