/**
 * May two accesses meet, where their addresses are values of numbering.ts?
 *
 * Takes: addresses with the types they are accessed as. Gives: false where they surely have no byte in common. Beyond
 * what alias.ts knows of sums: objects that pointers may lead to; elements of arrays of structs, of which different
 * members never meet whatever their indexes are; and C's effective types (C99 6.5p7): what is accessed as a double is no
 * int, unless one is part of a union or accessed as characters.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Expression, Load, MemoryType, Statement } from '../../ir/ir.ts';
import { distance, type Region, writesShared } from './alias.ts';
import type { Objects } from './objects.ts';

export interface Access extends Region {
  /** Absent for bytes of any type. */
  readonly memory?: MemoryType;
}

/** What a statement does to memory: an access that writes, or more than can be said, of this or all threads, or both. */
export type Write = Access | 'call' | 'threads' | 'everything';

export class Accesses {
  readonly #objects: Objects;
  readonly #strictTypes: boolean;

  constructor(objects: Objects, strictTypes: boolean) {
    this.#objects = objects;
    this.#strictTypes = strictTypes;
  }

  mayMeet(a: Access, b: Access): boolean {
    const apart = a.isOld || b.isOld ? undefined : distance(a.address, b.address);
    if (typeof apart === 'number') {
      return apart >= 0 ? a.size === undefined || apart < a.size : b.size === undefined || -apart < b.size;
    }
    if (this.#strictTypes && areOfOtherTypes(a.memory, b.memory)) return false;
    if (!this.#objects.mayShare(a.address, b.address)) return false;
    return !areOtherMembers(a, b);
  }

  /** May the statement's write change what is read? */
  mayChange(write: Write, read: Access): boolean {
    if (write === 'everything') return true;
    if (write === 'call') return !this.#objects.isOwn(read.address);
    if (write === 'threads') return !this.#objects.isPrivate(read.address);
    return this.mayMeet(write, read);
  }
}

/** What the statement itself writes, the address through `formOf`. */
export function writeOf(s: Statement, formOf: (address: Expression) => Expression): Write | undefined {
  const written = writesShared(s);
  if (written === undefined) return undefined;
  // A strict copy lets other threads' writes be seen, and writes where it copies to.
  if (written === 'anything' && s.op === 'copy' && s.to === 'private') return 'everything';
  if (written === 'anything') return s.op === 'call' || s.op === 'landing' ? 'call' : 'threads';
  return { ...written, address: formOf(written.address), ...typeOf(s) };
}

/** The access of a load whose address has that form. */
export const readOf = (e: Load, address: Expression): Access => ({
  address,
  size: memorySize(e.memory),
  ...typeOf(e),
});

function typeOf(s: Statement | Load): Pick<Access, 'memory'> {
  if (s.op !== 'store' && s.op !== 'load') return {};
  return s.punned ? {} : { memory: s.memory };
}

// ---------------------------------------------------------------- types

/** Integers of all sizes are one kind: the compiler itself cuts them. Characters and vectors are of every kind. */
function kindOf(memory: MemoryType): string | undefined {
  if (memory === 'i8' || memory === 'u8' || memory.startsWith('v')) return undefined;
  return memory.startsWith('f') ? memory : 'integer';
}

function areOfOtherTypes(a: MemoryType | undefined, b: MemoryType | undefined): boolean {
  const [kindA, kindB] = [a && kindOf(a), b && kindOf(b)];
  return kindA !== undefined && kindB !== undefined && kindA !== kindB;
}

// ---------------------------------------------------------------- members of structs in arrays

/**
 * Are the two as far apart as no whole number of elements is? `p[i].x` and `p[j].y` are `p + 24 * i` and
 * `p + 24 * j + 8`: 8 is no multiple of 24. Indexes are not looked into: only the product is known not to wrap.
 */
function areOtherMembers(a: Access, b: Access): boolean {
  if (a.size === undefined || b.size === undefined) return false;
  const difference = new Map<Expression | undefined, number>();
  gather(b.address, 1, difference);
  gather(a.address, -1, difference);
  const constant = difference.get(undefined) ?? 0;
  difference.delete(undefined);
  const whole = [...difference.values()].reduce((all, factor) => greatestDivisor(all, Math.abs(factor)), 0);
  if (whole < 2) return false;
  const apart = ((constant % whole) + whole) % whole;
  return apart >= a.size && whole - apart >= b.size;
}

/** Adds the terms of an address, times `sign`, by what they are multiples of; constants under undefined. */
function gather(e: Expression, sign: 1 | -1, sum: Map<Expression | undefined, number>): void {
  const put = (term: Expression | undefined, factor: number): void => {
    sum.set(term, (sum.get(term) ?? 0) + sign * factor);
  };
  if (e.op === 'const') put(undefined, Number(e.value));
  else if (e.op === 'binary' && e.operator === 'add') {
    gather(e.left, sign, sum);
    gather(e.right, sign, sum);
  } else if (e.op === 'binary' && e.operator === 'mul' && e.right.op === 'const') put(e.left, Number(e.right.value));
  else if (e.op === 'binary' && e.operator === 'shl' && e.right.op === 'const')
    put(e.left, 2 ** (Number(e.right.value) & 31));
  else put(e, 1);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
