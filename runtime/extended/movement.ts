/**
 * Copies between any two addresses of the job, on top of one-sided access: the base of the transfers.
 *
 * `DirectMovement` is for networks whose memory all ranks reach by load and store. `RemoteMovement` looks where the two
 * sides are: a put, a get, or, between two other ranks, both, through a buffer of this rank.
 */
import { type Chunks, COMPLETE, type Pieces, type RemoteMemory } from '../conduits/conduit.ts';
import type { BulkOperations } from '../memory/copy.ts';
import type { Space } from '../memory/space.ts';
import type { ReferenceMemory } from './reference/memory.ts';

/** Handles of single operations are not less. */
export const LEAST_HANDLE = -(2 ** 30);

/** An operation that is started gives COMPLETE when it is done on return, else a handle that `test` asks about. */
export interface Movement {
  /** Copies; done on return. Needs no handle, and no place in a queue of completions. */
  move(destination: number, source: number, size: number): void;
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

  move(destination: number, source: number, size: number): void {
    this.bulk.copy(destination, source, size);
  }

  copy(destination: number, source: number, size: number): number {
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  fill(address: number, byte: number, size: number): number {
    this.bulk.fill(address, byte, size);
    return COMPLETE;
  }

  /** No operation is ever outstanding. */
  test(handle: number): boolean | undefined {
    return handle === COMPLETE ? true : undefined;
  }
}

export class RemoteMovement implements Movement {
  constructor(
    private readonly space: Space,
    private readonly bulk: BulkOperations,
    private readonly memory: RemoteMemory,
    /** Its handles are the complements of what it gives. */
    private readonly reference: ReferenceMemory,
    /** Address and size of a buffer of this rank. */
    private readonly buffer: number,
    private readonly bufferSize: number,
  ) {}

  move(destination: number, source: number, size: number): void {
    if (this.isMine(source)) {
      if (this.isMine(destination)) this.bulk.copy(destination, source, size);
      else this.memory.put(destination, source, size);
    } else if (this.isMine(destination)) this.memory.get(destination, source, size);
    else this.relay(destination, source, size);
  }

  copy(destination: number, source: number, size: number): number {
    if (!this.isMine(source)) return this.fetch(destination, source, size);
    if (!this.isMine(destination)) return this.memory.putNbBulk(destination, source, size);
    this.bulk.copy(destination, source, size);
    return COMPLETE;
  }

  /** No network sets the bytes of another rank's memory: that rank does. */
  fill(address: number, byte: number, size: number): number {
    if (!this.isMine(address)) return ~this.reference.fillNb(address, byte, size);
    this.bulk.fill(address, byte, size);
    return COMPLETE;
  }

  /** Several pieces at one go, where the network does that, and one side is here. */
  strided(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number | undefined {
    if (this.isMine(destination) === this.isMine(source)) return undefined;
    return this.memory.strided?.(destination, destinationStrides, source, sourceStrides, counts);
  }

  vector(destination: Pieces, source: Pieces): number | undefined {
    if (this.memory.vector === undefined || !this.isBetween(destination.addresses, source.addresses)) return undefined;
    return this.memory.vector(destination, source);
  }

  indexed(destination: Chunks, source: Chunks): number | undefined {
    if (this.memory.indexed === undefined || !this.isBetween(destination.addresses, source.addresses)) return undefined;
    return this.memory.indexed(destination, source);
  }

  test(handle: number): boolean | undefined {
    if (handle === COMPLETE) return true;
    return handle > 0 ? this.memory.test(handle) : this.reference.test(~handle);
  }

  private fetch(destination: number, source: number, size: number): number {
    if (this.isMine(destination)) return this.memory.getNb(destination, source, size);
    this.relay(destination, source, size);
    return COMPLETE;
  }

  /** Between two other ranks. */
  private relay(destination: number, source: number, size: number): void {
    const { memory, buffer, bufferSize } = this;
    for (let offset = 0; offset < size; offset += bufferSize) {
      const length = Math.min(bufferSize, size - offset);
      memory.get(buffer, (source + offset) | 0, length);
      memory.put((destination + offset) | 0, buffer, length);
    }
  }

  /** Whether all pieces of one side are here, and all of the other elsewhere. */
  private isBetween(destinations: Int32Array, sources: Int32Array): boolean {
    const toHere = destinations.every((address) => this.isMine(address));
    const isHere = (address: number) => this.isMine(address);
    return toHere ? !sources.some(isHere) : !destinations.some(isHere) && sources.every(isHere);
  }

  private isMine(address: number): boolean {
    return address >>> this.space.SHIFT === this.space.MYTHREAD;
  }
}
