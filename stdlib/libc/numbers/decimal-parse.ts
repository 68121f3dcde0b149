/**
 * Takes the text of a floating constant in memory, gives the double or float nearest to it, ties to even, with its end
 * and whether the result is out of range (C99 7.20.1.3 and F.5; errno as glibc sets it).
 * The idea: 15 digits and a small power of ten are exact in double arithmetic (Clinger's fast path); JavaScript's Number
 * rounds every longer decimal correctly; only float's double rounding, hexadecimal and the edge of the subnormal
 * numbers need the exact value, as an integer times a power.
 */
import { binaryParts, divideToEven } from './decimal.ts';
import { digitValue, isSpace } from './scan-integer.ts';

/** A binary format: bits of the significand, exponent of its last place in subnormal numbers. */
interface Format {
  readonly bits: number;
  readonly lowest: number;
  readonly leastNormal: number;
  /** The nearest in this format, ties to even, of an exact double. */
  round(value: number): number;
}

const DOUBLE: Format = { bits: 53, lowest: -1074, leastNormal: 2 ** -1022, round: (value) => value };
const SINGLE: Format = { bits: 24, lowest: -149, leastNormal: 2 ** -126, round: Math.fround };

/** integer * base^power, exactly what the text says. */
interface Exact {
  readonly integer: bigint;
  readonly base: 2 | 10;
  readonly power: number;
}

/** The number read last. */
export interface FloatingText {
  value: number;
  /** Address after the number; the address given where there is none. */
  end: number;
  /** Overflow, or an inexact subnormal result. */
  range: boolean;
}

/** Reads [white space] [sign] number from `at` on. `single` rounds to float, once. */
export function readFloating(bytes: Uint8Array, at: number, single: boolean, into: FloatingText): void {
  into.value = 0;
  into.end = at;
  into.range = false;
  const start = at;
  while (isSpace(bytes[at]!)) at++;
  const negative = bytes[at] === 0x2d;
  if (negative || bytes[at] === 0x2b) at++;
  const format = single ? SINGLE : DOUBLE;
  const letter = bytes[at]! | 0x20;
  if (letter === 0x69 || letter === 0x6e) readNamed(bytes, at, into);
  else if (isHexadecimal(bytes, at)) readHexadecimal(bytes, at + 2, format, into);
  else readDecimal(bytes, at, format, into);
  if (negative && into.end !== start) into.value = -into.value;
}

/** inf, infinity, nan, nan(characters) in any case. */
function readNamed(bytes: Uint8Array, at: number, into: FloatingText): void {
  if (matches(bytes, at, 'inf')) {
    into.value = Infinity;
    into.end = matches(bytes, at, 'infinity') ? at + 8 : at + 3;
  } else if (matches(bytes, at, 'nan')) {
    into.value = NaN;
    into.end = afterPayload(bytes, at + 3);
  }
}

function matches(bytes: Uint8Array, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index++) {
    if ((bytes[at + index]! | 0x20) !== word.charCodeAt(index)) return false;
  }
  return true;
}

function afterPayload(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 0x28) return at;
  let end = at + 1;
  while (digitValue(bytes[end]!) < 36 || bytes[end] === 0x5f) end++;
  return bytes[end] === 0x29 ? end + 1 : at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHexadecimal(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x30 || (bytes[at + 1]! | 0x20) !== 0x78) return false;
  const first = bytes[at + 2]!;
  return digitValue(first) < 16 || (first === 0x2e && digitValue(bytes[at + 3]!) < 16);
}

/** Largest power of ten that is a double exactly, and digits that always are. */
const EXACT_POWER = 22;
const EXACT_DIGITS = 15;
const TENS = Array.from({ length: EXACT_POWER + 1 }, (_, power) => Number(`1e${power}`));

function readDecimal(bytes: Uint8Array, at: number, format: Format, into: FloatingText): void {
  const start = at;
  let small = 0;
  let significant = 0;
  let digits = 0;
  let point = -1;
  for (; ; at++) {
    const code = bytes[at]!;
    if (isDigit(code)) {
      digits++;
      if (significant > 0 || code !== 0x30) significant++;
      if (significant <= EXACT_DIGITS) small = small * 10 + code - 0x30;
    } else if (code === 0x2e && point < 0) point = at;
    else break;
  }
  if (digits === 0) return;
  const fraction = point < 0 ? 0 : at - point - 1;
  const power = readExponent(bytes, at, 0x65, into) - fraction;
  if (significant === 0) return;
  if (significant <= EXACT_DIGITS && Math.abs(power) <= EXACT_POWER && format === DOUBLE) {
    into.value = power < 0 ? small / TENS[-power]! : small * TENS[power]!;
  } else roundDecimal(digitText(bytes, start, at), power, format, into);
}

function digitText(bytes: Uint8Array, start: number, end: number): string {
  const pieces: string[] = [];
  let text = '';
  for (let at = start; at < end; at++) {
    if (bytes[at] !== 0x2e && (text !== '' || pieces.length > 0 || bytes[at] !== 0x30))
      text += String.fromCharCode(bytes[at]!);
    if (text.length === 4096) {
      pieces.push(text);
      text = '';
    }
  }
  return pieces.join('') + text;
}

/** The exponent after `letter`, 0 where there is none; sets the end of the number. */
function readExponent(bytes: Uint8Array, at: number, letter: number, into: FloatingText): number {
  into.end = at;
  if ((bytes[at]! | 0x20) !== letter) return 0;
  const negative = bytes[++at] === 0x2d;
  if (negative || bytes[at] === 0x2b) at++;
  if (!isDigit(bytes[at]!)) return 0;
  let exponent = 0;
  for (; isDigit(bytes[at]!); at++) exponent = Math.min(exponent * 10 + bytes[at]! - 0x30, 1e9);
  into.end = at;
  return negative ? -exponent : exponent;
}

function roundDecimal(digits: string, power: number, format: Format, into: FloatingText): void {
  const nearest = Number(`${digits}e${power}`);
  const exact = (): Exact => ({ integer: BigInt(digits), base: 10, power });
  into.value = format === DOUBLE ? nearest : onceRounded(nearest, exact, format);
  into.range = outOfRange(into.value, exact, format);
}

/** A double rounded again is wrong only where it lies halfway between two floats and the text does not. */
function onceRounded(nearest: number, exact: () => Exact, format: Format): number {
  const rounded = format.round(nearest);
  if (rounded === nearest || nearest < 2 ** -160) return rounded;
  const { mantissa, exponent } = binaryParts(nearest);
  const side = halfway(nearest) ? compare(exact(), mantissa, exponent) : 0;
  if (side === 0) return rounded;
  return format.round(nearest * (1 + side * 2 ** -52));
}

/** `value` has just one bit more than a float of its size. */
function halfway(value: number): boolean {
  const place = Math.max(binaryParts(value).exponent + 52 - 23, SINGLE.lowest);
  return Math.abs((value / 2 ** (place - 1)) % 2) === 1;
}

/** Overflow; or inexact and, before rounding to the subnormal precision, below the least normal number. */
function outOfRange(value: number, exact: () => Exact, format: Format): boolean {
  if (value === Infinity || value === 0) return true;
  if (value > format.leastNormal) return false;
  const { mantissa, exponent } = binaryParts(value);
  if (value < format.leastNormal) return compare(exact(), mantissa, exponent) !== 0;
  // 2^(bits + 1) - 1 units of that last place: from here on `bits` bits round up to the least normal number.
  return compare(exact(), (1n << BigInt(format.bits + 1)) - 1n, format.lowest - 2) < 0;
}

/** Sign of exact - integer * 2^power. */
function compare(exact: Exact, integer: bigint, power: number): number {
  let left = exact.integer;
  let right = integer;
  const scale = BigInt(exact.base) ** BigInt(Math.abs(exact.power));
  if (exact.power >= 0) left *= scale;
  else right *= scale;
  if (power >= 0) right <<= BigInt(power);
  else left <<= BigInt(-power);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** From after "0x" on. */
function readHexadecimal(bytes: Uint8Array, at: number, format: Format, into: FloatingText): void {
  let digits = '';
  let point = -1;
  for (; ; at++) {
    const code = bytes[at]!;
    if (digitValue(code) < 16) digits += String.fromCharCode(code);
    else if (code === 0x2e && point < 0) point = at;
    else break;
  }
  const fraction = point < 0 ? 0 : at - point - 1;
  const power = readExponent(bytes, at, 0x70, into) - 4 * fraction;
  const integer = BigInt(`0x${digits}`);
  if (integer === 0n) return;
  const exact: Exact = { integer, base: 2, power };
  into.value = roundBinary(exact, format);
  into.range = outOfRange(into.value, () => exact, format);
}

/** The nearest of the format to integer * 2^power, ties to even. */
function roundBinary({ integer, power }: Exact, format: Format): number {
  const size = integer.toString(16).length * 4;
  if (size + power > 2000) return Infinity;
  if (size + power < -2000) return 0;
  const place = Math.max(power + integer.toString(2).length - format.bits, format.lowest);
  if (place <= power) return format.round(Number(integer) * 2 ** power);
  const rounded = divideToEven(integer, 1n << BigInt(place - power));
  return format.round(Number(rounded) * 2 ** place);
}
