/**
 * A double taken apart and put together: exponents, neighbours, signs. (C99 7.12.6, 7.12.11)
 * The idea: one scratch double with its two words, so that no function allocates.
 */
const scratch = new Float64Array(1);
const words = new Int32Array(scratch.buffer); // little-endian: [low, high], as on every system Node runs on
const long = new BigInt64Array(scratch.buffer);

export const MAX_EXPONENT = 1023;
export const MIN_EXPONENT = -1022;
const BIAS = 1023;
const FRACTION_BITS = 52;
const TWO_54 = 2 ** 54;

/** Sign, exponent and the upper 20 bits of the fraction. */
export function highWord(x: number): number {
  scratch[0] = x;
  return words[1]!;
}

export function lowWord(x: number): number {
  scratch[0] = x;
  return words[0]!;
}

export function fromWords(high: number, low: number): number {
  words[1] = high;
  words[0] = low;
  return scratch[0]!;
}

export const signbit = (x: number) => (highWord(x) < 0 ? 1 : 0);

export function copysign(x: number, y: number): number {
  return signbit(x) === signbit(y) ? x : -x;
}

/** 2^n for a normal result. */
export function powerOfTwo(n: number): number {
  return fromWords((n + BIAS) << 20, 0);
}

/** x 2^n, rounded once. */
export function scalbn(x: number, n: number): number {
  if (n > MAX_EXPONENT) return scalbnUp(x, n);
  if (n < MIN_EXPONENT) return scalbnDown(x, n);
  return x * powerOfTwo(n);
}

function scalbnUp(x: number, n: number): number {
  const once = x * powerOfTwo(MAX_EXPONENT);
  if (n <= 2 * MAX_EXPONENT) return once * powerOfTwo(n - MAX_EXPONENT);
  return once * powerOfTwo(MAX_EXPONENT) * powerOfTwo(Math.min(n - 2 * MAX_EXPONENT, MAX_EXPONENT));
}

/** The first steps stop 53 binades above the subnormals, so that only the last one rounds. */
function scalbnDown(x: number, n: number): number {
  const step = MIN_EXPONENT + FRACTION_BITS + 1;
  const once = x * powerOfTwo(step);
  if (n >= step + MIN_EXPONENT) return once * powerOfTwo(n - step);
  return once * powerOfTwo(step) * powerOfTwo(Math.max(n - 2 * step, MIN_EXPONENT));
}

/** Exponent e of x = m 2^e, 1 <= |m| < 2, for finite x other than 0. */
export function exponentOf(x: number): number {
  const biased = (highWord(x) >>> 20) & 0x7ff;
  return biased === 0 ? exponentOf(x * TWO_54) - 54 : biased - BIAS;
}

export function logb(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  return Number.isFinite(x) ? exponentOf(x) : x * x;
}

const INT_MIN = -2147483648;
const INT_MAX = 2147483647;

export function ilogb(x: number): number {
  if (x === 0 || Number.isNaN(x)) return INT_MIN;
  return Number.isFinite(x) ? exponentOf(x) : INT_MAX;
}

/** The double next to x in the direction of y. */
export function nextafter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  scratch[0] = x;
  long[0]! += y > x === x > 0 ? 1n : -1n;
  return scratch[0]!;
}

const float = new Float32Array(1);
const floatWord = new Int32Array(float.buffer);

/** The float next to x in the direction of y. */
export function nextafterf(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return Math.fround(y);
  if (x === 0) return y > 0 ? 2 ** -149 : -(2 ** -149);
  float[0] = x;
  floatWord[0]! += y > x === x > 0 ? 1 : -1;
  return float[0]!;
}
