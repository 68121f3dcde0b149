/**
 * Takes a finite double of no sign, gives its decimal digits rounded to a wanted place.
 * The idea: a double is m * 2^e, so its decimal expansion is finite and every rounding can be exact. JavaScript's
 * toFixed and toExponential are exact too but round ties up; C's (IEEE 754, 5.12.2, round to nearest) go to even.
 * A tie shows in the binary form of the number, so they are used and only a tie's last digit is mended; where they
 * do not reach (over 100 digits, from 1e21 on) BigInt arithmetic takes over.
 */

/** Digits after which the expansion of every double ends: after the point, and from the first digit on. */
export const FRACTION_DIGITS = 1074;
export const SIGNIFICANT_DIGITS = 767;

/** d.ddd * 10^exponent, the digits without the point. */
export interface Scientific {
  readonly digits: string;
  readonly exponent: number;
}

/** `value` to `precision` digits after the point, as %f: "12.50"; no point where `precision` is 0. */
export function toFixed(value: number, precision: number): string {
  if (precision > 100 || value >= 1e21) return fixedExactly(value, precision);
  const text = value.toFixed(precision);
  // A tie: the digit dropped is exactly 5, so value * 10^precision ends in one half; 5^precision is odd.
  return lastIsOdd(text) && (value * 2 ** (precision + 1)) % 2 === 1 ? decrementLast(text) : text;
}

/** `value` > 0 to `precision` + 1 significant digits, as %e. */
export function toScientific(value: number, precision: number): Scientific {
  if (precision > 100) return scientificExactly(value, precision);
  const text = value.toExponential(precision);
  const mark = text.indexOf('e');
  const exponent = Number(text.slice(mark + 1));
  const digits = precision === 0 ? text.slice(0, 1) : text[0] + text.slice(2, mark);
  const mend = lastIsOdd(digits) && isTie(value, exponent - precision);
  return { digits: mend ? decrementLast(digits) : digits, exponent };
}

/** value = (an integer + 1/2) * 10^place. */
function isTie(value: number, place: number): boolean {
  if (place <= 0) return (value * 2 ** (1 - place)) % 2 === 1;
  if (place > 22) return false; // an odd multiple of 5^23 has over 53 bits
  const odd = value / 2 ** (place - 1);
  return odd % 2 === 1 && odd % POWERS_OF_FIVE[place]! === 0;
}

const POWERS_OF_FIVE = Array.from({ length: 23 }, (_, power) => Number(5n ** BigInt(power)));

function lastIsOdd(text: string): boolean {
  return (text.charCodeAt(text.length - 1) & 1) === 1;
}

function decrementLast(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) - 1);
}

function fixedExactly(value: number, precision: number): string {
  const digits = scaledToInteger(value, precision)
    .toString()
    .padStart(precision + 1, '0');
  if (precision === 0) return digits;
  return `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}

function scientificExactly(value: number, precision: number): Scientific {
  const text = value.toExponential(100);
  const exponent = Number(text.slice(text.indexOf('e') + 1));
  const digits = scaledToInteger(value, precision - exponent).toString();
  const carried = digits.length - precision - 1;
  return carried === 0 ? { digits, exponent } : { digits: digits.slice(0, -1), exponent: exponent + 1 };
}

/** value * 10^power rounded to an integer, ties to even. */
function scaledToInteger(value: number, power: number): bigint {
  const { mantissa, exponent } = binaryParts(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  return divideToEven(numerator, denominator);
}

/** Quotient of non-negative integers rounded to the nearest, ties to even. */
export function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator - quotient * denominator) * 2n;
  const up = twice > denominator || (twice === denominator && (quotient & 1n) === 1n);
  return up ? quotient + 1n : quotient;
}

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);

/** value = mantissa * 2^exponent, both integers, for a finite value >= 0. */
export function binaryParts(value: number): { mantissa: bigint; exponent: number } {
  double[0] = value;
  const high = words[1]!;
  const biased = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(words[0]!);
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}
