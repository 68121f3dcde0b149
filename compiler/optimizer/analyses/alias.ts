/**
 * May two accesses to memory touch the same bytes, and what may a statement do to shared memory?
 *
 * One idea: an address is a sum; two that differ by a known number of bytes are compared by it, two in different
 * objects never meet, and an address of which nothing is known may be anywhere. A private pointer may point into
 * shared memory: UPC allows the cast.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Expression, Statement } from '../../ir/ir.ts';
import { type Affine, affine, knownDifference } from '../communication/affine.ts';
import { objectName } from './objects.ts';

/** Bytes from an address on; without `size`, who knows how many. */
export interface Region {
  readonly address: Expression;
  readonly size?: number;
  /** The address is one of an earlier time, or an offset: only the object is known. */
  readonly isOld?: boolean;
}

/** The object that an address lies in, where it is known. Elements of an array never leave it. */
const objectOf = (e: Expression): string | undefined => objectIn(affine(e));

/** The same of a sum: the one object that is named in it. The difference of two addresses is in no object. */
export function objectIn(sum: Affine): string | undefined {
  const [found, ...others] = [...sum.values()].filter(({ atom }) => objectOfAtom(atom) !== undefined);
  return found?.coefficient === 1 && !found.rows && others.length === 0 ? objectOfAtom(found.atom) : undefined;
}

function objectOfAtom(e: Expression | undefined): string | undefined {
  if (e?.op === 'element') return objectOf(e.base);
  return e?.op === 'unary' && e.operator === 'private' ? objectOf(e.operand) : objectName(e);
}

/** False where the two surely have no byte in common. */
export function mayMeet(a: Region, b: Region): boolean {
  const [inA, inB] = [objectOf(a.address), objectOf(b.address)];
  if (inA && inB && inA !== inB) return false;
  if (a.isOld || b.isOld) return true;
  const apart = distance(a.address, b.address);
  if (apart === undefined) return true;
  if (apart === 'elements') return !isWithinElement(a) || !isWithinElement(b);
  // b lies `apart` bytes behind a.
  return apart >= 0 ? a.size === undefined || apart < a.size : b.size === undefined || -apart < b.size;
}

/** Bytes from a to b; 'elements' for different elements of one array; undefined where it is not known. */
export function distance(a: Expression, b: Expression): number | 'elements' | undefined {
  if (a.op === 'element' && b.op === 'element' && areDifferentElements(a, b)) return 'elements';
  return knownDifference(affine(b), affine(a));
}

function isWithinElement({ address, size }: Region): boolean {
  return address.op === 'element' && size !== undefined && size <= address.layout.elementSize;
}

function areDifferentElements(a: Expression & { op: 'element' }, b: Expression & { op: 'element' }): boolean {
  if (a.layout.block !== b.layout.block || a.layout.elementSize !== b.layout.elementSize) return false;
  if (knownDifference(affine(a.base), affine(b.base)) !== 0) return false;
  const apart = knownDifference(affine(a.index), affine(b.index));
  return apart !== undefined && apart !== 0;
}

/** What a statement itself may do to shared memory: write a region of it, write or let write anything, or nothing. */
export function writesShared(s: Statement): Region | 'anything' | undefined {
  switch (s.op) {
    case 'put':
      return s.strict ? 'anything' : ofRank(s.rank, { address: s.address, size: memorySize(s.memory) });
    case 'put.start':
      return ofRank(s.rank, { address: s.address, size: memorySize(s.memory) });
    case 'store':
      return { address: s.address, size: memorySize(s.memory) };
    case 'copy':
      return s.strict ? 'anything' : ofRank(s.destinationRank, { address: s.destination, ...sizeOf(s.size) });
    case 'fill':
      return { address: s.address, ...sizeOf(s.size) };
    case 'get':
      return s.strict ? 'anything' : undefined;
    case 'call':
    case 'fence':
    case 'notify':
    case 'wait':
    case 'barrier':
    case 'landing':
      return 'anything';
    default:
      return undefined;
  }
}

/** An offset is no address that could be compared with others. */
export const ofRank = (rank: Expression | undefined, region: Region): Region =>
  rank ? { ...region, isOld: true } : region;

const sizeOf = (size: Expression): Pick<Region, 'size'> =>
  size.op === 'const' ? { size: Number(size.value) >>> 0 } : {};
