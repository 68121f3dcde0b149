/**
 * Copies between any two addresses of the job, on top of one-sided access: the base of the transfers.
 *
 * `DirectMovement` is for networks whose memory all ranks access by load and store. `RemoteMovement` chooses by
 * the two sides: a copy where both are loaded and stored; a put from or a get to this rank's own memory; else it goes through a buffer there.
 * The network reads and writes other ranks' private heaps too if its memory has `heaps`; otherwise such data move by active messages.
 */
import { COMPLETE, type EndedOperations, type RemoteHeaps, type RemoteMemory } from '../conduits/conduit.ts';
import type { BulkOperations } from '../memory/copy.ts';
import { isInSegment, isLoaded, isOwn, offsetOf, rankOf, type Space } from '../memory/space.ts';
import type { ReferenceMemory } from './reference/memory.ts';

/** Lower bound of the handles of single operations. */
export const LEAST_HANDLE = -(2 ** 30);

/** Starting an operation returns COMPLETE if it is already complete, else a handle for `test`. */
export interface Movement {
  /** Blocking copy. Needs no handle, and no entry in a completion queue. */
  move(destination: number, source: number, size: number): void;
  copy(destination: number, source: number, size: number): number;
  fill(address: number, byte: number, size: number): number;
  /** Whether the operation is complete, undefined if the handle is stale; completion invalidates the handle. */
  test(handle: number): boolean | undefined;
  /** Operations with handles above 0 that are known to be complete; undefined if that is not told. */
  readonly ended?: EndedOperations | undefined;
  strided?(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number | undefined;
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
    /** Its handles are returned complemented. */
    private readonly reference: ReferenceMemory,
    /** Address and size of a buffer of this rank. */
    private readonly buffer: number,
    private readonly bufferSize: number,
    /** Offset of the end of what programs reach of another rank: private heaps lie behind. */
    private readonly segmentEnd: number,
  ) {}

  move(destination: number, source: number, size: number): void {
    const { space } = this;
    const [isNearTo, isNearFrom] = [isLoaded(space, destination), isLoaded(space, source)];
    if (isNearTo && isNearFrom) this.bulk.copy(destination, source, size);
    else if (!isNearTo && isOwn(space, source))
      this.wayTo(destination, size).put(rankOf(space, destination), offsetOf(space, destination), source, size);
    else if (!isNearFrom && isOwn(space, destination))
      this.wayTo(source, size).get(destination, rankOf(space, source), offsetOf(space, source), size);
    else this.relay(destination, source, size);
  }

  copy(destination: number, source: number, size: number): number {
    const { space } = this;
    const [isNearTo, isNearFrom] = [isLoaded(space, destination), isLoaded(space, source)];
    if (!isNearTo && isOwn(space, source)) {
      const way = this.wayTo(destination, size);
      return this.handleOf(way, way.putNbBulk(rankOf(space, destination), offsetOf(space, destination), source, size));
    }
    if (!isNearFrom && isOwn(space, destination)) {
      const way = this.wayTo(source, size);
      return this.handleOf(way, way.getNb(destination, rankOf(space, source), offsetOf(space, source), size));
    }
    if (isNearTo && isNearFrom) this.bulk.copy(destination, source, size);
    else this.relay(destination, source, size);
    return COMPLETE;
  }

  /** No network sets bytes of another rank's memory: a message has that rank do it. */
  fill(address: number, byte: number, size: number): number {
    const { space } = this;
    if (!isLoaded(space, address))
      return ~this.reference.fillNb(rankOf(space, address), offsetOf(space, address), byte, size);
    this.bulk.fill(address, byte, size);
    return COMPLETE;
  }

  /** One network operation for all pieces, where supported, and one side is local. */
  strided(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number | undefined {
    const { space, memory } = this;
    const [to, from] = [offsetOf(space, destination), offsetOf(space, source)];
    if (isOwn(space, source) && !isLoaded(space, destination))
      return memory.putStrided?.(rankOf(space, destination), to, destinationStrides, source, sourceStrides, counts);
    if (isOwn(space, destination) && !isLoaded(space, source))
      return memory.getStrided?.(destination, destinationStrides, rankOf(space, source), from, sourceStrides, counts);
    return undefined;
  }

  test(handle: number): boolean | undefined {
    if (handle === COMPLETE) return true;
    return handle > 0 ? this.memory.test(handle) : this.reference.test(~handle);
  }

  get ended(): EndedOperations | undefined {
    return this.memory.ended;
  }

  /** Who accesses bytes of another rank. */
  private wayTo(address: number, size: number): RemoteHeaps {
    const { memory } = this;
    if (isInSegment(offsetOf(this.space, address), size, this.segmentEnd)) return memory;
    return memory.heaps ?? this.reference;
  }

  private handleOf(way: RemoteHeaps, handle: number): number {
    return way === this.reference && handle !== COMPLETE ? ~handle : handle;
  }

  /** Through the buffer, where neither side is this rank's own. */
  private relay(destination: number, source: number, size: number): void {
    const { buffer, bufferSize } = this;
    for (let done = 0; done < size; done += bufferSize) {
      const length = Math.min(bufferSize, size - done);
      this.move(buffer, source + done, length);
      this.move(destination + done, buffer, length);
    }
  }
}
