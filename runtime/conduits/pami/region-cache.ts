/**
 * Cache of the memory regions of other ranks, of fixed capacity, evicting the least frequently used.
 *
 * A miss queries the owner by a message; meanwhile transfers go without regions. Negative results are cached too.
 */
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { CHUNKS, chunkOf } from './chunks.ts';

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
  /** By chunk: its entry, or one of the values above. */
  private readonly entries = new Int16Array(CHUNKS).fill(UNKNOWN);
  /** By entry: use count, and the chunk. */
  private readonly uses: Float64Array;
  private readonly chunks: Int32Array;

  constructor(
    private readonly capacity: number,
    /** Called with an entry about to be evicted, and its region. */
    private readonly evicted: (entry: number, region: Memregion) => void,
  ) {
    this.uses = new Float64Array(capacity);
    this.chunks = new Int32Array(capacity);
  }

  /** Looks up the region of an address: its entry, negative on a miss. */
  find(address: number): number {
    const entry = this.entries[chunkOf(address)]!;
    if (entry >= 0) {
      this.hits++;
      this.uses[entry]!++;
    }
    return entry;
  }

  /** Looks up without counting a use. */
  peek(address: number): number {
    return this.entries[chunkOf(address)]!;
  }

  asked(address: number): void {
    this.misses++;
    this.entries[chunkOf(address)] = ASKED;
  }

  /** The owner responded: there is no region. */
  unregistered(address: number): void {
    this.entries[chunkOf(address)] = UNREGISTERED;
  }

  /** The owner responded with a region, which is copied. */
  insert(address: number, region: Memregion): void {
    const entry = this.regions.length < this.capacity ? this.regions.push(new Memregion()) - 1 : this.evict();
    this.regions[entry]!.copyFrom(region);
    this.uses[entry] = 1;
    this.chunks[entry] = chunkOf(address);
    this.entries[chunkOf(address)] = entry;
  }

  /** The entries of a rank's regions. */
  entriesOf(rank: number, shift: number): number[] {
    return this.regions.flatMap(({ base }, entry) => (base >>> shift === rank ? [entry] : []));
  }

  private evict(): number {
    const entry = this.leastUsed();
    this.evictions++;
    this.evicted(entry, this.regions[entry]!);
    this.entries[this.chunks[entry]!] = UNKNOWN;
    return entry;
  }

  private leastUsed(): number {
    let least = 0;
    for (let entry = 1; entry < this.capacity; entry++) if (this.uses[entry]! < this.uses[least]!) least = entry;
    return least;
  }
}
