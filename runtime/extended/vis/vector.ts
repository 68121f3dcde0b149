/**
 * A copy between two lists of pieces of any lengths, as gasnet_putv_bulk takes them: the bytes of one list in order go
 * to the bytes of the other in order. Both have the same number of bytes.
 */
import type { Pieces } from './lists.ts';
import type { CopyRow } from './strided.ts';

/** Calls `copy` for the longest runs that lie within one piece on both sides. */
export function vector(copy: CopyRow, destination: Pieces, source: Pieces): void {
  let [to, toDone, from, fromDone] = [0, 0, 0, 0];
  while (to < destination.lengths.length && from < source.lengths.length) {
    const size = Math.min(destination.lengths[to]! - toDone, source.lengths[from]! - fromDone);
    if (size > 0) copy(destination.addresses[to]! + toDone, source.addresses[from]! + fromDone, size);
    toDone += size;
    fromDone += size;
    if (toDone === destination.lengths[to]) [to, toDone] = [to + 1, 0];
    if (fromDone === source.lengths[from]) [from, fromDone] = [from + 1, 0];
  }
}
