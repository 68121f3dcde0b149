/**
 * Numbers that were put together and are taken apart: of t * n + i, where 0 <= i < n, the quotient by n is t and the remainder i.
 *
 * That is how elements of `shared [N] T a[THREADS][N]` are numbered, and `expand` asks for the block and the place in
 * it. One idea: the terms of a sum that are multiples of n on one side, the rest, which must be below n, on the other.
 * Where multiples may wrap, a power of two divides the numbers that there are, and a mask takes off what has wrapped.
 */
import { add, binary, constant, isDroppable, zero } from '../../ir/builders.ts';
import type { Expression } from '../../ir/ir.ts';
import type { Bounds } from './bounds.ts';
import { type IntegerType, interval, isInteger, isWithin } from './intervals.ts';

const BITS = { i32: 32n, i64: 64n };

export function takeApart(e: Expression, bounds: Bounds): Expression | undefined {
  if (e.op !== 'binary' || e.right.op !== 'const' || !isInteger(e.type)) return undefined;
  if (!isInteger(e.right.type) || !isDroppable(e.left)) return undefined;
  const value = BigInt(e.right.value);
  switch (e.operator) {
    case 'shr_u':
      return quotient(packed(e.left, 1n << (value & (BITS[e.type] - 1n)), bounds), e.type, bounds);
    case 'and':
      return value > 0n && (value & (value + 1n)) === 0n ? packed(e.left, value + 1n, bounds)?.rest : undefined;
    case 'div_u':
      return value > 1n ? quotient(packed(e.left, value, bounds), e.type, bounds) : undefined;
    case 'rem_u':
      return value > 1n ? remainder(packed(e.left, value, bounds), e.type, bounds) : undefined;
    default:
      return undefined;
  }
}

interface Packed {
  readonly factor: bigint;
  readonly multiple: Expression;
  readonly rest: Expression;
}

function quotient(p: Packed | undefined, type: IntegerType, bounds: Bounds): Expression | undefined {
  if (!p) return undefined;
  if (fits(p, type, bounds)) return p.multiple;
  const isPower = (p.factor & (p.factor - 1n)) === 0n;
  return isPower ? binary('and', p.multiple, constant(type, 2n ** BITS[type] / p.factor - 1n)) : undefined;
}

const remainder = (p: Packed | undefined, type: IntegerType, bounds: Bounds): Expression | undefined =>
  p && fits(p, type, bounds) ? p.rest : undefined;

/** Is multiple * factor + rest a number of the type, as unsigned? The rest is less than the factor. */
const fits = ({ multiple, factor }: Packed, type: IntegerType, bounds: Bounds): boolean =>
  isWithin(bounds.of(multiple), interval(0n, 2n ** BITS[type] / factor - 1n));

/** The expression as a sum, or what it was set to. */
function packed(e: Expression, factor: bigint, bounds: Bounds): Packed | undefined {
  const terms = termsOf(bounds.definition(e));
  if (factor < 2n || terms.length < 2) return undefined;
  const multiples: Expression[] = [];
  const rest: Expression[] = [];
  for (const term of terms) {
    const part = dividedBy(term, factor);
    if (part) multiples.push(part);
    else rest.push(term);
  }
  if (multiples.length === 0 || !isBelow(rest, factor, bounds)) return undefined;
  const type = e.type as IntegerType;
  return { factor, multiple: multiples.reduce(add), rest: rest.length > 0 ? rest.reduce(add) : zero(type) };
}

function termsOf(e: Expression): readonly Expression[] {
  return e.op === 'binary' && e.operator === 'add' ? [...termsOf(e.left), ...termsOf(e.right)] : [e];
}

/** Is the sum not negative and below the factor? */
function isBelow(terms: readonly Expression[], factor: bigint, bounds: Bounds): boolean {
  const all = terms.map((term) => bounds.of(term));
  return all.every(({ low }) => low >= 0n) && all.reduce((sum, { high }) => sum + high, 0n) < factor;
}

/** What a shift or a product by a multiple of the factor multiplies by the factor. */
function dividedBy(e: Expression, factor: bigint): Expression | undefined {
  if (e.op !== 'binary' || e.right.op !== 'const') return undefined;
  const isShift = e.operator === 'shl';
  if (!isShift && e.operator !== 'mul') return undefined;
  const value = BigInt(e.right.value);
  const by = isShift ? 1n << (value & (BITS[e.type as IntegerType] - 1n)) : value;
  return by > 0n && by % factor === 0n ? binary('mul', e.left, constant(e.type, by / factor)) : undefined;
}
