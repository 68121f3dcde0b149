/**
 * How the slots of a function's frame are used.
 *
 * Takes: a function. Gives: for each slot whose address goes nowhere else, what is loaded, stored, copied and filled
 * at which constant offsets of it.
 */
import { memorySize, operandsOf } from '../../ir/builders.ts';
import type {
  Copy,
  Function as Definition,
  Expression,
  Fill,
  FrameAddress,
  MemoryType,
  Statement,
} from '../../ir/ir.ts';
import { expressionsOf, visitStatements } from '../../ir/walk.ts';

/** Bytes of a slot. */
export interface Span {
  readonly slot: string;
  readonly offset: number;
  readonly size: number;
}

export interface Access extends Span {
  readonly memory: MemoryType;
}

export interface SlotUses {
  readonly accesses: readonly Access[];
  /** Of private memory, with a constant size; one of the sides, or both, are slots. */
  readonly copies: readonly Copy[];
  readonly fills: readonly Fill[];
  /** Slots that are used in other ways: their bytes may change, or be read, anywhere. */
  readonly escaping: ReadonlySet<string>;
  /** Slots that are mentioned at all. */
  readonly mentioned: ReadonlySet<string>;
}

/** The bytes at a slot's address, where their number is known and they are in the slot. */
export function spanOf(address: Expression, size: Expression): (Span & { readonly slot: string }) | undefined {
  if (address.op !== 'frame' || size.op !== 'const') return undefined;
  return { slot: address.slot, offset: address.offset, size: Number(size.value) >>> 0 };
}

export function slotUses(definition: Definition): SlotUses {
  const found = new Finder(definition);
  visitStatements(definition.body, (s) => found.statement(s));
  return found;
}

class Finder implements SlotUses {
  readonly accesses: Access[] = [];
  readonly copies: Copy[] = [];
  readonly fills: Fill[] = [];
  readonly escaping = new Set<string>();
  readonly mentioned = new Set<string>();
  readonly #sizes: ReadonlyMap<string, number>;

  constructor({ frame }: Definition) {
    this.#sizes = new Map(frame.map(({ name, size }) => [name, size]));
  }

  statement(s: Statement): void {
    switch (s.op) {
      case 'store':
        this.#access(s);
        this.#expression(s.value);
        return;
      case 'copy':
        this.#copy(s);
        return;
      case 'fill':
        this.#fill(s);
        return;
      default:
        for (const e of expressionsOf(s)) this.#expression(e);
    }
  }

  #copy(s: Copy): void {
    const isPlain = s.to === 'private' && s.from === 'private' && !s.strict;
    if (!isPlain) for (const e of expressionsOf(s)) this.#expression(e);
    else {
      const sides = [this.#side(s.destination, s.size), this.#side(s.source, s.size)];
      if (sides.includes(true)) this.copies.push(s);
      this.#expression(s.size);
    }
  }

  #fill(s: Fill): void {
    if (s.byte.op !== 'const') for (const e of expressionsOf(s)) this.#expression(e);
    else {
      if (this.#side(s.address, s.size)) this.fills.push(s);
      this.#expression(s.size);
    }
  }

  /** Is this side of a copy or fill bytes of a slot? */
  #side(address: Expression, size: Expression): boolean {
    const span = spanOf(address, size);
    if (!span || !this.#isInside(span)) {
      this.#expression(address);
      return false;
    }
    this.mentioned.add(span.slot);
    return true;
  }

  #isInside({ slot, offset, size }: Span): boolean {
    return offset >= 0 && offset + size <= (this.#sizes.get(slot) ?? 0);
  }

  #access(s: { readonly address: Expression; readonly memory: MemoryType; readonly volatile?: boolean }): void {
    const { address, memory } = s;
    const access = address.op === 'frame' ? accessAt(address, memory) : undefined;
    if (!access || s.volatile || !this.#isInside(access)) this.#expression(address);
    else {
      this.mentioned.add(access.slot);
      this.accesses.push(access);
    }
  }

  #expression(e: Expression): void {
    if (e.op === 'load') this.#access(e);
    else if (e.op === 'frame') {
      this.mentioned.add(e.slot);
      this.escaping.add(e.slot);
    } else for (const operand of operandsOf(e)) this.#expression(operand);
  }
}

const accessAt = ({ slot, offset }: FrameAddress, memory: MemoryType): Access => ({
  slot,
  offset,
  size: memorySize(memory),
  memory,
});
