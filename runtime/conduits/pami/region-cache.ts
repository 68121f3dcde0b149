/**
 * Cache of the memory regions of other ranks, of fixed capacity, evicting the least frequently used.
 *
 * A miss queries the owner by a message; meanwhile transfers go without regions. Negative results are cached too.
 */
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { chunkBits, chunkOf } from './chunks.ts';

/** Values of `entries` other than an entry. */
export const UNKNOWN = -1;
/** The owner has been queried. */
export const ASKED = -2;
/** The owner could not register it. */
export const UNREGISTERED = -3;

export class RegionCache {
  hits = 0;
  misses = 0;
  evictions = 0;
  /** By entry. */
  readonly regions: Memregion[] = [];
  /** By rank, of those that there is something to say of; by chunk of its region: the entry, or one of the values above. */
  private readonly entries: Int16Array[] = [];
  /** Chunks are numbered over the regions of all ranks: the rank above these bits. */
  private readonly bits: number;
  /** By entry: use count, and the chunk. */
  private readonly uses: number[] = [];
  private readonly chunks: number[] = [];

  /** `SHIFT`: a region has 1 << SHIFT bytes. */
  constructor(
    private readonly capacity: number,
    SHIFT: number,
    /** Called with an entry about to be evicted, and the rank of its region. */
    private readonly evicted: (entry: number, rank: number) => void,
  ) {
    this.bits = chunkBits(SHIFT);
  }

  /** Looks up the memory region at an offset of a rank's: its entry, negative on a miss. */
  find(rank: number, offset: number): number {
    const entry = this.peek(rank, offset);
    if (entry >= 0) {
      this.hits++;
      this.uses[entry]!++;
    }
    return entry;
  }

  /** Looks up without counting a use. */
  peek(rank: number, offset: number): number {
    const row = this.entries[rank];
    return row === undefined ? UNKNOWN : row[chunkOf(offset)]!;
  }

  asked(rank: number, offset: number): void {
    this.misses++;
    this.rowOf(rank)[chunkOf(offset)] = ASKED;
  }

  /** The owner responded: there is no region. */
  unregistered(rank: number, offset: number): void {
    this.rowOf(rank)[chunkOf(offset)] = UNREGISTERED;
  }

  /** The owner responded with a region, which is copied. */
  insert(rank: number, offset: number, region: Memregion): void {
    const entry = this.regions.length < this.capacity ? this.regions.push(new Memregion()) - 1 : this.evict();
    this.regions[entry]!.copyFrom(region);
    this.uses[entry] = 1;
    this.chunks[entry] = this.chunkAt(rank, offset);
    this.rowOf(rank)[chunkOf(offset)] = entry;
  }

  /** The entries of a rank's regions. */
  entriesOf(rank: number): number[] {
    return this.regions.flatMap((_, entry) => (this.rankOf(entry) === rank ? [entry] : []));
  }

  private rowOf(rank: number): Int16Array {
    return (this.entries[rank] ??= new Int16Array(1 << this.bits).fill(UNKNOWN));
  }

  private chunkAt(rank: number, offset: number): number {
    return (rank << this.bits) | chunkOf(offset);
  }

  private rankOf(entry: number): number {
    return this.chunks[entry]! >>> this.bits;
  }

  private evict(): number {
    const entry = this.leastUsed();
    this.evictions++;
    this.evicted(entry, this.rankOf(entry));
    this.rowOf(this.rankOf(entry))[this.chunks[entry]! & ((1 << this.bits) - 1)] = UNKNOWN;
    return entry;
  }

  private leastUsed(): number {
    let least = 0;
    for (let entry = 1; entry < this.capacity; entry++) if (this.uses[entry]! < this.uses[least]!) least = entry;
    return least;
  }
}
