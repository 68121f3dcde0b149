/**
 * The memory regions of other ranks that this rank knows, at most so many: the one that was used least often makes room.
 *
 * What is not here is asked of its owner by a message; meanwhile transfers do without. That an owner has no region for a
 * chunk is remembered as well.
 */
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { CHUNKS, chunkOf } from './chunks.ts';

/** Instead of the number of an entry. */
export const UNKNOWN = -1;
/** The owner has been asked. */
export const ASKED = -2;
/** The owner could not register it. */
export const UNREGISTERED = -3;

export class RegionCache {
  hits = 0;
  misses = 0;
  evictions = 0;
  /** By entry. */
  readonly regions: Memregion[] = [];
  /** By chunk: its entry, or what is known instead. */
  private readonly entries = new Int16Array(CHUNKS).fill(UNKNOWN);
  /** By entry: how often it was used, and the chunk. */
  private readonly uses: Float64Array;
  private readonly chunks: Int32Array;

  constructor(
    private readonly capacity: number,
    /** Called with the entry that is about to be given to another region, and its region. */
    private readonly evicted: (entry: number, region: Memregion) => void,
  ) {
    this.uses = new Float64Array(capacity);
    this.chunks = new Int32Array(capacity);
  }

  /** The entry of the region that an address is in; negative if there is none. */
  find(address: number): number {
    const entry = this.entries[chunkOf(address)]!;
    if (entry >= 0) {
      this.hits++;
      this.uses[entry]!++;
    }
    return entry;
  }

  /** The same without counting as a use. */
  peek(address: number): number {
    return this.entries[chunkOf(address)]!;
  }

  asked(address: number): void {
    this.misses++;
    this.entries[chunkOf(address)] = ASKED;
  }

  /** The owner has answered: there is no region. */
  unregistered(address: number): void {
    this.entries[chunkOf(address)] = UNREGISTERED;
  }

  /** The owner has answered. The region is copied. */
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
