/**
 * Character constants and string literals (C99 6.4.4.4, 6.4.5).
 *
 * Takes: the text between the quotes. Gives: its units, bytes of UTF-8 or 32-bit code points.
 * One idea: what is wrong is reported with its place in the text and a unit is given all the same.
 */
import { isUniversal } from './characters.ts';
import type { CharacterValue } from './token.ts';
import { appendUtf8 } from './utf8.ts';

/** Told of what is wrong: `at` counts from the start of the text that was given. */
export type Report = (severity: 'error' | 'warning', text: string, at: number, length: number) => void;

const SIMPLE: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['r', 13],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['?', 63],
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['v', 11],
  ['e', 27],
  ['E', 27],
]);

const OCTAL = /[0-7]{1,3}/y;
const HEXADECIMAL = /x([\da-fA-F]*)/y;
const UNIVERSAL = /u[\da-fA-F]{0,4}|U[\da-fA-F]{0,8}/y;

/** Units of a literal's text. */
export function decodeText(text: string, wide: boolean, report: Report): number[] {
  const units: number[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number;
    if (code === 92) at += escapeSequence(text, at, wide, units, report);
    else {
      appendCharacter(units, code, wide);
      at += code > 0xffff ? 2 : 1;
    }
  }
  return units;
}

/** Value of a character constant's text. */
export function decodeCharacter(text: string, wide: boolean, report: Report): CharacterValue {
  const units = decodeText(text, wide, report);
  if (units.length === 0) report('error', 'empty character constant', 0, 0);
  if (units.length > 1) reportLength(text, units.length, wide, report);
  if (wide) return { value: (units.at(-1) ?? 0) | 0, wide };
  if (units.length === 1) return { value: ((units[0] as number) << 24) >> 24, wide };
  return { value: units.reduce((value, unit) => (value << 8) | unit, 0), wide };
}

function reportLength(text: string, units: number, wide: boolean, report: Report): void {
  const long = wide || units > 4;
  const problem = long ? 'character constant too long for its type' : 'multi-character character constant';
  report('warning', problem, 0, text.length);
}

function appendCharacter(units: number[], code: number, wide: boolean): void {
  if (code < 128 || wide) units.push(code);
  else appendUtf8(units, code);
}

/** Appends what the escape sequence at `at` stands for; gives its length. */
function escapeSequence(text: string, at: number, wide: boolean, units: number[], report: Report): number {
  const octal = matchAt(OCTAL, text, at + 1);
  if (octal) return numeric(octal[0], Number.parseInt(octal[0], 8), 'octal', at, wide, units, report);
  const hexadecimal = matchAt(HEXADECIMAL, text, at + 1);
  if (hexadecimal) return hexadecimalEscape(hexadecimal, at, wide, units, report);
  const universal = matchAt(UNIVERSAL, text, at + 1);
  if (universal) return universalEscape(universal[0], at, wide, units, report);
  return simpleEscape(text, at, wide, units, report);
}

function simpleEscape(text: string, at: number, wide: boolean, units: number[], report: Report): number {
  const code = text.codePointAt(at + 1);
  const character = code === undefined ? '' : String.fromCodePoint(code);
  const value = SIMPLE.get(character);
  if (value === undefined) report('warning', `unknown escape sequence "\\${character}"`, at, 1 + character.length);
  if (value !== undefined) units.push(value);
  else if (code !== undefined) appendCharacter(units, code, wide);
  return 1 + character.length;
}

function hexadecimalEscape(match: RegExpExecArray, at: number, wide: boolean, units: number[], report: Report): number {
  const digits = match[1] as string;
  if (digits !== '') {
    const significant = digits.replace(/^0+/, '');
    const value = Number.parseInt(digits.slice(-8), 16);
    const checked = significant.length > 8 ? Number.POSITIVE_INFINITY : value;
    return numeric(match[0], checked, 'hex', at, wide, units, report, value);
  }
  report('error', '"\\x" with no hexadecimal digits after it', at, 2);
  return 2;
}

function numeric(
  spelling: string,
  value: number,
  kind: string,
  at: number,
  wide: boolean,
  units: number[],
  report: Report,
  low = value,
): number {
  const limit = wide ? 0xffffffff : 0xff;
  const length = 1 + spelling.length;
  if (value > limit) report('warning', `${kind} escape sequence "\\${spelling}" out of range`, at, length);
  units.push(wide ? low >>> 0 : low & 0xff);
  return length;
}

function universalEscape(spelling: string, at: number, wide: boolean, units: number[], report: Report): number {
  const length = 1 + spelling.length;
  const digits = spelling.slice(1);
  const value = Number.parseInt(digits || '0', 16);
  if (digits.length < (spelling.startsWith('u') ? 4 : 8)) {
    report('error', `incomplete universal character name "\\${spelling}"`, at, length);
  } else if (!isUniversal(value)) {
    report('error', `"\\${spelling}" is not a valid universal character`, at, length);
  } else {
    appendCharacter(units, value, wide);
  }
  return length;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
