/**
 * Correct rounding of floating constants (C99 6.4.4.2, F.7.2: nearest, ties to even).
 *
 * One idea: a constant is an exact ratio of integers, so one rounding with integers is exact; the engine's own
 * conversion is used where it is right already, that is for decimal text to double.
 */

interface Format {
  readonly precision: number;
  readonly minimumExponent: number; // exponent of the unit of the smallest subnormal
  readonly maximumExponent: number; // values below 2^this are finite
}

const DOUBLE: Format = { precision: 53, minimumExponent: -1074, maximumExponent: 1024 };
const SINGLE: Format = { precision: 24, minimumExponent: -149, maximumExponent: 128 };

/** Decimal text (digits, point, exponent) to the nearest double, or nearest float as a double. */
export function decimalToFloating(text: string, single: boolean): number {
  const double = Number(text);
  if (!single || !Number.isFinite(double)) return double;
  const nearest = Math.fround(double);
  if (nearest === double || !isTie(double, nearest)) return nearest;
  const { numerator, denominator } = exactDecimal(text);
  return roundRatio(numerator, denominator, SINGLE);
}

/** Hexadecimal digits times a power of two to the nearest double, or nearest float as a double. */
export function binaryToFloating(digits: bigint, exponent: number, single: boolean): number {
  const format = single ? SINGLE : DOUBLE;
  if (digits === 0n) return 0;
  const magnitude = bitLength(digits) + exponent;
  if (magnitude > format.maximumExponent) return Number.POSITIVE_INFINITY;
  if (magnitude < format.minimumExponent - 1) return 0;
  if (exponent >= 0) return roundRatio(digits << BigInt(exponent), 1n, format);
  return roundRatio(digits, 1n << BigInt(-exponent), format);
}

/** Whether a double lies so near the middle between two floats that rounding it again may go wrong. */
function isTie(double: number, nearest: number): boolean {
  const other = double + (double - nearest);
  return Math.fround(other) === other || !Number.isFinite(nearest);
}

function exactDecimal(text: string): { numerator: bigint; denominator: bigint } {
  const [mantissa, exponentText] = text.toLowerCase().split('e') as [string, string?];
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?];
  const exponent = Number(exponentText ?? 0) - fraction.length;
  const digits = BigInt(whole + fraction || '0');
  const power = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? { numerator: digits, denominator: power } : { numerator: digits * power, denominator: 1n };
}

/** The value of `format` nearest to a positive ratio. */
function roundRatio(numerator: bigint, denominator: bigint, format: Format): number {
  if (numerator === 0n) return 0;
  const magnitude = bitLength(numerator) - bitLength(denominator);
  let unit = Math.max(magnitude - format.precision, format.minimumExponent);
  let mantissa = quotient(numerator, denominator, unit);
  if (bitLength(mantissa) > format.precision) mantissa = quotient(numerator, denominator, ++unit);
  if (bitLength(mantissa) + unit > format.maximumExponent) return Number.POSITIVE_INFINITY;
  return scale(Number(mantissa), unit);
}

/** numerator / (denominator * 2^unit) to the nearest integer, ties to even. */
function quotient(numerator: bigint, denominator: bigint, unit: number): bigint {
  if (unit >= 0) denominator <<= BigInt(unit);
  else numerator <<= BigInt(-unit);
  const whole = numerator / denominator;
  const twice = (numerator - whole * denominator) * 2n;
  const up = twice > denominator || (twice === denominator && (whole & 1n) === 1n);
  return up ? whole + 1n : whole;
}

/** mantissa * 2^unit, exact: two factors where one power of two would underflow. */
function scale(mantissa: number, unit: number): number {
  if (unit >= -1022) return mantissa * 2 ** Math.min(unit, 900) * 2 ** Math.max(unit - 900, 0);
  return mantissa * 2 ** -1000 * 2 ** (unit + 1000);
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(16).length * 4 - Math.clz32(Number.parseInt(leadingDigit(value), 16)) + 28;
}

function leadingDigit(value: bigint): string {
  return value.toString(16)[0] as string;
}
