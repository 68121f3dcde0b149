/**
 * The footprint of an operation of a rank: the bytes of shared memory that it reads or writes. Two operations of different ranks depend on each other if
 * they meet: then their order may matter; else either order gives the same.
 */

/** The bytes [from, to). What is no memory has numbers below zero. */
export interface Extent {
  readonly from: number;
  readonly to: number;
  readonly writes: boolean;
}

export type Footprint = readonly Extent[];

export const NOTHING: Footprint = [];
/** Of an operation that nothing is known of. */
export const EVERYTHING: Footprint = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, writes: true }];

export const reads = (from: number, size: number): Footprint => extent(from, size, false);
export const writes = (from: number, size: number): Footprint => extent(from, size, true);

function extent(address: number, size: number, isWritten: boolean): Footprint {
  if (!Number.isFinite(address)) return [{ from: address, to: size, writes: isWritten }];
  const from = address < 0 ? address + 2 ** 32 : address; // programs have signed ones
  return [{ from, to: from + size, writes: isWritten }];
}

export const overlap = (a: Extent, b: Extent): boolean => a.from < b.to && b.from < a.to;

export function meet(some: Footprint, others: Footprint): boolean {
  return some.some((a) => others.some((b) => (a.writes || b.writes) && overlap(a, b)));
}
