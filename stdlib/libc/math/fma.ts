/**
 * fma: x y + z rounded once. (C99 7.12.13)
 * The product and the sums are computed without error; the last but one sum is rounded to odd, so that the last
 * rounding is right (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums", 2008). Where a part could
 * over- or underflow, the same is done on integers.
 */
import { low, twoProduct, twoSum } from './error-free.ts';
import { exponentOf, lowWord, nextafter, scalbn } from './representation.ts';

/** Exponents between which no part of the fast way leaves the normal range. */
const SAFE = 900;

export function fma(x: number, y: number, z: number): number {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return x * y + z;
  if (!Number.isFinite(z)) return z;
  if (x === 0 || y === 0) return x * y + z;
  if (z === 0) return x * y; // with its sign, even where it underflows
  const ofProduct = exponentOf(x) + exponentOf(y);
  const safe = Math.abs(ofProduct) < SAFE && Math.abs(exponentOf(z)) < SAFE;
  return safe && Math.abs(exponentOf(x)) < SAFE && Math.abs(exponentOf(y)) < SAFE ? fast(x, y, z) : exact(x, y, z);
}

function fast(x: number, y: number, z: number): number {
  const productHigh = twoProduct(x, y);
  const productLow = low;
  const sumHigh = twoSum(z, productLow);
  const sumLow = low;
  const high = twoSum(productHigh, sumHigh);
  return high + sumToOdd(sumLow, low);
}

/** a + b, and where that is not exact the neighbour whose last bit is 1. */
function sumToOdd(a: number, b: number): number {
  const sum = twoSum(a, b);
  if (low === 0 || (lowWord(sum) & 1) === 1) return sum;
  return nextafter(sum, low > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY);
}

/** None of the three is 0. */
function exact(x: number, y: number, z: number): number {
  const product = significand(x) * significand(y);
  const productExponent = exponentOf(x) + exponentOf(y) - 104;
  const zExponent = exponentOf(z) - 52;
  // A z far below the product only says on which side of it the result lies; more bits would not change the rounding.
  const least = Math.max(Math.min(productExponent, zExponent), Math.max(productExponent + 105, zExponent + 52) - 220);
  const sum = aligned(product, productExponent - least) + aligned(significand(z), zExponent - least);
  return sum === 0n ? 0 : fromInteger(sum, least);
}

/** value 2^shift; bits shifted out stay as a 1 in the last place. */
function aligned(value: bigint, shift: number): bigint {
  if (shift >= 0) return value << BigInt(shift);
  const rest = BigInt(-shift);
  const shifted = value >> rest;
  return shifted << rest === value ? shifted : shifted | 1n;
}

/** The integer m of x = m 2^(exponentOf(x) - 52). */
function significand(x: number): bigint {
  return BigInt(scalbn(x, 52 - exponentOf(x)));
}

/** value 2^exponent, rounded once to a double. */
function fromInteger(value: bigint, exponent: number): number {
  const size = value < 0n ? -value : value;
  const result = roundToDouble(size, exponent);
  return value < 0n ? -result : result;
}

/** Rounds at the last place that a double of that size has; half goes to even. */
function roundToDouble(size: bigint, exponent: number): number {
  const bits = size.toString(2).length;
  const drop = Math.max(bits - 53, -1074 - exponent, 0);
  const divisor = 1n << BigInt(drop);
  const half = divisor >> 1n;
  let quotient = size / divisor;
  const rest = size % divisor;
  if (drop > 0 && (rest > half || (rest === half && (quotient & 1n) === 1n))) quotient++;
  return scalbn(Number(quotient), exponent + drop);
}

/** x y is exact in a double for floats; the sum is rounded to odd there and to float once. */
export function fmaf(x: number, y: number, z: number): number {
  const product = x * y;
  if (!Number.isFinite(product) || !Number.isFinite(z)) return Math.fround(product + z);
  return Math.fround(sumToOdd(product, z));
}
