/**
 * What the extended layer knows of a network: the operations that every conduit has.
 *
 * An operation gives COMPLETE when it is done on return, else a handle, greater than 0, that `test` asks about.
 */

/** Handle of an operation that is done: all bits zero. */
export const COMPLETE = 0;

export interface Conduit {
  readonly name: string;
  /** Starts to copy between any two addresses of the job. */
  copy(destination: number, source: number, size: number): number;
  /** Starts to set bytes. */
  fill(address: number, byte: number, size: number): number;
  /** Whether the operation is done, undefined if no operation has this handle; a handle that is done is given up. */
  test(handle: number): boolean | undefined;
  /** Serves what has arrived from other threads. */
  poll(): void;

  /** Starts a copy that the fabric does at one go; without these it is made of calls of `copy` (extended/vis). */
  strided?(
    destination: number,
    destinationStrides: Int32Array,
    source: number,
    sourceStrides: Int32Array,
    counts: Uint32Array,
  ): number;
  vector?(destination: Pieces, source: Pieces): number;
  indexed?(destination: Chunks, source: Chunks): number;
}

/** Piece i is [addresses[i], addresses[i] + lengths[i]). */
export interface Pieces {
  readonly addresses: Int32Array;
  readonly lengths: Uint32Array;
}

/** Chunk i is [addresses[i], addresses[i] + length). */
export interface Chunks {
  readonly addresses: Int32Array;
  readonly length: number;
}
