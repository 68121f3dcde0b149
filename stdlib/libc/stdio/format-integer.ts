/**
 * Takes an integer argument and its directive, puts it out for d i u o x X b B p (C99 7.19.6.1p8; b as in C23).
 * The idea: a field is [spaces] sign prefix zeros digits [spaces]; every conversion only says what these are.
 */
import type { FormatArguments } from './format-arguments.ts';
import { type Directive, NONE } from './format-directive.ts';
import type { FormatOutput } from './format-output.ts';

const SPACE = 0x20;
const ZERO = 0x30;

/** d and i. */
export function formatSigned(output: FormatOutput, directive: Directive, given: FormatArguments): void {
  const value = signedArgument(directive, given);
  const negative = value < 0;
  putInteger(output, directive, signOf(directive, negative), String(negative ? -value : value));
}

/** u. */
export function formatUnsigned(output: FormatOutput, directive: Directive, given: FormatArguments): void {
  putInteger(output, directive, '', String(unsignedArgument(directive, given)));
}

/** x, X, b, B: `prefix` is put before a value other than 0 where the directive has '#'. */
export function formatRadix(
  output: FormatOutput,
  directive: Directive,
  given: FormatArguments,
  radix: 2 | 16,
  prefix: string,
): void {
  const value = unsignedArgument(directive, given);
  const digits = value.toString(radix);
  const upper = prefix === '0X';
  putInteger(
    output,
    directive,
    directive.alternate && digits !== '0' ? prefix : '',
    upper ? digits.toUpperCase() : digits,
  );
}

/** o: '#' raises the precision until the first digit is 0. */
export function formatOctal(output: FormatOutput, directive: Directive, given: FormatArguments): void {
  const digits = unsignedArgument(directive, given).toString(8);
  const short = directive.alternate && digits !== '0' && directive.precision <= digits.length;
  const lost = directive.alternate && digits === '0' && directive.precision === 0;
  putInteger(output, directive, short || lost ? '0' : '', digits);
}

/** p, of a pointer that is not null. */
export function formatPointer(output: FormatOutput, directive: Directive, address: number): void {
  putInteger(output, directive, `${signOf(directive, false)}0x`, (address >>> 0).toString(16));
}

/** Sign in front of a number that is `negative` or not. */
export function signOf(directive: Directive, negative: boolean): string {
  if (negative) return '-';
  return directive.plus ? '+' : directive.space ? ' ' : '';
}

function putInteger(output: FormatOutput, directive: Directive, prefix: string, digits: string): void {
  const { precision, width } = directive;
  if (precision === 0 && digits === '0') digits = '';
  let zeros = Math.max(0, precision - digits.length);
  if (prefix === '0' && zeros > 0) zeros--;
  const free = width - prefix.length - zeros - digits.length;
  const inZeros = directive.zero && !directive.left && precision === NONE;
  if (!directive.left && !inZeros) output.fill(SPACE, free);
  output.ascii(prefix);
  output.fill(ZERO, inZeros ? free : zeros);
  output.ascii(digits);
  if (directive.left) output.fill(SPACE, free);
}

function signedArgument(directive: Directive, given: FormatArguments): number | bigint {
  switch (directive.length) {
    case 'char':
      return (given.int() << 24) >> 24;
    case 'short':
      return (given.int() << 16) >> 16;
    case 'int':
      return given.int();
    case 'long':
      return given.long();
  }
}

function unsignedArgument(directive: Directive, given: FormatArguments): number | bigint {
  switch (directive.length) {
    case 'char':
      return given.int() & 0xff;
    case 'short':
      return given.int() & 0xffff;
    case 'int':
      return given.int() >>> 0;
    case 'long':
      return BigInt.asUintN(64, given.long());
  }
}
