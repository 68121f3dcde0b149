/**
 * Cache of the memory regions of other ranks, of fixed capacity, evicting the least frequently used.
 *
 * A miss queries the owner by a message; meanwhile transfers go without regions. Negative results are cached too.
 */
import { Memregion } from '../../fabrics/pami/memregion.ts';
import { CHUNKS, chunkBits, chunkOf } from './chunks.ts';

/** Values in `pages` that are no entry. */
export const UNKNOWN = -1;
/** The owner has been queried. */
export const ASKED = -2;
/** The owner could not register it. */
export const UNREGISTERED = -3;

/** Chunks of a page, of 128 bytes: of small regions it spans several ranks. */
const PAGE_BITS = 6;
const PAGE_MASK = (1 << PAGE_BITS) - 1;

export class RegionCache {
  hits = 0;
  misses = 0;
  evictions = 0;
  /** By entry. */
  readonly regions: Memregion[] = [];
  /** By chunk of all ranks' regions, in pages that there is something to say of: the entry, or one of the values above. */
  private readonly pages: (Int16Array | undefined)[] = [];
  private readonly bits: number;
  /** The same of chunks behind the regions (phantom arrays), by rank and chunk. */
  private readonly behind = new Map<number, number>();
  /** By entry: use count, the rank, and the chunk. */
  private readonly uses: number[] = [];
  private readonly ranks: number[] = [];
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
    const chunk = chunkOf(offset);
    if (chunk >>> this.bits !== 0) return this.behind.get(rank * CHUNKS + chunk) ?? UNKNOWN;
    const number = (rank << this.bits) | chunk;
    const page = this.pages[number >>> PAGE_BITS];
    return page === undefined ? UNKNOWN : page[number & PAGE_MASK]!;
  }

  asked(rank: number, offset: number): void {
    this.misses++;
    this.enter(rank, chunkOf(offset), ASKED);
  }

  /** The owner responded: there is no region. */
  unregistered(rank: number, offset: number): void {
    this.enter(rank, chunkOf(offset), UNREGISTERED);
  }

  /** The owner responded with a region, which is copied. */
  insert(rank: number, offset: number, region: Memregion): void {
    const entry = this.regions.length < this.capacity ? this.regions.push(new Memregion()) - 1 : this.evict();
    this.regions[entry]!.copyFrom(region);
    this.uses[entry] = 1;
    this.ranks[entry] = rank;
    this.chunks[entry] = chunkOf(offset);
    this.enter(rank, chunkOf(offset), entry);
  }

  /** The entries of a rank's regions. */
  entriesOf(rank: number): number[] {
    return this.regions.flatMap((_, entry) => (this.ranks[entry] === rank ? [entry] : []));
  }

  private pageOf(number: number): Int16Array {
    return (this.pages[number >>> PAGE_BITS] ??= new Int16Array(1 << PAGE_BITS).fill(UNKNOWN));
  }

  private enter(rank: number, chunk: number, value: number): void {
    const number = (rank << this.bits) | chunk;
    if (chunk >>> this.bits === 0) this.pageOf(number)[number & PAGE_MASK] = value;
    else if (value === UNKNOWN) this.behind.delete(rank * CHUNKS + chunk);
    else this.behind.set(rank * CHUNKS + chunk, value);
  }

  private evict(): number {
    const entry = this.leastUsed();
    this.evictions++;
    this.evicted(entry, this.ranks[entry]!);
    this.enter(this.ranks[entry]!, this.chunks[entry]!, UNKNOWN);
    return entry;
  }

  private leastUsed(): number {
    let least = 0;
    for (let entry = 1; entry < this.capacity; entry++) if (this.uses[entry]! < this.uses[least]!) least = entry;
    return least;
  }
}
