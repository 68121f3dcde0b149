/**
 * -g: red zones before and behind heap blocks, and the places of their allocation and free.
 *
 * A program's block lies within a block of the allocator:
 *
 *     [zone: state, size, place of allocation, place of free] [the program's bytes] [zone, at least so many bytes of a pattern]
 *
 * Freed blocks are quarantined for a while, to detect uses after free. Writes by unchecked library functions are
 * detected by the pattern when the block is freed.
 */
import { PLACE } from '../abi.ts';
import { type BlockHistory, beyondBlock, freedBlock, type KnownBlock } from '../errors.ts';
import { BESIDE, FREED, Shadow } from '../memory/shadow.ts';
import { offsetOf, type Space } from '../memory/space.ts';
import type { Standing } from './blocks.ts';

/** Bytes of the zone before a block; the one behind has at least `BEHIND`. */
export const BEFORE = 32;
const BEHIND = 16;
/** Overhead of a block. */
export const ZONES = BEFORE + BEHIND;
/** Bytes of a thread's quarantine where the heap is large. */
export const KEPT_BYTES = 2 ** 20;

const LIVE = 0x11fe0b1c;
const DEAD = 0x0dead0b1;
const PATTERN = 0xb5;
/** Words of the zone before a block; the allocator uses the first two of a free block. */
const [STATE, SIZE, ALLOCATED, FREED_AT] = [2, 3, 4, 5];

/** What zones tell of a program's block: where an address lies in it, its size, numbers of the places of its allocation and free. */
export type BlockRecord = readonly [within: number, size: number, allocated: number, freed: number];
/** In place of the place of its free: it is in use. */
const IN_USE = -1;

export class RedZones {
  readonly shadow: Shadow;
  /** The quarantine; blocks before `oldest` have been released. */
  private readonly kept: { readonly size: number; readonly release: () => void }[] = [];
  private oldest = 0;
  private keptBytes = 0;

  constructor(
    private readonly space: Space,
    /** Texts of the program's place numbers. */
    private readonly places: readonly string[],
    /** Bytes of this thread's quarantine. */
    readonly limit: number = KEPT_BYTES,
  ) {
    this.shadow = new Shadow(space);
  }

  /** Number of the place where this thread's program is. */
  get place(): number {
    const { I32, BASE } = this.space;
    return I32[(BASE + PLACE) >>> 2]!;
  }

  /** Places a program's block of `size` bytes in the block of `usable` bytes at `start`; returns its address. */
  surround(start: number, usable: number, size: number, place = this.place): number {
    const { I32, U8 } = this.space;
    const address = (start + BEFORE) | 0;
    const word = start >>> 2;
    I32[word + STATE] = LIVE;
    I32[word + SIZE] = size;
    I32[word + ALLOCATED] = place;
    this.markAround(start, usable, size);
    U8.fill(PATTERN, (address + size) >>> 0, ((address + size) >>> 0) + BEHIND);
    return address;
  }

  /** Poisons the same zones in another region, for symmetric blocks. */
  markAround(start: number, usable: number, size: number): void {
    this.shadow.mark((start - 8) | 0, usable + 8, BESIDE);
    this.shadow.open((start + BEFORE) | 0, size);
  }

  /** Size of a program's block. */
  sizeOf(address: number): number {
    return this.space.I32[((address - BEFORE) >>> 2) + SIZE]! >>> 0;
  }

  /** Classifies an address to be freed. */
  standing(address: number): Standing {
    if ((address & 15) !== 0 || offsetOf(this.space, address) >>> 0 < BEFORE) return 'foreign';
    const state = this.space.I32[((address - BEFORE) >>> 2) + STATE];
    return state === LIVE ? 'used' : state === DEAD ? 'free' : 'foreign';
  }

  /** Whether the block was written beyond its end. */
  isOverrun(address: number): boolean {
    const size = this.sizeOf(address);
    const end = (address >>> 0) + size;
    for (let at = end; at < end + BEHIND; at++) if (this.space.U8[at] !== PATTERN) return true;
    return false;
  }

  /** Quarantines a freed block: `release` later returns it to the allocator. */
  retire(address: number, release: () => void, place = this.place): void {
    const { I32 } = this.space;
    const word = (address - BEFORE) >>> 2;
    const size = this.sizeOf(address);
    I32[word + STATE] = DEAD;
    I32[word + FREED_AT] = place;
    this.kept.push({ size: size + ZONES, release });
    this.keptBytes += size + ZONES;
    while (this.keptBytes > this.limit) this.releaseOldest();
  }

  /** Poisons a freed block, in one region. */
  markFreed(address: number, size: number): void {
    this.shadow.mark(address, (size + 7) & -8, FREED);
  }

  /** Empties the quarantine; returns whether there was anything. */
  releaseAll(): boolean {
    const found = this.kept.length > 0;
    while (this.kept.length > 0) this.releaseOldest();
    return found;
  }

  private releaseOldest(): void {
    const { size, release } = this.kept[this.oldest++]!;
    this.keptBytes -= size;
    // In batches: shift() would move a long array each time.
    if (this.oldest * 2 >= this.kept.length) {
      this.kept.splice(0, this.oldest);
      this.oldest = 0;
    }
    release();
  }

  /** Explains an invalid access: `starts` are those of the allocator's blocks around it. */
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

  /** The block that an address points into, but not to its start. */
  recordAround(address: number, starts: Iterable<number>): BlockRecord | undefined {
    const at = address >>> 0;
    for (const start of starts) {
      const { address: first, size, state } = this.known(start);
      if (state !== 'foreign' && at > first && at < first + size) return this.recordOf(first, at - first);
    }
    return undefined;
  }

  /** The program's block at an address. */
  recordOf(address: number, within = 0): BlockRecord {
    const { I32 } = this.space;
    const word = (address - BEFORE) >>> 2;
    const freed = this.standing(address) === 'free' ? I32[word + FREED_AT]! : IN_USE;
    return [within, this.sizeOf(address), I32[word + ALLOCATED]!, freed];
  }

  /** The same in words, as messages tell it. */
  described([, size, allocated, freed]: BlockRecord): BlockHistory {
    return {
      size,
      state: freed === IN_USE ? 'used' : 'free',
      allocated: this.places[allocated] ?? '',
      freed: this.places[freed] ?? '',
    };
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
