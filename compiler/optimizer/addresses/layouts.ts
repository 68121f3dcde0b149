/**
 * Where the elements of a shared array lie, as plain arithmetic on i32 (UPC 6.4.2, 6.4.3).
 *
 * Takes: an expression about pointers-to-shared, whose operands are plain already. Gives: the same as sums, products,
 * shifts and divisions. One idea: block n lies in the region of thread n mod THREADS, in row n / THREADS, and the two
 * are unsigned divisions by what is a constant when a machine's code is made: shifts and masks for powers of two, else
 * a multiplication. What programs write most divides nothing: `a[MYTHREAD]`, strides of THREADS, steps to the next
 * element, which leave a block or a row of threads at most once, and arrays with one block a thread.
 */
import {
  add,
  binary,
  constI32,
  isConstantValue,
  isOwnRegion,
  mul,
  myThread,
  ownRegion,
  regionShift,
  select,
  sub,
  threads as THREADS,
} from '../../ir/builders.ts';
import type {
  AdvanceAddress,
  AdvancePhase,
  Constant,
  Counterpart,
  Difference,
  ElementAddress,
  Expression,
  SharedLayout,
} from '../../ir/ir.ts';
import { rowsOf } from '../../ir/rows.ts';
import { isNeverNegative } from '../../ir/signs.ts';
import { floored, isPower, quotient, remainder, sum, times, timesIn31Bits } from './division.ts';

/** What a formula needs besides its operands. */
export interface Formulas {
  /** THREADS, where it is fixed. */
  readonly threads: number | undefined;
  /** The same value, to be used more than once; the name is for a local that may hold it. */
  readonly kept: (value: Expression, name: string) => Expression;
  /** What is asked for lies in the first row: an element's block is that of its thread. */
  readonly inFirstRow?: boolean;
  /** What is asked for is read or written whole, as one scalar: it lies at a multiple of its size. */
  readonly isAligned?: boolean;
  /** Sums of bytes are modulo 2^32; in JavaScript they become indexes of elements, where a multiple of 2^32 bytes is not 0. */
  readonly addressesWrap: boolean;
}

/** The expression itself, not its operands, without pointers-to-shared. */
export function plainForm(e: Expression, f: Formulas): Expression {
  switch (e.op) {
    case 'element':
      return elementForm(e, f);
    case 'advance':
      return advanceForm(e, f);
    case 'advance.phase':
      return phaseForm(e, f);
    case 'threadof':
      return threadOf(e.address);
    case 'counterpart':
      return counterpartForm(e);
    case 'difference':
      return differenceForm(e, f);
    default:
      return e;
  }
}

const threadOf = (address: Expression): Expression => binary('shr_u', address, regionShift);
const regions = (count: Expression): Expression => binary('shl', count, regionShift);
export const threadsOf = ({ threads }: Pick<Formulas, 'threads'>): Expression =>
  threads === undefined ? THREADS : constI32(threads);

// ---------------------------------------------------------------- elements

function elementForm({ base, index, layout: { block, elementSize } }: ElementAddress, f: Formulas): Expression {
  if (block === 0 || f.threads === 1) return add(base, times(index, elementSize));
  if (block === 1) return add(base, cyclicPlace(index, elementSize, f));
  const own = ownPart(index, block);
  if (own !== undefined) return sum(base, ownRegion, constI32(own * elementSize));
  const i = f.kept(index, 'index');
  const number = f.kept(quotient(i, constI32(block)), 'block');
  const place = add(base, blockPlace(number, elementSize * block, f));
  if (isPower(block)) return add(place, times(binary('and', i, constI32(block - 1)), elementSize));
  return sum(place, times(i, elementSize), times(number, -elementSize * block));
}

/** c of an index MYTHREAD * block + c in the own block. */
export function ownPart(index: Expression, block: number): number | undefined {
  if (index.op !== 'binary' || index.right.op !== 'const') return undefined;
  const { operator, left } = index;
  const value = Number(index.right.value);
  if (operator === 'add') return value >= 0 && value < block && ownPart(left, block) === 0 ? value : undefined;
  const factor = operator === 'mul' ? value : operator === 'shl' ? 2 ** value : undefined;
  return left.op === 'mythread' && factor === block ? 0 : undefined;
}

/** Place of element `index` where blocks have one element; whole rows need no division. */
function cyclicPlace(index: Expression, size: number, f: Formulas): Expression {
  if (index.op === 'mythread') return ownRegion;
  const { rows, rest } = rowsOf(index) ?? {};
  if (!rows || (rest && !isNeverNegative(rest))) return blockPlace(index, size, f);
  const down = times(rows, size);
  return rest ? add(cyclicPlace(rest, size, f), down) : down;
}

/** Place of block `number`, where blocks have `size` bytes and `before` rows do not count. */
function blockPlace(number: Expression, size: number, f: Formulas, before?: Expression): Expression {
  if (isConstantValue(number, 0)) return number;
  const n = f.kept(number, 'block');
  if (f.inFirstRow) return regions(n);
  const threads = threadsOf(f);
  const row = before === undefined ? quotient(n, threads) : sub(quotient(n, threads), before);
  return add(regions(remainder(n, threads)), times(row, size));
}

// ---------------------------------------------------------------- pointers that move

function advanceForm(e: AdvanceAddress, f: Formulas): Expression {
  const { block, elementSize } = e.layout;
  if (block === 0 || f.threads === 1) return add(e.address, times(e.count, elementSize));
  const rows = wholeRows(e.count, block, f);
  if (rows) return add(e.address, times(rows, elementSize));
  const address = f.kept(e.address, 'address');
  const step = e.count.op === 'const' ? Number(e.count.value) : block + 1;
  if (Math.abs(step) <= block) return add(address, stepOf(address, e.phase, step, e.layout, f));
  if (block === 1 && f.isAligned) return blockPlace(add(cyclicIndex(address, elementSize, f), e.count), elementSize, f);
  const natural = isNeverNegative(e.count);
  const count = f.kept(e.count, 'count');
  const [start, blocks] = block === 1 ? [constI32(0), count] : blocksOf(e, count, natural, f);
  return sum(start, farPlace(address, blocks, elementSize * block, natural, f));
}

/** What index a cyclic array that fills all memory has at the address: loop-invariant, and what is added to it is never below 0. */
function cyclicIndex(address: Expression, size: number, f: Formulas): Expression {
  return add(mul(quotient(offsetIn(address), constI32(size)), threadsOf(f)), threadOf(address));
}

/** Place in the block that lies `blocks` blocks further: a pointer's row is counted as row 0, or as far from it as rows can be. */
function farPlace(address: Expression, blocks: Expression, size: number, natural: boolean, f: Formulas): Expression {
  const [row, thread] = [offsetIn(address), threadOf(address)];
  if (natural) return add(row, blockPlace(add(thread, blocks), size, f));
  const before = timesIn31Bits(threadsOf(f));
  const number = sum(thread, mul(before, threadsOf(f)), blocks);
  if (!f.addressesWrap) return add(row, blockPlace(number, size, f, before));
  return add(sub(row, times(before, size)), blockPlace(number, size, f)); // a constant: loop-invariant
}

/** How many blocks a pointer is moved on, and how many bytes within blocks. */
function blocksOf(
  { phase, layout: { block, elementSize } }: AdvanceAddress,
  count: Expression,
  natural: boolean,
  f: Formulas,
): [Expression, Expression] {
  const blocks = f.kept(floored(add(phase as Expression, count), block, natural), 'blocks');
  return [sub(times(count, elementSize), times(blocks, elementSize * block)), blocks];
}

/** Elements that lie whole rows of blocks apart are of one thread: how many of its elements lie between. */
export function wholeRows(
  count: Expression,
  block: number,
  { threads }: Pick<Formulas, 'threads'>,
): Expression | undefined {
  if (threads !== undefined) return wholeRowsOf(count, block, threads);
  const { rows, rest } = rowsOf(count) ?? {};
  if (!rows || rest) return undefined;
  return block === 1 || (rows.op === 'const' && Number(rows.value) % block === 0) ? rows : undefined;
}

function wholeRowsOf(count: Expression, block: number, threads: number): Expression | undefined {
  const isWhole = (number: Expression): boolean =>
    number.op === 'const' && Number(number.value) % (block * threads) === 0;
  if (count.op === 'const') return isWhole(count) ? constI32(Number(count.value) / threads) : undefined;
  if (count.op !== 'binary' || count.operator !== 'mul' || !isWhole(count.right)) return undefined;
  return times(count.left, Number((count.right as Constant).value) / threads);
}

/** Bytes to `step` elements on or back, where that leaves a block at most once. */
function stepOf(
  address: Expression,
  phase: Expression | undefined,
  step: number,
  { block, elementSize }: SharedLayout,
  f: Formulas,
): Expression {
  const bytes = step * elementSize;
  const size = Math.sign(step) * elementSize * block;
  const another = step > 0 ? toNextThread(address, bytes, size, f) : toPreviousThread(address, bytes, size, f);
  if (!phase) return another;
  const moved = add(phase, constI32(step));
  const stays = step > 0 ? binary('lt_s', moved, constI32(block)) : binary('ge_s', moved, constI32(0));
  return select(stays, constI32(bytes), another);
}

/** A region further less the block that is left; from the last thread the first one's, where it is in the next row. */
function toNextThread(address: Expression, bytes: number, size: number, f: Formulas): Expression {
  const isLast = binary('ge_u', add(threadOf(address), constI32(1)), threadsOf(f));
  const back = regions(sub(constI32(1), threadsOf(f)));
  return select(isLast, add(back, constI32(bytes)), add(regions(constI32(1)), constI32(bytes - size)));
}

function toPreviousThread(address: Expression, bytes: number, size: number, f: Formulas): Expression {
  const forth = regions(sub(threadsOf(f), constI32(1)));
  return select(threadOf(address), add(regions(constI32(-1)), constI32(bytes - size)), add(forth, constI32(bytes)));
}

/** (phase + count) mod block, not negative. */
function phaseForm({ phase, count, layout: { block } }: AdvancePhase, f: Formulas): Expression {
  const sum = add(phase, count);
  if (isPower(block)) return binary('and', sum, constI32(block - 1));
  const moved = f.kept(sum, 'phase');
  const step = count.op === 'const' ? Number(count.value) : block + 1;
  if (step > 0 && step <= block)
    return select(binary('lt_s', moved, constI32(block)), moved, sub(moved, constI32(block)));
  const isStep = step < 0 && step >= -block;
  const rest = isStep ? moved : f.kept(binary('rem_s', moved, constI32(block)), 'rest');
  return select(binary('lt_s', rest, constI32(0)), add(rest, constI32(block)), rest);
}

// ---------------------------------------------------------------- differences

/** left - right in elements: rows apart, then threads, then phases. */
function differenceForm(e: Difference, f: Formulas): Expression {
  const { block, elementSize } = e.layout;
  if (block === 0 || f.threads === 1) return elementsIn(sub(e.left, e.right), elementSize);
  const left = f.kept(e.left, 'left');
  const right = f.kept(e.right, 'right');
  const apart = f.kept(sub(threadOf(left), threadOf(right)), 'apart');
  const bytes = sub(sub(left, right), regions(apart));
  const phases = block > 1 ? f.kept(sub(e.leftPhase as Expression, e.rightPhase as Expression), 'phases') : undefined;
  const inRows = phases ? sub(bytes, times(phases, elementSize)) : bytes;
  const rows = elementsIn(inRows, elementSize * block);
  const blocks = add(apart, mul(rows, threadsOf(f)));
  return phases ? add(phases, times(blocks, block)) : blocks;
}

/** How many things of `size` bytes there are in the bytes. */
const elementsIn = (bytes: Expression, size: number): Expression =>
  isPower(size) ? binary('shr_s', bytes, constI32(Math.log2(size))) : binary('div_s', bytes, constI32(size));

// ---------------------------------------------------------------- coarrays

/** The same offset in another region. */
function counterpartForm({ address, thread }: Counterpart): Expression {
  if (isInOwnRegion(address) && thread.op === 'mythread') return address;
  if (isInOwnRegion(address)) return add(address, regions(sub(thread, myThread)));
  return add(offsetIn(address), regions(thread));
}

function isInOwnRegion(address: Expression): boolean {
  if (address.op === 'static' || address.op === 'frame' || isOwnRegion(address)) return true;
  if (address.op !== 'binary' || address.operator !== 'add') return false;
  return isInOwnRegion(address.left) || isInOwnRegion(address.right);
}

/** The offset in its region: of `pointer + scaled index` that of the pointer and what it is moved by. */
function offsetIn(address: Expression): Expression {
  if (address.op === 'binary' && address.operator === 'add') {
    if (isDistance(address.right)) return add(offsetIn(address.left), address.right);
    if (isDistance(address.left)) return add(offsetIn(address.right), address.left);
  }
  return binary('and', address, sub(regions(constI32(1)), constI32(1)));
}

/** A number of bytes, no pointer. */
const isDistance = (e: Expression): boolean =>
  e.op === 'const' || (e.op === 'binary' && (e.operator === 'mul' || e.operator === 'shl') && e.right.op === 'const');
