/**
 * Memory regions with puts in flight: a read of such a region waits until they are complete, reads of others do not.
 *
 * PAMI orders puts among themselves, but not a get behind a put. Location consistency requires that a rank reads its
 * own writes. A status for each target would make a get wait for any put to that rank; here each region of the cache
 * has one, of 8 bits: the number of the write epoch in which it was last written. An epoch ends when no puts are in
 * flight at all. (ARMCI's cs_mr; Vishnu et al., section III.E.)
 */

/** Epochs are numbered 1 to 255, cyclically. */
const TIMES = 255;

export class Conflicts {
  /** Reads that did not wait, but would with a status for each target. */
  spared = 0;
  /** Puts in flight. */
  writes = 0;
  private time = 1;
  /** By entry of the cache. */
  private readonly regions: number[] = [];
  /** By rank: epoch of the last write, and of the last write outside known regions. */
  private readonly ranks: number[] = [];
  private readonly unknown: number[] = [];

  /** A put to this region starts; entries below 0 are no region. */
  begin(entry: number, rank: number): void {
    this.writes++;
    this.ranks[rank] = this.time;
    if (entry >= 0) this.regions[entry] = this.time;
    else this.unknown[rank] = this.time;
  }

  /** A put is complete. */
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

  /** The entry is reused: writes to its old region now count as outside known regions. */
  forget(entry: number, rank: number): void {
    if (this.regions[entry] === this.time) this.unknown[rank] = this.time;
    this.regions[entry] = 0;
  }

  /** All puts to the rank are complete; `entriesOf` gives the entries of its regions. */
  settled(rank: number, entriesOf: (rank: number) => readonly number[]): void {
    this.ranks[rank] = 0;
    this.unknown[rank] = 0;
    for (const entry of entriesOf(rank)) this.regions[entry] = 0;
  }

  private nextTime(): void {
    this.time = (this.time % TIMES) + 1;
    if (this.time !== 1) return;
    for (const epochs of [this.regions, this.ranks, this.unknown]) epochs.length = 0;
  }
}
