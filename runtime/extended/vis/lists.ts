/** The two kinds of lists that describe a side of a non-contiguous copy: addresses of the job's memory. */

/** Piece i is [addresses[i], addresses[i] + lengths[i]). */
export interface Pieces {
  readonly addresses: Float64Array;
  readonly lengths: Uint32Array;
}

/** Chunk i is [addresses[i], addresses[i] + length). */
export interface Chunks {
  readonly addresses: Float64Array;
  readonly length: number;
}
