/**
 * Pointers-to-shared: where the elements of a shared array lie, as arithmetic on scalars (UPC 6.4.2, 6.4.3).
 *
 * Takes: element, advance, phase, threadof, difference with their layout. Gives: terms of an address or values.
 * One idea: an element's number is split into block, phase, row and thread by `split`, which is masks and shifts
 * where THREADS and the block size are powers of two, and else a division whose quotient is kept in a temporary.
 * `element` counts from the start of an object, so its index is never negative; pointers may move backwards.
 * What programs write most needs no division: `a[MYTHREAD]`, strides of THREADS, and steps to the next element,
 * which leave a block or a row of threads at most once.
 */
import type {
  AdvanceAddress,
  AdvancePhase,
  Binary,
  Counterpart,
  Difference,
  ElementAddress,
  Expression,
  ThreadOf,
} from '../ir/ir.ts';
import { rowsOf } from '../ir/rows.ts';
import { isNeverNegative } from '../ir/signs.ts';
import { addressValue, gather, gatherScaled, type Linear } from './addresses.ts';
import { type FunctionContext, twice } from './context.ts';
import { threads, value } from './expressions.ts';
import { cut, loose, unsigned } from './integers.ts';
import { assign, binary, conditional, identifier, literal, math, type Node } from './tree.ts';

const plus = (a: Node, b: Node): Node => binary('+', a, b);
const minus = (a: Node, b: Node): Node => binary('-', a, b);
const SHIFT = identifier('SHIFT');

/** The canonical value of an expression about pointers-to-shared. */
export function sharedValue(
  f: FunctionContext,
  e: ElementAddress | AdvanceAddress | AdvancePhase | ThreadOf | Counterpart | Difference,
): Node {
  switch (e.op) {
    case 'threadof':
      return threadOf(value(f, e.address));
    case 'advance.phase':
      return remainder(f, plus(value(f, e.phase), loose(f, e.count)), e.layout.block);
    case 'difference':
      return difference(f, e);
    default:
      return addressValue(f, e);
  }
}

const threadOf = (address: Node): Node => binary('>>>', address, SHIFT);

// ---------------------------------------------------------------- division

interface Split {
  /** floor(number / divisor); to be evaluated before `rest`. */
  readonly quotient: Node;
  /** What remains, in [0, divisor). */
  readonly rest: Node;
}

const numberOf = (node: Node): number | undefined => (node.type === 'Literal' ? (node.value as number) : undefined);

/** What is known of a number to divide: not negative, below twice the divisor (up), at least -divisor and below it (down). */
type Range = 'positive' | 'up' | 'down' | 'any';

/** Divides with the quotient rounded down. */
function split(f: FunctionContext, number: Node, divisor: Node, range: Range): Split {
  const known = numberOf(divisor);
  if (known === 1) return { quotient: cut(number), rest: literal(0) };
  const dividend = twice(f, cut(number), 'i32');
  if (known !== undefined && (known & (known - 1)) === 0) {
    return {
      quotient: binary('>>', dividend.first, literal(Math.log2(known))),
      rest: binary('&', dividend.again, literal(known - 1)),
    };
  }
  const quotient = f.temporary('i32');
  return {
    quotient: assign(quotient, floored(dividend, divisor, range)),
    rest: minus(dividend.again, math('imul', quotient, divisor)),
  };
}

function floored(dividend: { first: Node; again: Node }, divisor: Node, range: Range): Node {
  switch (range) {
    case 'up':
      return conditional(binary('<', dividend.first, divisor), literal(0), literal(1));
    case 'down':
      return binary('>>', dividend.first, literal(31));
    case 'positive':
      return cut(binary('/', dividend.first, divisor));
    case 'any':
      return cut(binary('/', downward(dividend, divisor, numberOf(divisor)), divisor));
  }
}

/** The range of a number in [0, divisor) after `count` is added, where |count| is at most `limit`, the divisor or less. */
function rangeAfter(count: Expression, limit: number): Range {
  if (count.op !== 'const' || Math.abs(count.value as number) > limit) return 'any';
  return (count.value as number) < 0 ? 'down' : 'up';
}

/** number mod divisor, never negative. */
function remainder(f: FunctionContext, number: Node, divisor: number): Node {
  if ((divisor & (divisor - 1)) === 0) return binary('&', number, literal(divisor - 1));
  const rest = twice(f, binary('|', binary('%', cut(number), literal(divisor)), literal(0)), 'i32');
  return conditional(binary('<', rest.first, literal(0)), plus(rest.again, literal(divisor)), rest.again);
}

/** A number that division towards zero takes down to the floor: negative ones are lowered by divisor - 1. */
function downward(dividend: { first: Node; again: Node }, divisor: Node, known: number | undefined): Node {
  const less = known === undefined ? minus(divisor, literal(1)) : literal(known - 1);
  return minus(dividend.first, binary('&', binary('>>', dividend.again, literal(31)), less));
}

// ---------------------------------------------------------------- addresses

/** Adds the terms of an element's or moved pointer's address to the sum. */
export function sharedTerms(f: FunctionContext, e: ElementAddress | AdvanceAddress, sum: Linear): void {
  if (e.layout.block === 0) {
    gather(f, e.op === 'element' ? e.base : e.address, sum);
    gatherScaled(f, e.op === 'element' ? e.index : e.count, e.layout.elementSize, sum);
    return;
  }
  sum.ordered = true;
  if (e.op === 'element') elementTerms(f, e, sum);
  else advanceTerms(f, e, sum);
}

/** base + (thread << SHIFT) + size * (block * row + phase). */
function elementTerms(f: FunctionContext, e: ElementAddress, sum: Linear): void {
  const { block, elementSize } = e.layout;
  gather(f, e.base, sum);
  if (block === 1 && e.index.op === 'mythread') {
    sum.base++;
    return;
  }
  if (f.program.threads === 1) {
    gatherScaled(f, e.index, elementSize, sum);
    return;
  }
  if (block === 1 && byRows(f, e.index, elementSize, sum)) return;
  const inBlock = split(f, indexValue(f, e.index), literal(block), 'positive');
  const inRow = split(f, inBlock.quotient, threads(f), 'positive');
  sum.terms.push({ node: inRow.quotient, scale: elementSize * block }, { node: inRow.rest, scale: 'region' });
  if (block > 1) sum.terms.push({ node: inBlock.rest, scale: elementSize });
}

/** Adds the place of element `rows * THREADS + rest`; false where the index has no such form. */
function byRows(f: FunctionContext, index: Expression, elementSize: number, sum: Linear): boolean {
  const { rows, rest } = rowsOf(index) ?? { rest: index };
  if (!rows && rest?.op !== 'mythread') return false;
  if (rest && rest.op !== 'mythread' && !isNeverNegative(rest)) return false;
  if (rest?.op === 'mythread') sum.base++;
  else if (rest) {
    const inRow = split(f, value(f, rest), threads(f), 'positive');
    sum.terms.push({ node: inRow.quotient, scale: elementSize }, { node: inRow.rest, scale: 'region' });
  }
  if (rows) gatherScaled(f, rows, elementSize, sum);
  return true;
}

const indexValue = (f: FunctionContext, e: Expression): Node => (isNeverNegative(e) ? value(f, e) : loose(f, e));

/** address + ((thread' - thread) << SHIFT) + size * (block * rows + phase' - phase). */
function advanceTerms(f: FunctionContext, e: AdvanceAddress, sum: Linear): void {
  const { block, elementSize } = e.layout;
  if (f.program.threads === 1) {
    gather(f, e.address, sum);
    gatherScaled(f, e.count, elementSize, sum);
    return;
  }
  const whole = rowsOf(e.count);
  if (whole && !whole.rest && isMultiple(whole.rows, block)) {
    gather(f, e.address, sum);
    gatherScaled(f, whole.rows, elementSize, sum);
    return;
  }
  const address = twice(f, value(f, e.address), 'i32');
  sum.terms.push({ node: address.first, scale: 1 });
  // A step within one block's length enters the next thread's at most: there is at least one thread.
  const range = rangeAfter(e.count, block);
  if (block === 1) {
    moveThreads(f, address.again, loose(f, e.count), range, elementSize, sum);
    return;
  }
  const phase = twice(f, value(f, e.phase as Expression), 'i32');
  const inBlock = split(f, plus(phase.first, loose(f, e.count)), literal(block), range);
  moveThreads(f, address.again, inBlock.quotient, range, elementSize * block, sum);
  sum.terms.push({ node: inBlock.rest, scale: elementSize }, { node: phase.again, scale: -elementSize });
}

const isMultiple = (e: Expression, block: number): boolean =>
  block === 1 || (e.op === 'const' && (e.value as number) % block === 0);

/** Moves an address by `count` threads; each turn around all threads adds `rowSize` bytes. */
function moveThreads(f: FunctionContext, address: Node, count: Node, range: Range, rowSize: number, sum: Linear): void {
  const thread = twice(f, threadOf(address), 'i32');
  const moved = split(f, plus(thread.first, count), threads(f), range);
  sum.terms.push({ node: moved.quotient, scale: rowSize });
  sum.terms.push({ node: minus(moved.rest, thread.again), scale: 'region' });
}

// ---------------------------------------------------------------- differences and comparisons

/** left - right in elements: rows apart, then threads, then phases. */
function difference(f: FunctionContext, e: Difference): Node {
  const { block, elementSize } = e.layout;
  const left = twice(f, value(f, e.left), 'i32');
  const right = twice(f, value(f, e.right), 'i32');
  if (block === 0 || f.program.threads === 1) return elementsBetween(minus(left.first, right.first), elementSize);
  const apart = twice(f, minus(threadOf(left.first), threadOf(right.first)), 'i32');
  const threadsApart = apart.first;
  const bytes = minus(minus(left.again, right.again), binary('<<', apart.again, SHIFT));
  const times = (node: Node, factor: Node): Node => (numberOf(factor) === 1 ? node : math('imul', node, factor));
  if (block === 1) {
    // The threads' distance stands first: it sets what the bytes are computed from.
    return cut(plus(threadsApart, times(elementsBetween(bytes, elementSize), threads(f))));
  }
  const leftPhase = twice(f, value(f, e.leftPhase as Expression), 'i32');
  const rightPhase = twice(f, value(f, e.rightPhase as Expression), 'i32');
  const phases = twice(f, minus(leftPhase.first, rightPhase.first), 'i32');
  const inRows = minus(bytes, times(phases.again, literal(elementSize)));
  const rows = elementsBetween(inRows, elementSize * block);
  const blocks = plus(threadsApart, times(rows, threads(f)));
  return cut(plus(phases.first, times(blocks, literal(block))));
}

function elementsBetween(bytes: Node, size: number): Node {
  const power = Math.log2(size);
  if (size === 1) return cut(bytes);
  return Number.isInteger(power) ? binary('>>', bytes, literal(power)) : cut(binary('/', cut(bytes), literal(size)));
}

/** A comparison as a condition of JavaScript. */
export function compare(f: FunctionContext, operator: string, e: Binary): Node {
  const read = e.operator.endsWith('_u') ? unsigned : value;
  return binary(operator, read(f, e.left), read(f, e.right));
}
