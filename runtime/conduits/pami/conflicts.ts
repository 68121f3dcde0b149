/**
 * Which regions have puts under way: a read of one of them waits until they are there, a read of another one does not.
 *
 * PAMI keeps puts in order among themselves, but says nothing of a get behind a put. Location consistency asks that a rank
 * reads what it has written. A status for each target would make a get wait for any put to that rank; here each region of
 * the cache has one, of 8 bits: the number of the time of writing in which it was last written. Such a time ends when no puts
 * are under way at all. (ARMCI's cs_mr; Vishnu et al., section III.E.)
 */

/** Times of writing are numbered 1 to 255, again and again. */
const TIMES = 255;

export class Conflicts {
  /** Reads that did not wait, and would have with a status for each target. */
  spared = 0;
  /** Puts under way. */
  writes = 0;
  private time = 1;
  /** By entry of the cache. */
  private readonly regions: Uint8Array;
  /** By rank: was written at all; was written where no region is known. */
  private readonly ranks: Uint8Array;
  private readonly unknown: Uint8Array;

  constructor(capacity: number, ranks: number) {
    this.regions = new Uint8Array(capacity);
    this.ranks = new Uint8Array(ranks);
    this.unknown = new Uint8Array(ranks);
  }

  /** A put to this region begins; entries below 0 are no region. */
  begin(entry: number, rank: number): void {
    this.writes++;
    this.ranks[rank] = this.time;
    if (entry >= 0) this.regions[entry] = this.time;
    else this.unknown[rank] = this.time;
  }

  /** A put is at its target. */
  end(): void {
    if (--this.writes === 0) this.nextTime();
  }

  /** Whether a read of this region must wait for puts to the rank. */
  hasWrites(entry: number, rank: number): boolean {
    const { time } = this;
    if (this.ranks[rank] !== time) return false;
    if (this.unknown[rank] === time || entry < 0 || this.regions[entry] === time) return true;
    this.spared++;
    return false;
  }

  /** The entry of the cache gets another region: what was written there is now nowhere in particular. */
  forget(entry: number, rank: number): void {
    if (this.regions[entry] === this.time) this.unknown[rank] = this.time;
    this.regions[entry] = 0;
  }

  /** All puts to the rank are there; `entriesOf` are those of its regions. */
  settled(rank: number, entriesOf: (rank: number) => readonly number[]): void {
    this.ranks[rank] = 0;
    this.unknown[rank] = 0;
    for (const entry of entriesOf(rank)) this.regions[entry] = 0;
  }

  private nextTime(): void {
    this.time = (this.time % TIMES) + 1;
    if (this.time !== 1) return;
    this.regions.fill(0);
    this.ranks.fill(0);
    this.unknown.fill(0);
  }
}
