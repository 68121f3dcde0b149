/**
 * What moves with a loop's counters, and which of it is worth a variable that is stepped.
 *
 * Takes: the integer expressions of a loop, taken apart. Gives: for each class of them, which move by the same number
 * of bytes, what is to be done. One idea: three ways are priced in operations of the machine per iteration, and the
 * cheapest is taken, the old one where they cost the same, for each stepping variable is a register:
 *
 *     as it is       the multiplication, and an addition for each address
 *     one step       one addition instead of the multiplication, and an addition for each address
 *     each its own   an addition for each address, which then is the variable itself
 *
 * x86-64 multiplies by 1, 2, 4 and 8 where it adds up an address; constants behind an address are in the instruction.
 * Objects at fixed places share an address but for such a constant, so those indexed alike are one address.
 */
import type { Expression } from '../../ir/ir.ts';
import { keyOf, type Polynomial, type Term } from './polynomials.ts';

/** An expression in terms of a loop: what never changes in it, what moves with its counters. */
export interface Linear {
  /** A static object or one of the frame, whose address is added. */
  readonly base?: Expression;
  readonly constant: number;
  readonly fixed: Polynomial;
  readonly moving: Polynomial;
}

/** Expressions that differ in objects and constants alone. */
export interface Family {
  readonly fixed: Polynomial;
  readonly moving: Polynomial;
  /** By the object's text. */
  readonly bases: Map<string, Expression | undefined>;
  least: number;
  /** Whether each iteration evaluates one of them. */
  isSure: boolean;
}

export type Way = 'as it is' | 'one step' | 'each its own';

/** Families that move alike. */
export interface Stride {
  readonly moving: Polynomial;
  readonly families: Map<string, Family>;
}

export const familyKey = ({ fixed }: Pick<Linear, 'fixed'>): string => keyOf(fixed);
export const strideKey = ({ moving }: Pick<Linear, 'moving'>): string => keyOf(moving);

/** Puts expressions in their families. */
export function stridesOf(
  linears: Iterable<readonly [Linear, boolean]>,
  textOf: (e: Expression) => string,
): Map<string, Stride> {
  const strides = new Map<string, Stride>();
  for (const [linear, isSure] of linears) {
    const { base, constant, fixed, moving } = linear;
    const stride = valueIn(strides, strideKey(linear), () => ({ moving, families: new Map() }));
    const family = valueIn(stride.families, familyKey(linear), () => {
      return { fixed, moving, bases: new Map(), least: constant, isSure };
    });
    family.bases.set(base ? textOf(base) : '', base);
    family.least = Math.min(family.least, constant);
    family.isSure ||= isSure;
  }
  return strides;
}

function valueIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

// ---------------------------------------------------------------- prices

const MULTIPLICATION = 3;

/** Has the family one object, or none? Then a variable of its own can be the address. */
export const isSingle = ({ bases }: Family): boolean => bases.size === 1;

/** Operations an iteration for all of the stride. */
export function priceOf(stride: Stride, way: Way): number {
  const families = [...stride.families.values()].filter(({ isSure }) => isSure);
  if (way === 'each its own') {
    const every = [...stride.families.values()];
    return every.length + families.filter((family) => !isSingle(family)).length;
  }
  const sums = families.filter((family) => family.fixed.size > 0 || family.bases.size > 1 || !isBare(family)).length;
  if (way === 'one step') return 1 + sums;
  return families.length === 0 ? 0 : movingPrice(stride.moving) + sums;
}

const isBare = ({ bases }: Family): boolean => bases.has('') && bases.size === 1;

/** Variables that are stepped. */
export const variablesFor = (stride: Stride, way: Way): number =>
  way === 'as it is' ? 0 : way === 'one step' ? 1 : stride.families.size;

function movingPrice(moving: Polynomial): number {
  let price = moving.size - 1;
  for (const term of moving.values()) price += termPrice(term);
  return price;
}

function termPrice({ factors, coefficient }: Term): number {
  if (factors.length > 1) return MULTIPLICATION * (factors.length - 1) + (isScale(coefficient) ? 0 : 1);
  if (isScale(coefficient)) return 0;
  return Number.isInteger(Math.log2(coefficient)) ? 1 : MULTIPLICATION;
}

const isScale = (coefficient: number): boolean =>
  coefficient === 1 || coefficient === 2 || coefficient === 4 || coefficient === 8;

/** The cheapest way with no more than so many variables; `left` are the ways that may be taken. */
export function cheapest(stride: Stride, most: number, left: readonly Way[]): Way | undefined {
  let best: Way | undefined;
  for (const way of left)
    if (variablesFor(stride, way) <= most && (best === undefined || priceOf(stride, way) < priceOf(stride, best)))
      best = way;
  return best;
}
