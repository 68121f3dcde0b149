/**
 * A set of pairs of ranks: of those that have had to do with each other.
 *
 * Takes a source and a target. Tells whether they are new. One idea: most jobs are small enough for a bit a pair, and in large ones a rank knows few
 * others. So up to MOST_BITS bits, in rows that are made when they are needed, and a set for each source beyond.
 */

const MOST_BITS = 2 ** 28;

export class Pairs {
  private readonly rows: (Uint8Array | undefined)[] = [];
  private readonly sets: (Set<number> | undefined)[] = [];
  private readonly hasBits: boolean;

  constructor(private readonly ranks: number) {
    this.hasBits = ranks * ranks <= MOST_BITS;
  }

  /** Whether it was not there. */
  add(source: number, target: number): boolean {
    return this.hasBits ? this.addBit(source, target) : this.addTo(source, target);
  }

  private addBit(source: number, target: number): boolean {
    const row = (this.rows[source] ??= new Uint8Array((this.ranks + 7) >>> 3));
    const [at, bit] = [target >>> 3, 1 << (target & 7)];
    if ((row[at]! & bit) !== 0) return false;
    row[at]! |= bit;
    return true;
  }

  private addTo(source: number, target: number): boolean {
    const known = (this.sets[source] ??= new Set());
    const before = known.size;
    return known.add(target).size !== before;
  }
}
