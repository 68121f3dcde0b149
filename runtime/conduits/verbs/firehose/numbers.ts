/**
 * Numbers of buckets, one for each bucket of each rank.
 *
 * Those of regions lie one after the other, rank by rank; those behind them (phantom arrays, which few reach) have the next numbers, in the order in which
 * they are asked for. So tables by number are dense.
 */

/** Buckets of a rank are below it: a region has 4 GiB at most, a bucket 4 KiB at least. */
const ALL = 2 ** 20;

export class BucketNumbers {
  private readonly inRegions: number;
  /** Of those behind: numbers by rank and bucket, and the other way. */
  private readonly behind = new Map<number, number>();
  private readonly places: number[] = [];

  /** A bucket has 1 << bucketShift bytes, a region 1 << ownerShift buckets. */
  constructor(
    ranks: number,
    private readonly bucketShift: number,
    private readonly ownerShift: number,
  ) {
    this.inRegions = ranks * 2 ** ownerShift;
  }

  /** Numbers are below it. */
  get count(): number {
    return this.inRegions + this.places.length;
  }

  /** The number of the bucket at an offset of the region of a rank. */
  at(rank: number, offset: number): number {
    return this.of(rank, offset >>> this.bucketShift);
  }

  /** The same of a bucket of a rank, counted from where its region begins. */
  of(rank: number, bucket: number): number {
    return bucket >>> this.ownerShift === 0 ? (rank << this.ownerShift) | bucket : this.numberBehind(rank, bucket);
  }

  ownerOf(number: number): number {
    return number < this.inRegions ? number >>> this.ownerShift : Math.floor(this.placeBehind(number) / ALL);
  }

  /** Its bucket, counted from where its owner's region begins. */
  bucketOf(number: number): number {
    return number < this.inRegions ? number & ((1 << this.ownerShift) - 1) : this.placeBehind(number) % ALL;
  }

  private placeBehind(number: number): number {
    return this.places[number - this.inRegions]!;
  }

  private numberBehind(rank: number, bucket: number): number {
    const place = rank * ALL + bucket;
    const known = this.behind.get(place);
    if (known !== undefined) return known;
    const number = this.count;
    this.behind.set(place, number);
    this.places.push(place);
    return number;
  }
}

/** A table by number, which has room for those below `count`; `value`: of those that are new. */
export function roomFor(count: number, table: Int32Array, value: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(count, 2 * table.length)).fill(value, table.length);
  larger.set(table);
  return larger;
}
