/**
 * Division of numbers of elements, blocks and threads, as the formulas of layouts need it.
 *
 * Takes: i32 expressions. Gives: quotient and remainder, unsigned or rounded down. One idea: what may be negative is made natural
 * by a multiple of the divisor near 2**31, so that every division is an unsigned one.
 */
import { add, binary, constI32, mul, sub } from '../../ir/builders.ts';
import type { Expression } from '../../ir/ir.ts';

export const isPower = (n: number): boolean => n > 0 && (n & (n - 1)) === 0;
export const times = (e: Expression, factor: number): Expression => mul(e, constI32(factor));
export const sum = (...terms: readonly Expression[]): Expression => terms.reduce(add);

/** number / divisor, both read as unsigned. */
export function quotient(number: Expression, divisor: Expression): Expression {
  const known = divisor.op === 'const' ? Number(divisor.value) : 0;
  return isPower(known) ? binary('shr_u', number, constI32(Math.log2(known))) : binary('div_u', number, divisor);
}

/** number mod divisor, both read as unsigned. */
export function remainder(number: Expression, divisor: Expression): Expression {
  const known = divisor.op === 'const' ? Number(divisor.value) : 0;
  return isPower(known) ? binary('and', number, constI32(known - 1)) : binary('rem_u', number, divisor);
}

/** How often a number fits into 2**31, which is added to what may be negative and is then read as unsigned. */
export const timesIn31Bits = (divisor: Expression): Expression =>
  divisor.op === 'const'
    ? constI32(Math.floor(2 ** 31 / Number(divisor.value)))
    : binary('div_u', constI32(-(2 ** 31)), divisor);

/** number / divisor, rounded down; `natural` says that the number is not negative. */
export function floored(number: Expression, divisor: number, natural: boolean): Expression {
  if (!natural && isPower(divisor)) return binary('shr_s', number, constI32(Math.log2(divisor)));
  if (natural) return quotient(number, constI32(divisor));
  const before = timesIn31Bits(constI32(divisor));
  return sub(quotient(add(number, times(before, divisor)), constI32(divisor)), before);
}
