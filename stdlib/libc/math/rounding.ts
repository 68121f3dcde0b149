/**
 * Rounding to integers, remainders, and the functions that choose. (C99 7.12.9, 7.12.10, 7.12.12)
 * Everything here is exact or rounded once.
 */
import { copysign } from './representation.ts';

const TWO_52 = 2 ** 52;
const LONG_MIN = -(2n ** 63n);

/** To the nearest integer, ties to even: adding 2^52 leaves no bits after the point. */
export function rint(x: number): number {
  const size = Math.abs(x);
  if (!(size < TWO_52)) return x;
  return copysign(size + TWO_52 - TWO_52, x);
}

/** To the nearest integer, ties away from zero. */
export function round(x: number): number {
  const whole = Math.trunc(x);
  if (!(Math.abs(x - whole) >= 0.5)) return whole;
  return whole + (x < 0 ? -1 : 1);
}

/** A rounded number as a long; LONG_MIN if it does not fit, as on x86. */
export function toLong(whole: number): bigint {
  return whole >= -(2 ** 63) && whole < 2 ** 63 ? BigInt(whole) : LONG_MIN;
}

export function fmin(x: number, y: number): number {
  if (Number.isNaN(x)) return y;
  return Number.isNaN(y) ? x : Math.min(x, y);
}

export function fmax(x: number, y: number): number {
  if (Number.isNaN(x)) return y;
  return Number.isNaN(y) ? x : Math.max(x, y);
}

export function fdim(x: number, y: number): number {
  return x <= y ? 0 : x - y;
}

/** Results of remquo: the IEEE remainder, and the low three bits of the quotient with its sign. */
export interface Remainder {
  readonly remainder: number;
  readonly quotient: number;
}

/** x - n y with n the integer nearest x / y, ties to even; exact, because x is first reduced modulo 8 y or less. */
export function divide(x: number, y: number): Remainder {
  if (Number.isNaN(x) || Number.isNaN(y) || !Number.isFinite(x) || y === 0) {
    return { remainder: Number.NaN, quotient: 0 };
  }
  if (!Number.isFinite(y)) return { remainder: x, quotient: 0 };
  const [rest, bits] = nearest(...reduce(Math.abs(x), Math.abs(y)), Math.abs(y));
  const quotient = bits & 7;
  return {
    remainder: rest === 0 ? copysign(0, x) : copysign(1, x) * rest,
    quotient: copysign(1, x) === copysign(1, y) ? quotient : -quotient,
  };
}

/** x mod y for positive numbers, with the low three bits of the quotient (fewer are not wanted where 8 y overflows). */
function reduce(x: number, y: number): [rest: number, bits: number] {
  const most = 8 * y;
  let rest = Number.isFinite(most) ? x % most : x;
  let bits = 0;
  for (const times of [4, 2, 1]) {
    if (!(rest >= times * y)) continue;
    rest -= times * y;
    bits |= times;
  }
  return [rest, bits];
}

/** Goes up to the next multiple where that is nearer; compares with differences, for 2 rest may overflow or y / 2 vanish. */
function nearest(rest: number, bits: number, y: number): [rest: number, bits: number] {
  const above = y - rest;
  if (rest > above || (rest === above && (bits & 1) === 1)) return [rest - y, bits + 1];
  return [rest, bits];
}
