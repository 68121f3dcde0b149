/**
 * Divides slots of a frame into scalars.
 *
 * Takes: how slots are used. Gives: for each that can be divided, its pieces: no two overlap, and every load and store
 * is of exactly one. One idea: a copy between two slots gives each the pieces of the other; what is copied to other
 * memory must be covered by pieces. A slot for which this does not work out is other memory to the rest.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Constant, Copy, Expression, Fill, MemoryType } from '../../ir/ir.ts';
import { type SlotUses, type Span, spanOf } from './slots.ts';

/** Small integers are kept as the low bits of an i32. */
export type PieceType = 'u8' | 'u16' | 'i32' | 'i64' | 'f32' | 'f64' | 'shared' | 'phase';

export interface Piece {
  readonly offset: number;
  readonly type: PieceType;
}

/** Slots with more pieces stay in memory. */
const MOST_PIECES = 32;
/** Bytes that are only ever copied are not worth more pieces than this. */
const MOST_GAPS = 4;
/** Attempts; a slot that fails takes part in copies of others, which then have to be looked at again. */
const MOST_ATTEMPTS = 8;

export function layOut(uses: SlotUses): ReadonlyMap<string, Layout> {
  const candidates = new Set([...uses.mentioned].filter((slot) => !uses.escaping.has(slot)));
  for (let attempt = 0; ; attempt++) {
    const division = new Division(candidates, uses);
    if (division.failed.size === 0) return division.layouts;
    for (const slot of division.failed) candidates.delete(slot);
    if (attempt === MOST_ATTEMPTS) for (const slot of slotsCopied(uses)) candidates.delete(slot);
  }
}

function slotsCopied({ copies }: SlotUses): string[] {
  const sides = copies.flatMap(({ destination, source }) => [destination, source]);
  return sides.flatMap((side) => (side.op === 'frame' ? [side.slot] : []));
}

/** The pieces of a slot, in order. */
export class Layout {
  readonly #pieces: Piece[] = [];
  #gaps = 0;

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  /** Adds a piece; whether that is new, or undefined where it would cut another. */
  add({ offset, type }: Piece): boolean | undefined {
    const end = offset + memorySize(type);
    const meets = this.#pieces.find((p) => p.offset < end && offset < p.offset + memorySize(p.type));
    if (meets) return meets.offset === offset && meets.type === type ? false : undefined;
    this.#pieces.push({ offset, type });
    this.#pieces.sort((a, b) => a.offset - b.offset);
    return this.#pieces.length <= MOST_PIECES ? true : undefined;
  }

  /** The pieces in the span; undefined where one is cut by its ends. */
  within({ offset, size }: Span): readonly Piece[] | undefined {
    const end = offset + size;
    const touched = this.#pieces.filter((p) => p.offset < end && offset < p.offset + memorySize(p.type));
    return touched.every((p) => p.offset >= offset && p.offset + memorySize(p.type) <= end) ? touched : undefined;
  }

  /** Makes pieces of what no piece covers; whether there was any, or undefined where that is too much. */
  cover({ offset, size }: Span): boolean | undefined {
    let added = false;
    for (let at = offset; at < offset + size; ) {
      const here = this.#pieces.find((p) => p.offset <= at && at < p.offset + memorySize(p.type));
      if (here) at = here.offset + memorySize(here.type);
      else {
        if (++this.#gaps > MOST_GAPS) return undefined;
        const next = this.#pieces.find((p) => p.offset > at)?.offset ?? offset + size;
        const room = Math.min(next, offset + size) - at;
        const type = room >= 4 && at % 4 === 0 ? 'i32' : room >= 2 && at % 2 === 0 ? 'u16' : 'u8';
        if (this.add({ offset: at, type }) === undefined) return undefined;
        added = true;
        at += memorySize(type);
      }
    }
    return added;
  }
}

/** An attempt to divide all candidates. */
class Division {
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly failed = new Set<string>();

  constructor(candidates: ReadonlySet<string>, uses: SlotUses) {
    this.layouts = new Map([...candidates].map((slot) => [slot, new Layout()]));
    for (const { slot, offset, memory } of uses.accesses) this.#add(slot, offset, memory);
    const copies = uses.copies.filter((copy) => this.#sides(copy).some((side) => side));
    while (this.failed.size === 0 && copies.some((copy) => this.#share(copy)));
    for (const fill of uses.fills) this.#check(fill);
  }

  #check({ address, size, byte }: Fill): void {
    const span = this.#span(address, size);
    if (!span) return;
    const pieces = this.layouts.get(span.slot)?.within(span);
    // Floats of equal bytes other than zero may be NaNs, whose bits do not survive.
    if (!pieces || (Number((byte as Constant).value) !== 0 && pieces.some(({ type }) => isFilledByZeroAlone(type))))
      this.failed.add(span.slot);
  }

  #add(slot: string, offset: number, memory: MemoryType): void {
    const layout = this.layouts.get(slot);
    if (!layout) return;
    const type = pieceType(memory);
    if (type === undefined || layout.add({ offset, type }) === undefined) this.failed.add(slot);
  }

  #span(address: Expression, size: Expression): Span | undefined {
    const span = spanOf(address, size);
    return span && this.layouts.has(span.slot) ? span : undefined;
  }

  #sides({ destination, source, size }: Copy): [Span | undefined, Span | undefined] {
    return [this.#span(destination, size), this.#span(source, size)];
  }

  /** Gives each side the other's pieces; whether there were new ones. */
  #share(copy: Copy): boolean {
    const [to, from] = this.#sides(copy);
    if (to && from) {
      const there = this.#give(from, to);
      return this.#give(to, from) || there;
    }
    if (to) {
      if (!this.layouts.get(to.slot)?.within(to)) this.failed.add(to.slot);
      return false;
    }
    return from ? this.#covered(from) : false;
  }

  #covered(span: Span): boolean {
    const layout = this.layouts.get(span.slot) as Layout;
    const added = layout.within(span) && layout.cover(span);
    if (added === undefined) this.failed.add(span.slot);
    return added === true;
  }

  #give(from: Span, to: Span): boolean {
    const pieces = this.layouts.get(from.slot)?.within(from);
    if (!pieces) {
      this.failed.add(from.slot);
      return false;
    }
    let added = false;
    for (const { offset, type } of pieces) {
      const isNew = this.layouts.get(to.slot)?.add({ offset: offset - from.offset + to.offset, type });
      if (isNew === undefined) this.failed.add(to.slot);
      added ||= isNew === true;
    }
    return added && !this.failed.has(to.slot);
  }
}

const isFloat = (type: PieceType): boolean => type === 'f32' || type === 'f64';
/** Bytes other than zero are no value of it that a constant could be. */
const isFilledByZeroAlone = (type: PieceType): boolean => isFloat(type) || type === 'shared' || type === 'phase';

function pieceType(memory: MemoryType): PieceType | undefined {
  switch (memory) {
    case 'i8':
    case 'u8':
      return 'u8';
    case 'i16':
    case 'u16':
      return 'u16';
    case 'i32':
    case 'i64':
    case 'f32':
    case 'f64':
    case 'shared':
    case 'phase':
      return memory;
    default:
      return undefined;
  }
}
