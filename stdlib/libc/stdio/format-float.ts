/**
 * Takes a double and its directive, puts it out for f F e E g G a A (C99 7.19.6.1p8), digit for digit as glibc.
 * The idea: a number is [spaces] sign prefix [zeros] mantissa zeros exponent [spaces]; exact digits come from
 * decimal.ts, and those a precision asks for beyond the end of the expansion are only counted, never built.
 */
import {
  binaryParts,
  divideToEven,
  FRACTION_DIGITS,
  SIGNIFICANT_DIGITS,
  toFixed,
  toScientific,
} from '../numbers/decimal.ts';
import { type Directive, NONE } from './format-directive.ts';
import { signOf } from './format-integer.ts';
import type { FormatOutput } from './format-output.ts';

const SPACE = 0x20;
const ZERO = 0x30;

/** The parts of a number after its sign. */
interface Parts {
  readonly mantissa: string;
  /** Zeros after the mantissa. */
  readonly zeros: number;
  readonly exponent: string;
}

/** `magnitude` >= 0 or NaN, with its sign bit apart. */
export function formatFloat(output: FormatOutput, directive: Directive, magnitude: number, negative: boolean): void {
  const upper = directive.conversion < 0x60;
  const sign = signOf(directive, negative);
  if (!(magnitude < Infinity)) {
    putSpecial(output, directive, sign, magnitude, upper);
    return;
  }
  const parts = partsOf(directive, magnitude);
  const hexadecimal = (directive.conversion | 0x20) === 0x61;
  putNumber(output, directive, hexadecimal ? `${sign}0x` : sign, parts, upper);
}

function putSpecial(output: FormatOutput, directive: Directive, sign: string, value: number, upper: boolean): void {
  const name = value === Infinity ? 'inf' : 'nan';
  const free = directive.width - sign.length - 3;
  if (!directive.left) output.fill(SPACE, free);
  output.ascii(sign);
  output.ascii(upper ? name.toUpperCase() : name);
  if (directive.left) output.fill(SPACE, free);
}

function putNumber(output: FormatOutput, directive: Directive, prefix: string, parts: Parts, upper: boolean): void {
  const { mantissa, zeros, exponent } = parts;
  const free = directive.width - prefix.length - mantissa.length - zeros - exponent.length;
  const inZeros = directive.zero && !directive.left;
  if (!directive.left && !inZeros) output.fill(SPACE, free);
  output.ascii(upper ? prefix.toUpperCase() : prefix);
  if (inZeros) output.fill(ZERO, free);
  output.ascii(upper ? mantissa.toUpperCase() : mantissa);
  output.fill(ZERO, zeros);
  output.ascii(upper ? exponent.toUpperCase() : exponent);
  if (directive.left) output.fill(SPACE, free);
}

function partsOf(directive: Directive, value: number): Parts {
  const precision = directive.precision === NONE ? 6 : directive.precision;
  switch (directive.conversion | 0x20) {
    case 0x66:
      return fixed(value, precision, directive.alternate);
    case 0x65:
      return scientific(value, precision, directive.alternate);
    case 0x67:
      return general(value, precision === 0 ? 1 : precision, directive.alternate);
    default:
      return hexadecimal(value, directive.precision, directive.alternate);
  }
}

function fixed(value: number, precision: number, point: boolean): Parts {
  const exact = Math.min(precision, FRACTION_DIGITS);
  const mantissa = toFixed(value, exact);
  return { mantissa: point && precision === 0 ? `${mantissa}.` : mantissa, zeros: precision - exact, exponent: '' };
}

function scientific(value: number, precision: number, point: boolean): Parts {
  const exact = Math.min(precision, SIGNIFICANT_DIGITS);
  const { digits, exponent } = significant(value, exact);
  const mantissa = withPoint(digits, 1, point);
  return { mantissa, zeros: precision - exact, exponent: exponentText(exponent) };
}

/** %g: `precision` significant digits in the style of f or e, zeros at the end dropped unless `keep`. */
function general(value: number, precision: number, keep: boolean): Parts {
  const exact = Math.min(precision, SIGNIFICANT_DIGITS + 1);
  const { digits: all, exponent } = significant(value, exact - 1);
  const digits = keep ? all : withoutEndZeros(all);
  const zeros = keep ? precision - exact : 0;
  if (exponent < -4 || exponent >= precision) {
    return { mantissa: withPoint(digits, 1, keep), zeros, exponent: exponentText(exponent) };
  }
  if (exponent < 0) return { mantissa: `0.${'0'.repeat(-exponent - 1)}${digits}`, zeros, exponent: '' };
  return { mantissa: withPoint(digits.padEnd(exponent + 1, '0'), exponent + 1, keep), zeros, exponent: '' };
}

function significant(value: number, precision: number): { digits: string; exponent: number } {
  return value === 0 ? { digits: '0'.repeat(precision + 1), exponent: 0 } : toScientific(value, precision);
}

/** Digits with the point after the first `whole`; a point at the end only where `always`. */
function withPoint(digits: string, whole: number, always: boolean): string {
  if (digits.length > whole) return `${digits.slice(0, whole)}.${digits.slice(whole)}`;
  return always ? `${digits}.` : digits;
}

function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 1 && digits.charCodeAt(end - 1) === ZERO) end--;
  return digits.slice(0, end);
}

function exponentText(exponent: number): string {
  const size = Math.abs(exponent);
  return `e${exponent < 0 ? '-' : '+'}${size < 10 ? '0' : ''}${size}`;
}

/** %a: leading digit 1 (0 for zero and subnormal numbers), 13 hexadecimal digits or `precision` of them. */
function hexadecimal(value: number, precision: number, point: boolean): Parts {
  const { mantissa, exponent } = binaryParts(value);
  const size = precision === NONE ? 13 : Math.min(precision, 13);
  const rounded = divideToEven(mantissa, 1n << BigInt(52 - 4 * size));
  const text = rounded.toString(16).padStart(size + 1, '0');
  const digits = precision === NONE ? withoutEndZeros(text) : text;
  const binary = value === 0 ? 0 : exponent + 52;
  return {
    mantissa: withPoint(digits, 1, point),
    zeros: precision === NONE ? 0 : precision - size,
    exponent: `p${binary < 0 ? '-' : '+'}${Math.abs(binary)}`,
  };
}
