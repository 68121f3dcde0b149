/**
 * Registration unit: each chunk of a rank's memory becomes a memory region of its own on first use.
 */

const CHUNK_BITS = 20;
export const CHUNK = 1 << CHUNK_BITS;
/** Number of chunks in 4 GiB. */
export const CHUNKS = 2 ** (32 - CHUNK_BITS);

/** Number of the chunk of an address of this memory, or of an offset in a region. */
export const chunkOf = (address: number): number => address >>> CHUNK_BITS;
/** Bytes from the start of its chunk to an address or offset, and from there to the chunk's end. */
export const offsetInChunk = (address: number): number => address & (CHUNK - 1);
export const leftInChunk = (address: number): number => CHUNK - (address & (CHUNK - 1));
/** Of the number of a chunk of all regions, the bits below the rank, where a region has 1 << SHIFT bytes. */
export const chunkBits = (SHIFT: number): number => Math.max(0, SHIFT - CHUNK_BITS);
