/**
 * -g: blocks of the heaps with a zone before and behind them that no access may reach, and who allocated and freed them.
 *
 * A block that is given out lies within one of the allocator:
 *
 *     [zone: state, size, place of allocation, place of free] [the program's bytes] [zone, at least so many bytes of a pattern]
 *
 * What is freed is kept for a while, so that accesses through old pointers are told. Writes of library functions that nothing
 * checks are found by the pattern when the block is freed.
 */
import { PLACE } from '../abi.ts';
import { beyondBlock, blockOverrun, freedBlock, type KnownBlock, withinBlock } from '../errors.ts';
import { BESIDE, FREED, Shadow } from '../memory/shadow.ts';
import type { Space } from '../memory/space.ts';

/** Bytes before a block; behind it there are at least `BEHIND`. */
export const BEFORE = 32;
const BEHIND = 16;
/** What a block takes more than the program asked for. */
export const ZONES = BEFORE + BEHIND;
/** Bytes of freed blocks that a thread keeps where the heap is large. */
export const KEPT_BYTES = 2 ** 20;

const LIVE = 0x11fe0b1c;
const DEAD = 0x0dead0b1;
const PATTERN = 0xb5;
/** Words of the zone before a block; the first two are the allocator's once the block is free. */
const [STATE, SIZE, ALLOCATED, FREED_AT] = [2, 3, 4, 5];

export type Standing = 'used' | 'free' | 'foreign';

export class RedZones {
  readonly shadow: Shadow;
  /** Freed blocks, those before `oldest` given back. */
  private readonly kept: { readonly size: number; readonly release: () => void }[] = [];
  private oldest = 0;
  private keptBytes = 0;

  constructor(
    private readonly space: Space,
    /** Texts of the places in the source that the program tells. */
    private readonly places: readonly string[],
    /** Bytes of freed blocks that this thread keeps. */
    readonly limit: number = KEPT_BYTES,
  ) {
    this.shadow = new Shadow(space);
  }

  /** Makes the block of `usable` bytes at `start` one of `size` bytes for the program; gives its address. */
  surround(start: number, usable: number, size: number): number {
    const { I32, U8, BASE } = this.space;
    const address = (start + BEFORE) | 0;
    const word = start >>> 2;
    I32[word + STATE] = LIVE;
    I32[word + SIZE] = size;
    I32[word + ALLOCATED] = I32[(BASE + PLACE) >>> 2]!;
    this.markAround(start, usable, size);
    U8.fill(PATTERN, (address + size) >>> 0, ((address + size) >>> 0) + BEHIND);
    return address;
  }

  /** The same marks in another region, for what has a part there too. */
  markAround(start: number, usable: number, size: number): void {
    this.shadow.mark((start - 8) | 0, usable + 8, BESIDE);
    this.shadow.open((start + BEFORE) | 0, size);
  }

  /** Bytes of a block of the program. */
  sizeOf(address: number): number {
    return this.space.I32[((address - BEFORE) >>> 2) + SIZE]! >>> 0;
  }

  /** What an address is to who wants to free it. */
  standing(address: number): Standing {
    if ((address & 15) !== 0 || (address & (2 ** this.space.SHIFT - 1)) >>> 0 < BEFORE) return 'foreign';
    const state = this.space.I32[((address - BEFORE) >>> 2) + STATE];
    return state === LIVE ? 'used' : state === DEAD ? 'free' : 'foreign';
  }

  /** Why the block must not be freed as it is: it was written beyond its end. */
  overrun(address: number): string | undefined {
    const size = this.sizeOf(address);
    const end = (address >>> 0) + size;
    for (let at = end; at < end + BEHIND; at++)
      if (this.space.U8[at] !== PATTERN) return blockOverrun(this.known(address - BEFORE));
    return undefined;
  }

  /** The program has freed the block: `release` gives it back to the allocator, when it is its turn. */
  retire(address: number, release: () => void): void {
    const { I32, BASE } = this.space;
    const word = (address - BEFORE) >>> 2;
    const size = this.sizeOf(address);
    I32[word + STATE] = DEAD;
    I32[word + FREED_AT] = I32[(BASE + PLACE) >>> 2]!;
    this.kept.push({ size: size + ZONES, release });
    this.keptBytes += size + ZONES;
    while (this.keptBytes > this.limit) this.releaseOldest();
  }

  /** Marks what was freed, in one region. */
  markFreed(address: number, size: number): void {
    this.shadow.mark(address, (size + 7) & -8, FREED);
  }

  /** Gives all back that is kept; whether there was anything. */
  releaseAll(): boolean {
    const found = this.kept.length > 0;
    while (this.kept.length > 0) this.releaseOldest();
    return found;
  }

  private releaseOldest(): void {
    const { size, release } = this.kept[this.oldest++]!;
    this.keptBytes -= size;
    // Many at once: shift() would move all of a long array for each.
    if (this.oldest * 2 >= this.kept.length) {
      this.kept.splice(0, this.oldest);
      this.oldest = 0;
    }
    release();
  }

  /** Why an access is wrong: `starts` are those of the blocks around it, as the allocator knows them. */
  fault(address: number, starts: Iterable<number>, size: number): string {
    const at = address >>> 0;
    let best: KnownBlock | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const start of starts) {
      const block = this.known(start);
      if (block.state === 'foreign') continue;
      const distance = Math.max(block.address - at, at + size - (block.address + block.size), 0);
      if (distance < least) [best, least] = [block, distance];
    }
    const isFreed = this.shadow.markIn(address, size) === FREED;
    if (best === undefined || (isFreed && best.state === 'used')) return freedBlock();
    return beyondBlock(at, size, best);
  }

  /** Of an address that cannot be freed: the block that it points into, if it does. */
  inner(address: number, starts: Iterable<number>): string {
    const at = address >>> 0;
    for (const start of starts) {
      const block = this.known(start);
      if (block.state !== 'foreign' && at > block.address && at < block.address + block.size)
        return withinBlock(at - block.address, block);
    }
    return '';
  }

  /** What is known of a block of the program. */
  historyOf(address: number): KnownBlock {
    return this.known(address - BEFORE);
  }

  private known(start: number): KnownBlock {
    const { I32 } = this.space;
    const word = start >>> 2;
    const place = (at: number) => this.places[I32[word + at]!] ?? '';
    return {
      address: (start + BEFORE) >>> 0,
      size: I32[word + SIZE]! >>> 0,
      state: this.standing((start + BEFORE) | 0),
      allocated: place(ALLOCATED),
      freed: place(FREED_AT),
    };
  }
}
