/**
 * Where the elements of a shared array lie, as rank and offset (UPC 6.4.2, 6.4.3): the formulas of layouts.ts for threads that
 * have memories apart.
 *
 * Takes: pointers-to-shared as two i32, and layouts. Gives: the same for elements and moved pointers, as plain
 * arithmetic. One idea: block n lies in the memory of rank n mod THREADS, in row n / THREADS. The offset has no part
 * of the rank in it, so whole rows move it alone, and a step to the next block moves the rank alone but from the last to the first.
 */
import { add, binary, constI32, mul, select, sub } from '../../ir/builders.ts';
import type { Expression, SharedLayout } from '../../ir/ir.ts';
import { rowsOf } from '../../ir/rows.ts';
import { isNeverNegative } from '../../ir/signs.ts';
import { floored, isPower, quotient, remainder, sum, times, timesIn31Bits } from './division.ts';
import { type Formulas, ownPart, threadsOf, wholeRows } from './layouts.ts';

/** A pointer-to-shared but for its phase. */
export interface Place {
  readonly rank: Expression;
  readonly offset: Expression;
}

/** What the formulas need besides their operands: see Formulas. */
export type WideFormulas = Pick<Formulas, 'threads' | 'kept' | 'inFirstRow'>;

const myThread: Expression = { op: 'mythread', type: 'i32' };

const further = ({ rank, offset }: Place, bytes: Expression): Place => ({ rank, offset: add(offset, bytes) });

// ---------------------------------------------------------------- elements

/** Element `index` of the array that starts at `base`, which is of rank 0 unless the layout is indefinite. */
export function elementPlace(base: Place, index: Expression, layout: SharedLayout, f: WideFormulas): Place {
  const { block, elementSize } = layout;
  if (block === 0 || f.threads === 1) return further(base, times(index, elementSize));
  if (block === 1) return cyclicPlace(base.offset, index, elementSize, f);
  const own = ownPart(index, block);
  if (own !== undefined) return { rank: myThread, offset: add(base.offset, constI32(own * elementSize)) };
  const i = f.kept(index, 'index');
  const number = f.kept(quotient(i, constI32(block)), 'block');
  const { rank, offset } = blockPlace(base.offset, number, elementSize * block, f);
  if (isPower(block)) return { rank, offset: add(offset, times(binary('and', i, constI32(block - 1)), elementSize)) };
  return { rank, offset: sum(offset, times(i, elementSize), times(number, -elementSize * block)) };
}

/** Element `index` where blocks have one element; whole rows need no division. */
function cyclicPlace(start: Expression, index: Expression, size: number, f: WideFormulas): Place {
  if (index.op === 'mythread') return { rank: index, offset: start };
  const { rows, rest } = rowsOf(index) ?? {};
  if (!rows || (rest && !isNeverNegative(rest))) return blockPlace(start, index, size, f);
  const down = add(start, times(rows, size));
  return rest ? cyclicPlace(down, rest, size, f) : { rank: constI32(0), offset: down };
}

/** Block `number` of the array whose part starts at `start` in each memory; `before` rows do not count. */
function blockPlace(start: Expression, number: Expression, size: number, f: WideFormulas, before?: Expression): Place {
  const n = f.kept(number, 'block');
  if (f.inFirstRow) return { rank: n, offset: start };
  const threads = threadsOf(f);
  const row = before === undefined ? quotient(n, threads) : sub(quotient(n, threads), before);
  return { rank: remainder(n, threads), offset: add(start, times(row, size)) };
}

// ---------------------------------------------------------------- pointers that move

/** The pointer moved by `count` elements; `phase` only for blocks of several. */
export function movedPlace(
  place: Place,
  phase: Expression | undefined,
  count: Expression,
  layout: SharedLayout,
  f: WideFormulas,
): Place {
  const { block, elementSize } = layout;
  if (block === 0 || f.threads === 1) return further(place, times(count, elementSize));
  const rows = wholeRows(count, block, f);
  if (rows) return further(place, times(rows, elementSize));
  const step = count.op === 'const' ? Number(count.value) : block + 1;
  if (Math.abs(step) <= block) return steppedPlace(place, phase, step, layout, f);
  return farPlace(place, phase, f.kept(count, 'count'), isNeverNegative(count), layout, f);
}

/** Moved by any number of blocks: back by as many rows as there may be, so that the number of the block is natural. */
function farPlace(
  { rank, offset }: Place,
  phase: Expression | undefined,
  count: Expression,
  natural: boolean,
  { block, elementSize }: SharedLayout,
  f: WideFormulas,
): Place {
  const size = elementSize * block;
  const blocks = phase ? f.kept(floored(add(phase, count), block, natural), 'blocks') : count;
  const start = phase ? sum(offset, times(count, elementSize), times(blocks, -size)) : offset;
  if (natural) return blockPlace(start, add(rank, blocks), size, f);
  const before = timesIn31Bits(threadsOf(f));
  return blockPlace(start, sum(rank, mul(before, threadsOf(f)), blocks), size, f, before);
}

/** Moved by `step` elements, which leave a block at most once. */
function steppedPlace(
  place: Place,
  phase: Expression | undefined,
  step: number,
  { block, elementSize }: SharedLayout,
  f: WideFormulas,
): Place {
  const [rank, bytes] = [f.kept(place.rank, 'rank'), constI32(step * elementSize)];
  const next = neighbour(rank, Math.sign(step), elementSize * block, f);
  const moved = phase && add(phase, constI32(step));
  const stays = moved && (step > 0 ? binary('lt_s', moved, constI32(block)) : binary('ge_s', moved, constI32(0)));
  return {
    rank: stays ? select(stays, rank, next.rank) : next.rank,
    offset: sum(place.offset, stays ? select(stays, constI32(0), next.offset) : next.offset, bytes),
  };
}

/** The rank of the next block or the one before, and how much further than at the same place of its block it lies. */
function neighbour(rank: Expression, direction: number, size: number, f: WideFormulas): Place {
  const last = sub(threadsOf(f), constI32(1));
  const isAtEnd = binary('eq', rank, direction > 0 ? last : constI32(0));
  return {
    rank: select(isAtEnd, direction > 0 ? constI32(0) : last, add(rank, constI32(direction))),
    offset: select(isAtEnd, constI32(0), constI32(-direction * size)),
  };
}

// ---------------------------------------------------------------- differences

/** left - right in elements: rows apart, then ranks, then phases. */
export function elementsBetween(
  left: Place,
  leftPhase: Expression | undefined,
  right: Place,
  rightPhase: Expression | undefined,
  { block, elementSize }: SharedLayout,
  f: WideFormulas,
): Expression {
  const bytes = sub(left.offset, right.offset);
  if (block === 0 || f.threads === 1) return elementsIn(bytes, elementSize);
  const phases = leftPhase && rightPhase ? f.kept(sub(leftPhase, rightPhase), 'phases') : undefined;
  const rows = elementsIn(phases ? sub(bytes, times(phases, elementSize)) : bytes, elementSize * block);
  const blocks = add(sub(left.rank, right.rank), mul(rows, threadsOf(f)));
  return phases ? add(phases, times(blocks, block)) : blocks;
}

/** How many things of `size` bytes there are in the bytes. */
const elementsIn = (bytes: Expression, size: number): Expression =>
  isPower(size) ? binary('shr_s', bytes, constI32(Math.log2(size))) : binary('div_s', bytes, constI32(size));
