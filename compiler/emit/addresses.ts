/**
 * Addresses and indexes: `F64[((a >>> 3) + i) >>> 0]`.
 *
 * The idea: an address is taken apart into a sum of scaled terms (`Linear`). Terms that are whole multiples of the
 * element's size are added to the index after the shift, the rest before it: the index is the same modulo 2^29, but
 * neither the scaling nor its undoing is computed, and the engine shares `a >>> 3` between accesses. In a loop, the
 * terms that stay the same are added up before it (hoist.ts): the engine does not do that.
 */
import { isOwnRegion } from '../ir/builders.ts';
import type { Expression } from '../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { type Hoisting, isInvariant } from './hoist.ts';
import { loose } from './integers.ts';
import { binary, identifier, literal, math, type Node } from './tree.ts';

/** `node * scale`, or `node << SHIFT` for the distance of a thread's region. */
export interface Term {
  readonly node: Node;
  readonly scale: number | 'region';
  /** The expression, where it is known: may its value be computed before the loop? */
  readonly origin?: Expression;
}

export interface Linear {
  readonly terms: Term[];
  /** How often the own region's start is added: 0 or 1. */
  base: number;
  constant: number;
  /** Object whose offset is part of `constant`. */
  symbol?: string;
  /** The constant may be one modulo 2^32 only: so is an index that it is part of, before it is cut to its view. */
  wraps?: boolean;
}

/** The address as a sum. */
export function linear(f: FunctionContext, e: Expression): Linear {
  const sum: Linear = { terms: [], base: 0, constant: 0 };
  gather(f, e, sum);
  return sum;
}

const SHIFT = identifier('SHIFT');
const FRAME: Expression = { op: 'local', type: 'i32', name: ' frame' };

/** Adds the parts of `e` to the sum. */
export function gather(f: FunctionContext, e: Expression, sum: Linear): void {
  switch (e.op) {
    case 'static':
    case 'shared':
      if (e.op === 'static' && sum.base > 0) break;
      sum.base += e.op === 'static' ? 1 : 0;
      sum.constant += f.program.offsetOf(e.symbol) + e.offset;
      sum.symbol ??= e.symbol;
      return;
    case 'frame':
      sum.terms.push({ node: identifier('fp'), scale: 1, origin: FRAME });
      sum.constant += (f.frame.slots.get(e.slot) as number) + e.offset;
      return;
    case 'binary':
      if (isOwnRegion(e) && sum.base === 0) {
        sum.base = 1;
        return;
      }
      if (e.operator === 'add') {
        gather(f, e.left, sum);
        gather(f, e.right, sum);
        return;
      }
      break;
  }
  gatherScaled(f, e, 1, sum);
}

/** Adds `e * scale`, constants and constant factors taken out of `e`. */
export function gatherScaled(f: FunctionContext, e: Expression, scale: number, sum: Linear): void {
  if (e.op === 'const') {
    addConstant(sum, (e.value as number) * scale);
    return;
  }
  if (e.op === 'binary' && e.right.op === 'const') {
    const constant = e.right.value as number;
    if (e.operator === 'add' || e.operator === 'sub') {
      addConstant(sum, (e.operator === 'add' ? constant : -constant) * scale);
      gatherScaled(f, e.left, scale, sum);
      return;
    }
    const factor = e.operator === 'mul' ? constant : e.operator === 'shl' ? 2 ** (constant & 31) : undefined;
    if (factor !== undefined && Math.abs(factor * scale) < 2 ** 31) {
      gatherScaled(f, e.left, factor * scale, sum);
      return;
    }
  }
  if (scale === 1 && e.op === 'binary' && e.operator === 'shl' && e.right.op === 'regionshift' && !isOwnRegion(e)) {
    sum.terms.push({ node: loose(f, e.left), scale: 'region', origin: e.left });
    return;
  }
  if (scale === 1 && e.op === 'binary' && e.operator === 'sub') {
    gather(f, e.left, sum);
    gatherScaled(f, e.right, -1, sum);
    return;
  }
  sum.terms.push({ node: loose(f, e), scale, origin: e });
}

/** No object is as far away as the constants that are one modulo 2^32 only. */
const FAR = 2 ** 30;

function addConstant(sum: Linear, constant: number): void {
  const wrapped = constant | 0;
  sum.wraps ||= Math.abs(constant) >= FAR;
  sum.constant += wrapped;
}

// ---------------------------------------------------------------- sums

/** `terms / size`, added up; every scale is a multiple of `size`. */
function addUp(start: Node | undefined, terms: readonly Term[], shift: number): Node | undefined {
  let sum = start;
  for (const { node, scale } of terms) {
    if (scale === 'region') sum = plus(sum, binary('<<', node, shift ? binary('-', SHIFT, literal(shift)) : SHIFT));
    else if (scale < 0 && sum) sum = binary('-', sum, scaled(node, -scale / 2 ** shift));
    else sum = plus(sum, scaled(node, scale / 2 ** shift));
  }
  return sum;
}

const plus = (sum: Node | undefined, node: Node): Node => (sum ? binary('+', sum, node) : node);

function plusConstant(sum: Node | undefined, constant: number): Node | undefined {
  if (constant === 0) return sum;
  if (!sum) return literal(constant);
  return constant < 0 ? binary('-', sum, literal(-constant)) : binary('+', sum, literal(constant));
}

function scaled(node: Node, scale: number): Node {
  if (scale === 1) return node;
  const power = Math.log2(scale);
  return Number.isInteger(power) ? binary('<<', node, literal(power)) : math('imul', node, literal(scale));
}

/** The part of a sum that stands before the shift: region's start, object, constant, then the terms. */
function head(f: FunctionContext, sum: Linear, terms: readonly Term[], constant: number): Node | undefined {
  let node: Node | undefined = sum.base > 0 ? identifier('BASE') : undefined;
  let rest = constant;
  const name = sum.symbol !== undefined && constant !== 0 ? f.program.staticName(sum.symbol) : undefined;
  if (name !== undefined) {
    node = plus(node, identifier(name));
    rest -= f.program.offsetOf(sum.symbol as string);
  }
  return plusConstant(addUp(node, terms, 0) ?? node, rest);
}

/** Address as a canonical i32. */
export function addressValue(f: FunctionContext, e: Expression): Node {
  const sum = linear(f, e);
  const node = head(f, sum, sum.terms, sum.constant) ?? literal(0);
  // Places in the own region and in thread 0's never leave the signed range.
  const inRange = sum.terms.length === 0 || (e.op === 'frame' && sum.base === 0);
  return inRange ? node : binary('|', node, literal(0));
}

/** Index of the element at the address in the view of elements of 2^shift bytes. */
export function index(f: FunctionContext, e: Expression, shift: number): Node {
  const sum = linear(f, e);
  const hoisted = f.hoisting && hoistedIndex(f, sum, f.hoisting, shift);
  if (hoisted) return hoisted;
  if (shift === 0) return binary('>>>', head(f, sum, sum.terms, sum.constant) ?? literal(0), literal(0));
  const size = 1 << shift;
  const { rest, whole } = divided(sum, size);
  const keeps = sum.constant % size !== 0 || (rest.length === 0 ? sum.constant >= 0 : belongsBefore(sum, rest));
  const before = head(f, sum, rest, keeps ? sum.constant : 0);
  const after = keeps ? 0 : sum.constant / size;
  return indexOf(before, { ...sum, terms: [...whole], constant: after }, shift);
}

/**
 * Whether a constant belongs to what is shifted. That must not be negative: the shift would take it for a place beyond
 * 2 GiB, where the sum no longer wraps as addresses do. With an object's offset the constant is what makes a place of the
 * rest, as it may be beside several terms; beside a pointer alone it is a member's.
 */
const belongsBefore = (sum: Linear, rest: readonly Term[]): boolean =>
  sum.constant > 0 && rest.length > 0 && (sum.symbol !== undefined || rest.length > 1);

/** Terms that are multiples of the size, and the others. */
function divided(sum: Linear, size: number): { rest: readonly Term[]; whole: readonly Term[] } {
  const isWhole = (term: Term): boolean => term.scale === 'region' || term.scale % size === 0;
  return { rest: sum.terms.filter((term) => !isWhole(term)), whole: sum.terms.filter(isWhole) };
}

/** The index of what lies `after` whole elements behind an address. */
function indexOf(before: Node | undefined, after: Linear, shift: number): Node {
  const start = before && startIndex(before, shift);
  if (after.terms.length === 0 && after.constant >= 0) return plusConstant(start, after.constant) ?? literal(0);
  return inView(plusConstant(addUp(start, after.terms, shift), after.constant) ?? literal(0), after, shift);
}

/** A sum of 32 bits as an index: of what wraps as an address would, no more bits than elements have numbers. */
const inView = (sum: Node, { wraps }: Linear, shift: number): Node =>
  wraps && shift > 0 ? binary('&', sum, literal(2 ** (32 - shift) - 1)) : binary('>>>', sum, literal(0));

/** `address >>> shift`, computed here where the address is a number. */
function startIndex(address: Node, shift: number): Node {
  const isNumber = address.type === 'Literal' && typeof address.value === 'number';
  return isNumber ? literal((address.value as number) >>> shift) : binary('>>>', address, literal(shift));
}

// ---------------------------------------------------------------- out of loops

/** The index with its unchanging terms added up before the loop; undefined where that saves nothing. */
function hoistedIndex(f: FunctionContext, sum: Linear, hoisting: Hoisting, shift: number): Node | undefined {
  const size = 1 << shift;
  const { rest, whole } = divided(sum, size);
  const stays = (term: Term): boolean => term.origin !== undefined && isInvariant(term.origin, hoisting);
  if (!rest.every(stays) || sum.constant % size !== 0) return undefined;
  const fixed = whole.filter(stays);
  const isWork = (term: Term): boolean => term.node.type !== 'Identifier' || term.scale !== size;
  const isSum = fixed.length + sum.base > 1;
  if ((rest.length === 0 || shift === 0) && !isSum && !fixed.some(isWork)) return undefined;
  const keeps = belongsBefore(sum, rest);
  const before = keeps ? head(f, sum, rest, sum.constant) : head(f, { ...sum, symbol: undefined }, rest, 0);
  const start = before && (shift === 0 ? before : startIndex(before, shift));
  const name = hoisting.hoist(binary('|', addUp(start, fixed, shift) as Node, literal(0)));
  const moving = whole.filter((term) => !stays(term));
  const after = keeps ? 0 : sum.constant / size;
  return inView(plusConstant(addUp(name, moving, shift), after) as Node, sum, shift);
}
