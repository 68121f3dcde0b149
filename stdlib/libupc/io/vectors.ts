/**
 * The lists of list I/O, read from memory and checked: regions of the file, parts of local or shared memory.
 * Entries of length zero are ignored.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { positionOf, type Space } from '../../../runtime/memory/space.ts';
import { EINVAL } from '../../libc/errno.ts';
import { WrongArgument } from './call.ts';
import type { BufferPart } from './memory.ts';
import { fileOffset } from './places.ts';
import type { Direction, Region } from './transfer.ts';

export type Memory = 'local' | 'shared';

const FILEVEC = 16; // upc_off_t offset; size_t len
const LOCAL_MEMVEC = 8; // void *baseaddr; size_t len
const SHARED_MEMVEC = 16; // shared void *baseaddr, of two words; size_t blocksize; size_t len

/** The regions of the file, in order; regions to write must not overlap. */
export function readFileVector(
  { I32, I64 }: LibraryEnvironment,
  direction: Direction,
  address: number,
  count: number,
): Region[] {
  const regions: Region[] = [];
  let least = 0;
  for (let i = 0; i < count; i++) {
    const entry = (address >>> 0) + i * FILEVEC;
    const size = I32[(entry + 8) >>> 2]! >>> 0;
    if (size === 0) continue;
    const offset = fileOffset(`filevec[${i}].offset`, I64[entry / 8]!);
    if (offset < least)
      throw new WrongArgument(EINVAL, `filevec[${i}].offset`, `${offset}`, tooSmall(least, direction));
    regions.push({ offset, size });
    least = direction === 'write' ? offset + size : offset;
  }
  return regions;
}

function tooSmall(least: number, direction: Direction): string {
  if (least === 0) return 'it must not be negative';
  return direction === 'write'
    ? `regions that are written must be in order and not overlap, and the one before ends at ${least}`
    : `offsets must not decrease, and the one before is ${least}`;
}

/** The parts of memory; where data is read into contiguous ones, they must not overlap. */
export function readMemoryVector(
  environment: RuntimeEnvironment,
  memory: Memory,
  direction: Direction,
  address: number,
  count: number,
): BufferPart[] {
  const read = memory === 'local' ? localPart : sharedPart;
  const parts = Array.from({ length: count }, (_, i) => read(environment, address >>> 0, i)).filter(
    ({ size }) => size > 0,
  );
  if (direction === 'read') checkOverlap(environment, parts);
  return parts;
}

function localPart({ I32 }: LibraryEnvironment, vector: number, i: number): BufferPart {
  const word = (vector + i * LOCAL_MEMVEC) >>> 2;
  return { address: I32[word]!, size: I32[word + 1]! >>> 0, blocksize: 0 };
}

function sharedPart({ I32, runtime }: RuntimeEnvironment, vector: number, i: number): BufferPart {
  const entry = vector + i * SHARED_MEMVEC;
  const word = entry >>> 2;
  return { address: runtime.pointers.addressAt(entry), blocksize: I32[word + 2]! >>> 0, size: I32[word + 3]! >>> 0 };
}

function checkOverlap(space: Space, parts: readonly BufferPart[]): void {
  const contiguous = parts
    .filter(({ blocksize, size }) => blocksize === 0 || blocksize >= size)
    .map(({ address, size }) => ({ start: positionOf(space, address), size }));
  contiguous.sort((one, other) => one.start - other.start);
  for (let i = 1; i < contiguous.length; i++) {
    const before = contiguous[i - 1]!;
    const overlap = before.start + before.size - contiguous[i]!.start;
    if (overlap > 0)
      throw new WrongArgument(
        EINVAL,
        'memvec',
        'a list with overlapping regions',
        `${overlap} bytes would be read twice`,
      );
  }
}

export function totalSize(parts: readonly { readonly size: number }[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}
