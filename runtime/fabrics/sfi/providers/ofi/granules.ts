/**
 * Places in other ranks' memory, as a filter: it may say of a place that it was added which was not, but never the other way round.
 *
 * Memory is taken in granules of 8 bytes, each of which is a bit by a hash (Bloom, 1970, with one function).
 */

const GRANULE_SHIFT = 3;
const BITS_SHIFT = 12;
/** A longer piece of memory counts as added. */
const MOST_GRANULES = 64;
/** Odd numbers that spread their multiples (Knuth, TAOCP 6.4). */
const [BY_RANK, BY_GRANULE] = [0x9e3779b1, 0x85ebca6b];

export class Granules {
  private readonly words = new Int32Array(1 << (BITS_SHIFT - 5));
  private isEmpty = true;

  add(rank: number, offset: number, bytes: number): void {
    this.isEmpty = false;
    for (let granule = offset >>> GRANULE_SHIFT; granule <= (offset + bytes - 1) >>> GRANULE_SHIFT; granule++) {
      const bit = bitOf(rank, granule);
      this.words[bit >>> 5]! |= 1 << bit;
    }
  }

  /** Whether a byte of these may have been added. */
  may(rank: number, offset: number, bytes: number): boolean {
    if (this.isEmpty) return false;
    const [first, last] = [offset >>> GRANULE_SHIFT, (offset + bytes - 1) >>> GRANULE_SHIFT];
    if (last - first >= MOST_GRANULES) return true;
    for (let granule = first; granule <= last; granule++) {
      const bit = bitOf(rank, granule);
      if ((this.words[bit >>> 5]! & (1 << bit)) !== 0) return true;
    }
    return false;
  }

  clear(): void {
    this.words.fill(0);
    this.isEmpty = true;
  }
}

function bitOf(rank: number, granule: number): number {
  return Math.imul(granule + Math.imul(rank, BY_RANK), BY_GRANULE) >>> (32 - BITS_SHIFT);
}
