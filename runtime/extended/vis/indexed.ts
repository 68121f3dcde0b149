/**
 * A copy between two lists of chunks, all of one length on each side, as gasnet_puti_bulk takes them. Both sides have
 * the same number of bytes.
 */
import type { Chunks, Pieces } from './lists.ts';
import type { CopyRow } from './strided.ts';
import { vector } from './vector.ts';

/** Calls `copy` for each chunk, or where the sides have different lengths, for each run within one chunk on both. */
export function indexed(copy: CopyRow, destination: Chunks, source: Chunks): void {
  if (destination.length !== source.length) vector(copy, pieces(destination), pieces(source));
  else
    for (let i = 0; i < destination.addresses.length; i++)
      copy(destination.addresses[i]!, source.addresses[i]!, destination.length);
}

function pieces({ addresses, length }: Chunks): Pieces {
  return { addresses, lengths: new Uint32Array(addresses.length).fill(length) };
}
