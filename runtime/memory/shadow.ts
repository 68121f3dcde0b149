/**
 * -g: shadow memory for the heaps, byte-precise, in the last eighth of each region.
 *
 * A byte of the shadow stands for 8 bytes of the region: 0 where all of them are accessible, 1 to 7 where only so many
 * from the first on are, else the reason why none is. Unmarked memory is accessible, so only allocators need the
 * shadow. (After AddressSanitizer: Serebryany, Bruening, Potapenko and Vyukov, USENIX ATC 2012.)
 */
import { regionBytes, type Space } from './space.ts';

export const UNIT = 8;
/** Marks of poisoned memory: red zone of a block; freed block. */
export const BESIDE = 0xfa;
export const FREED = 0xfd;
const LEAST_MARK = 0x80;
/** Memory that an operation under way uses (watches.ts): the mark, and in its last bits what the unit had before, 0 to 7. */
const WATCHED = 0xe0;
const isWatched = (mark: number): boolean => (mark & ~(UNIT - 1)) === WATCHED;
const beneath = (mark: number): number => (isWatched(mark) ? mark & (UNIT - 1) : mark);

/** Bytes of a region's shadow. */
export function shadowBytes(region: number): number {
  return region / UNIT;
}

/** Address of the shadow of address `a` of the own region, minus `a >>> 3`. */
export function ownShadow({ SHIFT, BASE }: Pick<Space, 'SHIFT' | 'BASE'>): number {
  const region = regionBytes(SHIFT);
  return ((BASE >>> 0) + region - shadowBytes(region) - (BASE >>> 3)) | 0;
}

/** Aligned words and vectors. */
export const isFirstDecisive = (address: number, size: number): boolean =>
  size === 16 || (size <= 8 && (address & (size - 1)) === 0);

export class Shadow {
  private readonly mask: number;
  private readonly start: number;

  constructor(private readonly space: Space) {
    const region = regionBytes(space.SHIFT);
    this.mask = region - 1;
    this.start = region - shadowBytes(region);
  }

  /**
   * Whether [address, address + size), which lies in one region, is accessible. For aligned words and vectors the first
   * byte decides: so functions on strings may load the last bytes of a block.
   */
  isOpen(address: number, size: number): boolean {
    if (size === 0) return true;
    return this.areOpen(address, isFirstDecisive(address, size) ? 1 : size);
  }

  /** The same, whatever is under way there. */
  isOpenBeneath(address: number, size: number): boolean {
    const { U8 } = this.space;
    const last = this.at((address + (isFirstDecisive(address, size) ? 0 : size - 1)) | 0);
    for (let at = this.at(address); at < last; at++) if (beneath(U8[at]!) !== 0) return false;
    return this.isLastOpen(address, isFirstDecisive(address, size) ? 1 : size, beneath(U8[last]!));
  }

  private areOpen(address: number, size: number): boolean {
    const { U8 } = this.space;
    const last = this.at((address + size - 1) | 0);
    for (let at = this.at(address); at < last; at++) if (U8[at] !== 0) return false;
    return this.isLastOpen(address, size, U8[last]!);
  }

  private isLastOpen(address: number, size: number, mark: number): boolean {
    return mark === 0 || (mark < LEAST_MARK && ((address + size - 1) & (UNIT - 1)) < mark);
  }

  /** The first mark in [address, address + size) that forbids the access. */
  markIn(address: number, size: number): number {
    const { U8 } = this.space;
    const last = this.at((address + size - 1) | 0);
    for (let at = this.at(address); at <= last; at++) if (beneath(U8[at]!) >= LEAST_MARK) return U8[at]!;
    return BESIDE;
  }

  /** Unpoisons [address, address + size); address is a multiple of 8, and the rest of the last unit stays poisoned. */
  open(address: number, size: number): void {
    const whole = size >>> 3;
    const from = this.at(address);
    this.space.U8.fill(0, from, from + whole);
    if ((size & (UNIT - 1)) !== 0) this.space.U8[from + whole] = size & (UNIT - 1);
  }

  /** Poisons [address, address + size); both are multiples of 8. */
  mark(address: number, size: number, mark: number): void {
    const from = this.at(address);
    this.space.U8.fill(mark, from, from + (size >>> 3));
  }

  /** Poisons [address, address + size); the bytes before it in its first unit stay accessible. The end is a multiple of 8. */
  close(address: number, size: number): void {
    const before = address & (UNIT - 1);
    if (before !== 0) this.space.U8[this.at(address)] = before;
    const from = (address + UNIT - 1) & -UNIT;
    this.mark(from, address + size - from, BESIDE);
  }

  /** Marks the units of [address, address + size) as used by an operation under way; what is poisoned stays so. */
  watch(address: number, size: number): void {
    const { U8 } = this.space;
    const last = this.at((address + size - 1) | 0);
    for (let at = this.at(address); at <= last; at++) if (U8[at]! < LEAST_MARK) U8[at] = WATCHED | U8[at]!;
  }

  /** Takes these marks away. */
  unwatch(address: number, size: number): void {
    const { U8 } = this.space;
    const last = this.at((address + size - 1) | 0);
    for (let at = this.at(address); at <= last; at++) U8[at] = beneath(U8[at]!);
  }

  private at(address: number): number {
    const offset = (address & this.mask) >>> 0;
    return (address >>> 0) - offset + this.start + (offset >>> 3);
  }
}
