/**
 * The parts of an object that its initializer gives, in order (C99 6.7.8p19): a later one takes the place of an earlier.
 *
 * Takes: parts, places that are initialised again, choices of union members, elements that a range repeats. Gives: the parts
 * that remain. One idea: everything that happens to the first element of a range is noted, and done to all others.
 */
import type { InitialPart } from '../facts.ts';
import { sizeOf } from '../types/sizes.ts';
import type { StructType } from '../types/types.ts';
import type { Spot } from './initial-spots.ts';

/** Parts that one range may make. */
const MAX_PARTS = 1 << 22;

/** A place that was emptied to be initialised again: bytes from `start` to `end`, or a bit-field in them. */
interface Cleared {
  readonly start: number;
  readonly end: number;
  readonly shift: number | undefined;
}

/** An element that a range repeats: its parts, what was cleared for them, and which members of unions were chosen. */
interface Pattern {
  parts: InitialPart[];
  readonly cleared: Cleared[];
  readonly chosen: { readonly spot: Spot; readonly member: number }[];
}

/** The parts of one object while its initializer is read. */
export class Parts {
  /** Some places are named: they may come out of order, and again. */
  designated = false;
  #parts: InitialPart[] = [];
  /** Which member of each union is initialised, by the union's offset. */
  readonly #chosen = new Map<number, { union: StructType; member: number }[]>();
  /** While the element is initialised that a range repeats. */
  #pattern: Pattern | undefined;
  /** Everything initialised so far lies between these. */
  #low = Number.POSITIVE_INFINITY;
  #high = 0;

  /** Parts by their places, as they are evaluated. */
  inOrder(): InitialPart[] {
    return this.designated ? this.#parts.sort((a, b) => a.offset - b.offset) : this.#parts;
  }

  /** Adds a part, to the element that a range repeats too. */
  add(part: InitialPart): void {
    this.#parts.push(part);
    this.#pattern?.parts.push(part);
    this.#low = Math.min(this.#low, part.offset);
    this.#high = Math.max(this.#high, part.offset + (sizeOf(part.type.type) ?? 0));
  }

  /** Does what `initialize` does to the first of `count` elements to all of them; false where that makes too many parts. */
  repeat(first: Spot, count: number, initialize: () => void): boolean {
    const outer = this.#pattern;
    const pattern: Pattern = { parts: [], cleared: [], chosen: [] };
    this.#pattern = pattern;
    initialize();
    this.#pattern = outer;
    outer?.parts.push(...pattern.parts);
    outer?.cleared.push(...pattern.cleared);
    outer?.chosen.push(...pattern.chosen);
    if (pattern.parts.length * count > MAX_PARTS) return false;
    this.#copy(pattern, first, count);
    return true;
  }

  #copy({ parts, cleared, chosen }: Pattern, first: Spot, count: number): void {
    const size = sizeOf(first.type.type) ?? 0;
    this.#empty(repeated(cleared, first.offset, size, count));
    for (let copy = 1; copy < count; copy++) {
      const moved = copy * size;
      for (const { spot, member } of chosen) this.choose({ ...spot, offset: spot.offset + moved }, member);
      for (const part of parts) this.add({ ...part, offset: part.offset + moved });
    }
  }

  /** An object that is initialised again forgets what it had (C99 6.7.8p19). */
  clear(spot: Spot): void {
    if (!this.designated) return;
    const end = spot.offset + (sizeOf(spot.type.type) ?? Number.POSITIVE_INFINITY);
    this.#empty([{ start: spot.offset, end, shift: spot.member?.bitField?.shift }]);
  }

  #empty(places: readonly Cleared[]): void {
    this.#pattern?.cleared.push(...places);
    const used = places.filter(({ start, end }) => start < this.#high && end > this.#low);
    if (used.length === 0) return; // the usual case: they had nothing
    const isKept = (part: InitialPart) => !used.some((place) => isInside(part, place));
    this.#parts = this.#parts.filter(isKept);
    if (this.#pattern) this.#pattern.parts = this.#pattern.parts.filter(isKept);
  }

  /** Another member of a union takes the place of the first. */
  choose(spot: Spot, member: number): void {
    this.#pattern?.chosen.push({ spot, member });
    const union = spot.type.type as StructType;
    const here = this.#chosen.get(spot.offset) ?? [];
    const known = here.find((each) => each.union === union);
    if (known && known.member !== member) this.clear(spot);
    if (known) known.member = member;
    else this.#chosen.set(spot.offset, [...here, { union, member }]);
  }
}

function isInside({ offset, type, bitField }: InitialPart, { start, end, shift }: Cleared): boolean {
  const ends = offset + (sizeOf(type.type) ?? 0);
  return offset >= start && ends <= end && (shift === undefined || bitField?.shift === shift);
}

/** The places to clear in the other elements where `cleared` was of the first: one place where that was all of it. */
function repeated(cleared: readonly Cleared[], start: number, size: number, count: number): readonly Cleared[] {
  const whole = cleared.some((place) => place.start <= start && place.end >= start + size && place.shift === undefined);
  if (whole) return [{ start: start + size, end: start + count * size, shift: undefined }];
  return Array.from({ length: count - 1 }, (_, copy) => (copy + 1) * size).flatMap((moved) =>
    cleared.map((place) => ({ ...place, start: place.start + moved, end: place.end + moved })),
  );
}
