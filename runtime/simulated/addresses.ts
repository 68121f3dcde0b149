/**
 * Arithmetic on addresses where arrays may be phantom, in the place of memory/addresses.ts.
 *
 * All ranks share the addresses of phantom arrays, which lie behind all regions: in [start, middle) those of the shared heaps, in [middle, 2^32) those of the private ones. One idea: the offset of such a byte is that address, on every rank;
 * as one number for rank and offset it has the rank above 32 bits. So it is the address where a load or store takes it modulo 2^32, and a private pointer, which
 * has nothing above, is of the rank that has it.
 */
import * as plain from '../memory/addresses.ts';
import type { Space } from '../memory/space.ts';

export { type Regions, regionBytes } from '../memory/addresses.ts';

const BLOCK = 2 ** 32;

/** Where phantom arrays of the shared heaps begin, and those of the private heaps; there are none until it is told. */
let start = BLOCK;
let middle = BLOCK;

export function phantomsLie(from: number, privatesFrom: number): void {
  [start, middle] = [from, privatesFrom];
}

/** Whether an address, or an offset, is of a phantom array. */
export const isPhantom = (place: number): boolean => place >>> 0 >= start;

/** Whether the number has its rank above. */
const hasRank = (address: number): boolean => address >= BLOCK;

/** The number of a byte of a phantom array of a rank. */
export const numberOf = (rank: number, place: number): number => (rank + 1) * BLOCK + (place >>> 0);

const rankAbove = (address: number): number => Math.floor(address / BLOCK) - 1;

/** The rank of a byte of a phantom array, as `rank` has the address. */
export const ownerOf = (address: number, rank: number): number => (hasRank(address) ? rankAbove(address) : rank);

export function isAddress(space: Parameters<typeof plain.isAddress>[0], address: number): boolean {
  return isPhantom(address) || plain.isAddress(space, address);
}

/** Loads and stores take all; but what is computed of a number with a rank must keep it. */
export function isInMemory(space: Parameters<typeof plain.isInMemory>[0], address: number): boolean {
  return isPhantom(address) ? !hasRank(address) : plain.isInMemory(space, address);
}

export function isOwn(space: Parameters<typeof plain.isOwn>[0], address: number): boolean {
  if (!isPhantom(address)) return plain.isOwn(space, address);
  return ownerOf(address, space.MYTHREAD) === space.MYTHREAD;
}

export function isLoaded(space: Parameters<typeof plain.isLoaded>[0], address: number): boolean {
  if (!isPhantom(address)) return plain.isLoaded(space, address);
  return !hasRank(address) || (rankAbove(address) - space.NEAREST) >>> 0 < space.NEAR;
}

export function addressOf(space: plain.Regions, rank: number, offset: number): number {
  return isPhantom(offset) ? numberOf(rank, offset) : plain.addressOf(space, rank, offset);
}

export function rankOf(space: Parameters<typeof plain.rankOf>[0], address: number): number {
  if (!isPhantom(address)) return plain.rankOf(space, address);
  return ownerOf(address, space.MYTHREAD!);
}

export function offsetOf(space: Pick<Space, 'SHIFT'>, address: number): number {
  return isPhantom(address) ? address | 0 : plain.offsetOf(space, address);
}

/** Offsets reach to the end of the phantom arrays, if there may be any. */
export function offsetsEnd(space: Pick<Space, 'SHIFT'>): number {
  return start < BLOCK ? BLOCK : plain.offsetsEnd(space);
}

export function addressIn(base: number, rank: number, offset: number): number {
  return isPhantom(offset) ? numberOf(rank, offset) : plain.addressIn(base, rank, offset);
}

export const isInSegment: typeof plain.isInSegment = (offset, size, segmentEnd) =>
  isPhantom(offset) ? offset >>> 0 < middle : plain.isInSegment(offset, size, segmentEnd);

export const isEverybodys: typeof plain.isEverybodys = (address) => isPhantom(address) && !hasRank(address);
