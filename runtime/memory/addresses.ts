/**
 * Arithmetic on addresses: rank and offset of a byte of the job, and one number for both. With phantom arrays simulated/addresses.ts stands in its place.
 */
import type { Space } from './space.ts';

/*
 * An address is one number for a byte of the job. In this memory it is the address there, signed or unsigned. Regions follow each other
 * in the order of ranks from ORIGIN on and round, those that this memory does not have behind it: so an address has up to
 * 50 bits, and no meaning in a process with another ORIGIN. To one goes a rank and an offset.
 */

const LAST_HERE = 2 ** 32 - 1;

/** How the regions of the job lie for a process. */
export type Regions = Pick<Space, 'SHIFT' | 'ORIGIN' | 'REGIONS' | 'THREADS'>;

/** The same, from a rank; MYTHREAD: whose private pointers they may be. */
type Owned = Pick<Regions, 'SHIFT' | 'ORIGIN' | 'THREADS'> & Partial<Pick<Space, 'MYTHREAD'>>;

/** The number of the region that an address lies in; THREADS or more if there is none. */
function regionOf(SHIFT: number, address: number): number {
  if (address === (address | 0) || address <= LAST_HERE) return address >>> SHIFT;
  return Math.floor(address / regionBytes(SHIFT));
}

/** Whether an address lies in a region of any rank. */
export function isAddress({ SHIFT, THREADS }: Pick<Space, 'SHIFT' | 'THREADS'>, address: number): boolean {
  return regionOf(SHIFT, address) < THREADS;
}

/** Whether an address is one of this memory, which loads and stores take. */
export function isInMemory({ SHIFT, REGIONS }: Pick<Space, 'SHIFT' | 'REGIONS'>, address: number): boolean {
  return regionOf(SHIFT, address) < REGIONS;
}

/** Whether an address lies in the thread's own region. */
export function isOwn(
  { SHIFT, MYTHREAD, ORIGIN }: Pick<Space, 'SHIFT' | 'MYTHREAD' | 'ORIGIN'>,
  address: number,
): boolean {
  return address <= LAST_HERE && address >>> SHIFT === MYTHREAD - ORIGIN;
}

/** Whether this thread loads and stores on a network what lies at an address of the job. */
export function isLoaded(
  { SHIFT, ORIGIN, NEAREST, NEAR }: Pick<Space, 'SHIFT' | 'ORIGIN' | 'NEAREST' | 'NEAR'>,
  address: number,
): boolean {
  return address <= LAST_HERE && ((address >>> SHIFT) + ORIGIN - NEAREST) >>> 0 < NEAR;
}

/** Address of the byte at `offset` of the region of `rank`; up to 2^32, as in this memory, a signed i32. */
export function addressOf({ SHIFT, ORIGIN, REGIONS, THREADS }: Regions, rank: number, offset: number): number {
  const apart = rank - ORIGIN;
  const region = apart < 0 ? apart + THREADS : apart;
  if (region >>> 0 < REGIONS) return ((region << SHIFT) + offset) | 0;
  const address = region * regionBytes(SHIFT) + (offset >>> 0);
  return address <= LAST_HERE ? address | 0 : address;
}

/** The rank in whose region an address lies. */
export function rankOf({ SHIFT, ORIGIN, THREADS }: Owned, address: number): number {
  const rank = regionOf(SHIFT, address) + ORIGIN;
  return rank < THREADS || ORIGIN === 0 ? rank : rank - THREADS;
}

/** Bytes, as a signed i32, from the start of its region to an address. */
export function offsetOf({ SHIFT }: Pick<Space, 'SHIFT'>, address: number): number {
  return address & ((1 << SHIFT) - 1);
}

/** Bytes of a region, up to 4 GiB; `2 ** SHIFT` would be a call of Math.pow. */
export function regionBytes(SHIFT: number): number {
  return 2 * ((1 << (SHIFT - 1)) >>> 0);
}

/** The end of the offsets that a region's bytes may have. */
export function offsetsEnd({ SHIFT }: Pick<Space, 'SHIFT'>): number {
  return regionBytes(SHIFT);
}

/** Whether others reach [offset, offset + size) by one-sided access, where a region's segment has that end. */
export function isInSegment(offset: number, size: number, segmentEnd: number): boolean {
  return (offset >>> 0) + size <= segmentEnd;
}

/** The address of a byte of `rank`, whose region starts at `base` in its memory, as that memory has it. */
export function addressIn(base: number, _rank: number, offset: number): number {
  return (base + offset) | 0;
}

/** Whether the address is one that each rank has, of memory of its own (phantom arrays). */
export function isEverybodys(_address: number): boolean {
  return false;
}
