/**
 * The region of a thread that is found as a remainder: (n mod THREADS) << SHIFT.
 *
 * Takes: such a product. Gives: n << SHIFT less the whole rows of regions, n / THREADS of them, which the same address counts
 * anyway. One idea: bytes are counted modulo 2^32, so where THREADS regions are 2^32 bytes a row is 0, which V8 knows when it
 * compiles, as both numbers are constants by then (runtime/launch/numbers.ts): no remainder is left. For other numbers of
 * threads it is as many instructions as the remainder.
 */
import { binary, constI32, mul, operandsOf, regionShift, sub, threads as THREADS } from '../../ir/builders.ts';
import type { Binary, Expression } from '../../ir/ir.ts';

/** The same value without a remainder, if it is such a region; `threads` is THREADS where it is fixed. */
export function wrappedRegion(e: Binary, threads: number | undefined): Expression | undefined {
  if (e.operator !== 'shl' || e.right.op !== 'regionshift' || e.left.op !== 'binary') return undefined;
  const { operator, left: n, right: divisor } = e.left;
  if (!isLeafOrSum(n)) return undefined;
  if (operator === 'rem_u' && divisor.op === 'threads') return lessRows(n, binary('div_u', n, THREADS), THREADS);
  if (threads === undefined || operator !== 'and' || !isMask(divisor, threads)) return undefined;
  return lessRows(n, binary('shr_u', n, constI32(Math.log2(threads))), constI32(threads));
}

const lessRows = (n: Expression, rows: Expression, threads: Expression): Expression =>
  sub(binary('shl', n, regionShift), mul(rows, binary('shl', threads, regionShift)));

const isMask = (e: Expression, threads: number): boolean =>
  e.op === 'const' && e.value === threads - 1 && (threads & (threads - 1)) === 0;

/** What may be computed twice, which V8 does once. */
const isLeafOrSum = (e: Expression): boolean =>
  e.op === 'local' || (e.op === 'binary' && e.operator === 'add' && operandsOf(e).every(isLeafOrSum));
