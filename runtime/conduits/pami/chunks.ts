/**
 * Registration unit: each chunk of a rank's memory becomes a memory region of its own on first use.
 */

const CHUNK_BITS = 20;
export const CHUNK = 1 << CHUNK_BITS;
/** Number of chunks in 4 GiB. */
export const CHUNKS = 2 ** (32 - CHUNK_BITS);

/** Chunks of all ranks are numbered by address. */
export const chunkOf = (address: number): number => address >>> CHUNK_BITS;
/** Bytes from the address to the end of its chunk. */
export const leftInChunk = (address: number): number => CHUNK - (address & (CHUNK - 1));
