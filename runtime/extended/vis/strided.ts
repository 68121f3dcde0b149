/**
 * A strided copy: rows of bytes, at strides in up to any number of dimensions, as gasnet_puts_bulk takes them.
 *
 * Takes addresses and a copy of contiguous bytes, which it calls once a row; dimensions that are contiguous on both
 * sides are coalesced. Independent of memory and network.
 */

/** Copies [source, source + size) to `destination`, or starts to. */
export type CopyRow = (destination: number, source: number, size: number) => void;

/**
 * `counts[0]` is the bytes of a row; `counts[i + 1]` the number of items of dimension i, whose starts lie
 * `strides[i]` bytes apart (possibly negative). Rows of the destination must not overlap anything.
 */
export function strided(
  copy: CopyRow,
  destination: number,
  destinationStrides: ArrayLike<number>,
  source: number,
  sourceStrides: ArrayLike<number>,
  counts: ArrayLike<number>,
): void {
  let row = counts[0]!;
  let lowest = 0;
  while (lowest + 1 < counts.length && goesOn(lowest)) row *= counts[++lowest]!;
  if (row > 0) copyDimension(counts.length - 1, destination, source);

  /** Whether the items of a dimension are contiguous, or there is only one. */
  function goesOn(dimension: number): boolean {
    return counts[dimension + 1] === 1 || (destinationStrides[dimension] === row && sourceStrides[dimension] === row);
  }

  /** The dimensions below `end`, outermost first. */
  function copyDimension(end: number, to: number, from: number): void {
    if (end === lowest) {
      copy(to, from, row);
      return;
    }
    const [toStride, fromStride] = [destinationStrides[end - 1]!, sourceStrides[end - 1]!];
    for (let i = counts[end]!; i > 0; i--) {
      copyDimension(end - 1, to, from);
      to += toStride;
      from += fromStride;
    }
  }
}

/** Extent of a side of a strided copy, first to last byte: its start relative to the side's address, and its size. */
export function extent(strides: ArrayLike<number>, counts: ArrayLike<number>): { start: number; size: number } {
  let start = 0;
  let size = counts[0]!;
  for (let dimension = 0; dimension + 1 < counts.length; dimension++) {
    const reach = (counts[dimension + 1]! - 1) * strides[dimension]!;
    start += Math.min(reach, 0);
    size += Math.abs(reach);
  }
  return { start, size };
}
