/**
 * Character constants and string literals (C99 6.4.4.4, 6.4.5).
 *
 * Takes: the text between the quotes. Gives: its units, bytes of UTF-8 or 32-bit code points.
 * One idea: what is wrong is reported with its place in the text and a unit is given all the same.
 */
import { isUniversal } from './characters.ts';
import type { CharacterValue } from './token.ts';
import { appendUtf8 } from './utf8.ts';

/** Called for an error or a warning: `at` counts from the start of the text that was given. */
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
  return new Decoder(text, wide, report).run();
}

/** Value of a character constant's text. */
export function decodeCharacter(text: string, encoding: Encoding, report: Report): CharacterValue {
  const { wide, unicode } = encoding;
  const units = decodeText(text, wide, report);
  if (units.length === 0) report('error', 'empty character constant', 0, 0);
  if (units.length > 1) reportLength(text, units.length, wide, report);
  const last = (units.at(-1) ?? 0) | 0;
  if (unicode) return { value: unicode === 'u' ? last & 0xffff : last >>> 0, wide, unicode };
  if (wide) return { value: last, wide };
  if (units.length === 1) return { value: ((units[0] as number) << 24) >> 24, wide };
  return { value: units.reduce((value, unit) => (value << 8) | unit, 0), wide };
}

function reportLength(text: string, units: number, wide: boolean, report: Report): void {
  const long = wide || units > 4;
  const problem = long ? 'character constant too long for its type' : 'multi-character character constant';
  report('warning', problem, 0, text.length);
}

/** Encoding of a literal, by the prefix of its quote: L, u, U, u8 or none. */
export interface Encoding {
  readonly wide: boolean;
  readonly unicode?: 'u' | 'U';
}

/** The encoding of literals that stand side by side: one with a prefix gives it to all (C11 6.4.5p5). */
export function encodingOf(texts: readonly string[]): Encoding {
  const prefix = texts.map((text) => PREFIX.exec(text)?.[0] ?? '').find((each) => each !== '' && each !== 'u8');
  if (prefix === 'u' || prefix === 'U') return { wide: true, unicode: prefix };
  return { wide: prefix === 'L' };
}

/** Text between the quotes of a literal, and its offset from the start. */
export function insideQuotes(text: string): { readonly inside: string; readonly start: number } {
  const start = (PREFIX.exec(text)?.[0].length ?? 0) + 1;
  return { inside: text.slice(start, -1), start };
}

const PREFIX = /^(u8|[LuU])(?=["'])/;

/** Code points beyond 16 bits as two units of UTF-16 each. */
export function toUtf16(units: readonly number[]): number[] {
  return units.flatMap((unit) =>
    unit > 0xffff ? [0xd800 + ((unit - 0x10000) >> 10), 0xdc00 + ((unit - 0x10000) & 0x3ff)] : [unit],
  );
}

class Decoder {
  private readonly units: number[] = [];
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly wide: boolean,
    private readonly report: Report,
  ) {}

  run(): number[] {
    const { text } = this;
    while (this.at < text.length) {
      const code = text.codePointAt(this.at) as number;
      if (code === 92) this.at += this.escapeSequence();
      else {
        this.character(code);
        this.at += code > 0xffff ? 2 : 1;
      }
    }
    return this.units;
  }

  private character(code: number): void {
    if (code < 128 || this.wide) this.units.push(code);
    else appendUtf8(this.units, code);
  }

  /** Appends what the escape sequence here stands for; gives its length. */
  private escapeSequence(): number {
    const octal = this.match(OCTAL);
    if (octal) return this.numeric('octal', octal[0], octal[0], 8);
    const hexadecimal = this.match(HEXADECIMAL);
    if (hexadecimal) return this.numeric('hex', hexadecimal[0], hexadecimal[1] as string, 16);
    const universal = this.match(UNIVERSAL);
    return universal ? this.universal(universal[0]) : this.simple();
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at + 1;
    return pattern.exec(this.text);
  }

  /** The value's low bits count; what does not fit is warned of. */
  private numeric(kind: string, spelling: string, digits: string, base: 8 | 16): number {
    const length = 1 + spelling.length;
    if (digits === '') {
      this.report('error', '"\\x" with no hexadecimal digits after it', this.at, length);
      return length;
    }
    const value = Number.parseInt(digits, base);
    const low = Number.parseInt(digits.slice(-8), base);
    if (value > (this.wide ? 0xffffffff : 0xff)) {
      this.report('warning', `${kind} escape sequence "\\${spelling}" out of range`, this.at, length);
    }
    this.units.push(this.wide ? low >>> 0 : low & 0xff);
    return length;
  }

  private universal(spelling: string): number {
    const length = 1 + spelling.length;
    const digits = spelling.slice(1);
    const value = Number.parseInt(digits || '0', 16);
    if (digits.length < (spelling.startsWith('u') ? 4 : 8)) {
      this.report('error', `incomplete universal character name "\\${spelling}"`, this.at, length);
    } else if (!isUniversal(value)) {
      this.report('error', `"\\${spelling}" is not a valid universal character`, this.at, length);
    } else {
      this.character(value);
    }
    return length;
  }

  private simple(): number {
    const code = this.text.codePointAt(this.at + 1);
    const character = code === undefined ? '' : String.fromCodePoint(code);
    const value = SIMPLE.get(character);
    const length = 1 + character.length;
    if (value !== undefined) this.units.push(value);
    else this.report('warning', `unknown escape sequence "\\${character}"`, this.at, length);
    if (value === undefined && code !== undefined) this.character(code);
    return length;
  }
}
