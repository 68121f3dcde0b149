/**
 * Numbers (C99 6.4.4.1, 6.4.4.2; GNU binary and imaginary constants).
 *
 * Takes: the text of a pp-number. Gives: its value and suffix, or what is wrong with it.
 * The idea: match the longest valid number, then judge what is left as its suffix.
 */
import { binaryToFloating, decimalToFloating } from './rounding.ts';
import type { FloatingValue, IntegerValue } from './token.ts';

export type NumberResult =
  | { readonly kind: 'integer'; readonly value: IntegerValue }
  | { readonly kind: 'floating'; readonly value: FloatingValue; readonly warning?: string }
  | { readonly kind: 'invalid'; readonly problem: string };

const HEXADECIMAL_FLOATING = /^0[xX](?=\.?[\da-fA-F])([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)/;
const HEXADECIMAL = /^0[xX][\da-fA-F]+/;
const BINARY = /^0[bB][01]+/;
const DECIMAL_FLOATING = /^(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?/;
const DECIMAL = /^\d+/;
const INTEGER_SUFFIX = /^(?:u?(?:l|ll|L|LL)?|(?:l|ll|L|LL)u)$/;

/** Longer constants are cut: what is left exceeds every type just as well. */
const DIGITS_KEPT = 200;

/** Reads a pp-number. */
export function parseNumber(text: string): NumberResult {
  return hexadecimalFloating(text) ?? prefixedInteger(text) ?? decimalFloating(text) ?? decimalInteger(text);
}

function hexadecimalFloating(text: string): NumberResult | undefined {
  const match = HEXADECIMAL_FLOATING.exec(text);
  if (!match) return undefined;
  const [all, whole, fraction, exponentText] = match as unknown as [string, string, string, string];
  const digits = BigInt(`0x${whole}${fraction}`);
  const exponent = Number(exponentText) - 4 * fraction.length;
  return floating(text, all.length, digits === 0n, (single) => binaryToFloating(digits, exponent, single));
}

function prefixedInteger(text: string): NumberResult | undefined {
  const match = HEXADECIMAL.exec(text) ?? BINARY.exec(text);
  if (!match) return undefined;
  const rest = text.slice(match[0].length);
  if (/^\.|^[pP]/.test(rest)) return invalid(hexadecimalProblem(rest));
  return integer(match[0], rest, false);
}

function hexadecimalProblem(rest: string): string {
  if (/[pP]/.test(rest)) return 'exponent has no digits';
  return 'a hexadecimal floating constant needs an exponent (p and a power of two)';
}

function decimalFloating(text: string): NumberResult | undefined {
  const match = DECIMAL_FLOATING.exec(text);
  if (!match) return undefined;
  const rest = text.slice(match[0].length);
  if (/^[eE]/.test(rest)) return invalid('exponent has no digits');
  if (rest.startsWith('.')) return invalid('too many decimal points in a number');
  const zero = !/[1-9]/.test(match[0].replace(/[eE].*/, ''));
  return floating(text, match[0].length, zero, (single) => decimalToFloating(match[0], single));
}

function decimalInteger(text: string): NumberResult {
  const digits = DECIMAL.exec(text)?.[0] ?? '0';
  const rest = text.slice(digits.length);
  const octal = digits.length > 1 && digits.startsWith('0');
  const wrong = octal ? /[89]/.exec(digits)?.[0] : undefined;
  if (wrong) return invalid(`invalid digit "${wrong}" in an octal constant`);
  return integer(octal ? `0o${digits.slice(1)}` : digits, rest, !digits.startsWith('0'));
}

function integer(digits: string, suffix: string, decimal: boolean): NumberResult {
  const plain = suffix.replace(/[ijIJ]/, '');
  const lower = plain.replace('U', 'u');
  if (!INTEGER_SUFFIX.test(lower)) return invalid(`invalid suffix "${suffix}" on an integer constant`);
  const long = plain.replace(/[uU]/, '').length as 0 | 1 | 2;
  const imaginary = plain !== suffix;
  return {
    kind: 'integer',
    value: { value: bounded(digits), decimal, unsigned: lower.includes('u'), long, imaginary },
  };
}

function bounded(digits: string): bigint {
  if (digits.length <= DIGITS_KEPT) return BigInt(digits);
  const prefix = /^0[xXbBo]/.exec(digits)?.[0] ?? '';
  const significant = digits.slice(prefix.length).replace(/^0+/, '') || '0';
  return BigInt(prefix + significant.slice(0, DIGITS_KEPT));
}

function floating(text: string, length: number, zero: boolean, round: (single: boolean) => number): NumberResult {
  const suffix = text.slice(length);
  const plain = suffix.replace(/[ijIJ]/, '').toLowerCase();
  if (!/^[fl]?$/.test(plain)) return invalid(`invalid suffix "${suffix}" on a floating constant`);
  const value = round(plain === 'f');
  const imaginary = plain.length !== suffix.length;
  const result = { kind: 'floating', value: { value, suffix: plain as '' | 'f' | 'l', imaginary } } as const;
  const type = plain === 'f' ? 'float' : plain === 'l' ? 'long double' : 'double';
  if (!Number.isFinite(value)) return { ...result, warning: `floating constant exceeds the range of "${type}"` };
  if (value === 0 && !zero) return { ...result, warning: `floating constant too small for "${type}" becomes zero` };
  return result;
}

function invalid(problem: string): NumberResult {
  return { kind: 'invalid', problem };
}
