/**
 * Takes the text of an integer in memory, gives its value and end: the subject of strtol and its like (C99 7.20.1.4).
 * The idea: numbers to 2^53 are read without a bigint; the caller, which knows the type, applies sign and limits.
 */

/** The last integer read, and its end. */
export interface IntegerText {
  magnitude: number | bigint;
  negative: boolean;
  /** Address after the last digit; the address given where there is no number. */
  end: number;
}

const LIMIT = 2 ** 53 / 36 - 1;

/** Reads [white space] [sign] [0 | 0x] digits from `at` on; `base` is 0 or 2 to 36. */
export function readInteger(bytes: Uint8Array, at: number, base: number, into: IntegerText): void {
  into.end = at;
  into.magnitude = 0;
  while (isSpace(bytes[at]!)) at++;
  into.negative = bytes[at] === 0x2d;
  if (into.negative || bytes[at] === 0x2b) at++;
  if (bytes[at] === 0x30) {
    const hexadecimal = (bytes[at + 1]! | 0x20) === 0x78 && digitValue(bytes[at + 2]!) < 16;
    if (hexadecimal && (base === 0 || base === 16)) {
      base = 16;
      at += 2;
    } else if (base === 0) base = 8;
  } else if (base === 0) base = 10;
  readDigits(bytes, at, base, into);
}

function readDigits(bytes: Uint8Array, at: number, base: number, into: IntegerText): void {
  let value = 0;
  const start = at;
  for (let digit = digitValue(bytes[at]!); digit < base; digit = digitValue(bytes[++at]!)) {
    if (value > LIMIT) {
      readLarge(bytes, at, base, BigInt(value), into);
      return;
    }
    value = value * base + digit;
  }
  if (at > start) into.end = at;
  into.magnitude = value;
}

const ENOUGH = 1n << 64n;

/** Continues with a bigint, up to a value no type holds. */
function readLarge(bytes: Uint8Array, at: number, base: number, value: bigint, into: IntegerText): void {
  const radix = BigInt(base);
  for (let digit = digitValue(bytes[at]!); digit < base; digit = digitValue(bytes[++at]!)) {
    if (value < ENOUGH) value = value * radix + BigInt(digit);
  }
  into.end = at;
  into.magnitude = value;
}

/** 0 to 35; 36 for what is no digit. */
export function digitValue(code: number): number {
  if (code <= 0x39) return code >= 0x30 ? code - 0x30 : 36;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x57 : 36;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

const SIGNED_MAX = (1n << 63n) - 1n;
const UNSIGNED_MAX = (1n << 64n) - 1n;

/** strtol's result, and whether the text was outside long's range. */
export function toSigned(text: IntegerText): { value: bigint; range: boolean } {
  const magnitude = BigInt(text.magnitude);
  if (text.negative)
    return magnitude > SIGNED_MAX + 1n ? { value: ~SIGNED_MAX, range: true } : { value: -magnitude, range: false };
  return magnitude > SIGNED_MAX ? { value: SIGNED_MAX, range: true } : { value: magnitude, range: false };
}

/** strtoul's result as a signed i64: a minus sign negates in the unsigned type. */
export function toUnsigned(text: IntegerText): { value: bigint; range: boolean } {
  const magnitude = BigInt(text.magnitude);
  if (magnitude > UNSIGNED_MAX) return { value: -1n, range: true };
  return { value: BigInt.asIntN(64, text.negative ? -magnitude : magnitude), range: false };
}
