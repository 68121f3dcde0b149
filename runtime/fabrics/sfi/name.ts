/**
 * Names of endpoints, which others insert into their address vectors: rank and offset of the endpoint's bytes in the adapter's memory, as
 * one number below 2^53, a multiple of 64 that is not 0.
 */
import { offsetOf, regionBytes, type Space } from '../../memory/space.ts';

/** Multiples of it. */
export const NAME_UNIT = 64;

/** The name of the endpoint with its bytes at `offset` of the region of `rank`. */
export function nameAt({ SHIFT }: Pick<Space, 'SHIFT'>, rank: number, offset: number): number {
  return rank * regionBytes(SHIFT) + (offset >>> 0);
}

/** The same of an endpoint of this rank, by address. */
export function ownName(space: Space, address: number): number {
  return nameAt(space, space.MYTHREAD, offsetOf(space, address));
}

export function rankOfName({ SHIFT }: Pick<Space, 'SHIFT'>, name: number): number {
  return Math.floor(name / regionBytes(SHIFT));
}

export function offsetOfName({ SHIFT }: Pick<Space, 'SHIFT'>, name: number): number {
  return (name % regionBytes(SHIFT)) | 0;
}
