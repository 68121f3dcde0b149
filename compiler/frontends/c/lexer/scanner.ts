/**
 * The scanner: translation phase 3 (C99 5.1.1.2, 6.4).
 *
 * Takes: a source file. Gives: its preprocessing tokens, and which of them open directives.
 * The idea: a file is scanned once, whole, also where `#if` will skip it; so the scanner reports only what is wrong
 * everywhere (a comment without end), and what is wrong only where it is compiled becomes an `other` token.
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import { type SourceFile, sourceFile } from '../../../source/source.ts';
import {
  ASCII_CLASS,
  DIGIT,
  isExtendedNameCharacter,
  isUniversal,
  NAME_PART,
  NAME_START,
  SPACE,
} from './characters.ts';
import { type PPKind, PPToken } from './preprocessing-token.ts';
import { punctuatorAt } from './punctuators.ts';
import { type SplicedText, splice } from './splices.ts';

/** A file as tokens. The last token is `end`. */
export interface ScannedFile {
  readonly file: SourceFile;
  readonly tokens: readonly PPToken[];
  /** Indices in `tokens` of the `#` that open lines. */
  readonly directives: readonly number[];
}

const NEWLINE = 10;
const QUOTE = 34;
const APOSTROPHE = 39;
const STAR = 42;
const DOT = 46;
const SLASH = 47;
const LESS = 60;
const BACKSLASH = 92;
const BYTE_ORDER_MARK = 0xfeff;

/** Directives after which `<...>` and `"..."` are header names. */
const INCLUDING: ReadonlySet<string> = new Set(['include', 'include_next', 'import']);

/** A file of more is refused: with all that is made of them, tokens take some 500 bytes each. */
export const TOKEN_LIMIT = 4_000_000;

/** Scans a file. */
export function scan(file: SourceFile, bag?: DiagnosticBag): ScannedFile {
  return new Scanner(file, bag).run();
}

/** The one token that a text spells, or undefined where it spells none or several. */
export function scanSingle(text: string): { kind: PPKind; text: string } | undefined {
  const { tokens } = scan(sourceFile('', ` ${text}`));
  const first = tokens[0] as PPToken;
  const whole = tokens.length === 2 && first.length === text.length && first.kind !== 'other';
  if (!whole) return undefined;
  return { kind: first.kind === 'directive' ? 'punctuator' : first.kind, text: first.text };
}

/** The name of the directive whose `#` is at an index; empty for the null directive. */
export function directiveName(tokens: readonly PPToken[], at: number): string {
  const name = tokens[at + 1] as PPToken;
  return name.lineStart ? '' : name.text;
}

class Scanner {
  private readonly source: SplicedText;
  private readonly text: string;
  private readonly tokens: PPToken[] = [];
  private readonly directives: number[] = [];
  private readonly names = new Map<string, string>();
  private at = 0;
  private splices = 0;
  private shift = 0;
  private space = false;
  private lineStart = true;
  private headerNext = false;

  constructor(
    private readonly file: SourceFile,
    private readonly bag: DiagnosticBag | undefined,
  ) {
    this.source = splice(file.text);
    this.text = this.source.text;
  }

  run(): ScannedFile {
    this.reportOddities();
    if (this.text.charCodeAt(0) === BYTE_ORDER_MARK) this.at = 1;
    while (this.skipBlanks() && !this.isFull()) this.token(this.at);
    this.lineStart = true;
    this.push('end', '', this.text.length);
    return { file: this.file, tokens: this.tokens, directives: this.directives };
  }

  private isFull(): boolean {
    if (this.tokens.length < TOKEN_LIMIT) return false;
    const place = { file: this.file, offset: this.rawOffset(this.at), length: 1 };
    this.bag?.error('PP1004', `more than ${TOKEN_LIMIT} tokens in a file: make several of it`, place);
    return true;
  }

  private reportOddities(): void {
    for (const offset of this.source.blanked) {
      const place = { file: this.file, offset, length: 1 };
      this.bag?.warning('PP1002', 'backslash-newline-space', 'backslash and newline separated by blanks', place);
    }
    const nul = this.file.text.indexOf('\0');
    const place = { file: this.file, offset: nul, length: 1 };
    if (nul >= 0) this.bag?.warning('PP1003', 'null-character', 'null characters in the file are ignored', place);
  }

  /** Passes white space and comments; false at the end of the text. */
  private skipBlanks(): boolean {
    const { text } = this;
    for (; this.at < text.length; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === NEWLINE) {
        this.lineStart = true;
        this.headerNext = false;
      } else if (code === SLASH) {
        if (!this.skipComment()) return true;
      } else if (code >= 128 || ASCII_CLASS[code] !== SPACE) return true;
      this.space = true;
    }
    return false;
  }

  /** Moves to the last character of a comment; false where there is none. */
  private skipComment(): boolean {
    const { text, at } = this;
    const next = text.charCodeAt(at + 1);
    if (next === SLASH) {
      const end = text.indexOf('\n', at);
      this.at = (end < 0 ? text.length : end) - 1;
      return true;
    }
    if (next !== STAR) return false;
    const end = text.indexOf('*/', at + 2);
    if (end < 0) this.unterminatedComment();
    this.at = end < 0 ? text.length - 1 : end + 1;
    return true;
  }

  private unterminatedComment(): void {
    const place = { file: this.file, offset: this.rawOffset(this.at), length: 2 };
    this.bag?.error('PP1001', 'unterminated comment: no */ before the end of the file', place);
  }

  private token(start: number): void {
    const code = this.text.charCodeAt(start);
    if (this.headerNext && this.header(start, code)) return;
    const kind = code < 128 ? (ASCII_CLASS[code] as number) : 0;
    if (code >= 128) this.extended(start);
    else if (kind & NAME_START) this.name(start);
    else if (kind & DIGIT) this.number(start);
    else if (code === QUOTE || code === APOSTROPHE) this.quoted(start, start, code);
    else this.punctuator(start, code);
  }

  private name(start: number): void {
    const { text } = this;
    let at = start + 1;
    let code = text.charCodeAt(at);
    while (code < 128 && (ASCII_CLASS[code] as number) & NAME_PART) code = text.charCodeAt(++at);
    const quote = code === QUOTE || code === APOSTROPHE;
    if (code >= 128 || code === BACKSLASH) this.extendedName(start, at);
    else if (quote && isEncodingPrefix(text.slice(start, at), code)) this.quoted(start, at, code);
    else this.push('identifier', this.shared(text.slice(start, at)), at);
  }

  /** One string for all uses of a name: a program has many of few. */
  private shared(name: string): string {
    const known = this.names.get(name);
    if (known === undefined) this.names.set(name, name);
    return known ?? name;
  }

  /** A name with characters beyond ASCII or universal character names; `at` is where plain letters end. */
  private extendedName(start: number, at: number): void {
    let name = this.text.slice(start, at);
    for (;;) {
      const [character, length] = this.nameCharacter(at, at === start);
      if (length === 0) break;
      name += character;
      at += length;
    }
    this.push('identifier', name, at);
  }

  /** The character of a name at `at` and how many characters spell it; length 0 where the name ends. */
  private nameCharacter(at: number, first: boolean): [string, number] {
    const code = this.text.codePointAt(at) ?? 0;
    if (code < 128 && code !== BACKSLASH) {
      const part = (ASCII_CLASS[code] as number) & (first ? NAME_START : NAME_PART);
      return part ? [String.fromCharCode(code), 1] : ['', 0];
    }
    const [value, length] = code === BACKSLASH ? this.universal(at) : [code, code > 0xffff ? 2 : 1];
    if (length === 0) return ['', 0];
    const character = String.fromCodePoint(value);
    return isExtendedNameCharacter(character, first) ? [character, length] : ['', 0];
  }

  private universal(at: number): [number, number] {
    const match = /^\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8}))/.exec(this.text.slice(at, at + 10));
    if (!match) return [0, 0];
    const value = Number.parseInt((match[1] ?? match[2]) as string, 16);
    return isUniversal(value) ? [value, match[0].length] : [0, 0];
  }

  private extended(start: number): void {
    if (this.nameCharacter(start, true)[1] > 0) this.extendedName(start, start);
    else this.stray(start);
  }

  private stray(start: number): void {
    const character = String.fromCodePoint(this.text.codePointAt(start) as number);
    this.push('other', character, start + character.length);
  }

  private number(start: number): void {
    const { text } = this;
    let at = start + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === DOT || (code < 128 && (ASCII_CLASS[code] as number) & NAME_PART)) continue;
      if (!((code === 43 || code === 45) && isExponent(text.charCodeAt(at - 1)))) break;
    }
    this.push('number', text.slice(start, at), at);
  }

  private quoted(start: number, open: number, quote: number): void {
    const { text } = this;
    let at = open + 1;
    for (let code = text.charCodeAt(at); code !== quote && code !== NEWLINE && at < text.length; ) {
      if (code === BACKSLASH && text.charCodeAt(at + 1) !== NEWLINE) at++;
      code = text.charCodeAt(++at);
    }
    at = Math.min(at, text.length);
    const kind = quote === QUOTE ? 'string' : 'character';
    if (text.charCodeAt(at) === quote) this.push(kind, text.slice(start, at + 1), at + 1);
    else this.push('other', text.slice(start, at).trimEnd(), at);
  }

  private punctuator(start: number, code: number): void {
    const { text } = this;
    const punctuator = punctuatorAt(text, start);
    if (code === DOT && isDigit(text.charCodeAt(start + 1))) this.number(start);
    else if (punctuator === undefined) this.extended(start);
    else this.pushPunctuator(start, punctuator);
  }

  private pushPunctuator(start: number, punctuator: string): void {
    const opens = this.lineStart && (punctuator === '#' || punctuator === '%:');
    if (opens) this.directives.push(this.tokens.length);
    this.push(opens ? 'directive' : 'punctuator', punctuator, start + punctuator.length);
  }

  private header(start: number, code: number): boolean {
    this.headerNext = false;
    if (code !== LESS && code !== QUOTE) return false;
    const end = this.text.indexOf(code === LESS ? '>' : '"', start + 1);
    const newline = this.text.indexOf('\n', start);
    if (end < 0 || (newline >= 0 && newline < end)) return false;
    this.push('header', this.text.slice(start, end + 1), end + 1);
    return true;
  }

  private push(kind: PPKind, spelling: string, end: number): void {
    const offset = this.rawOffset(this.at);
    const length = end > this.at ? this.rawOffset(end - 1) + 1 - offset : 0;
    const space = this.space || this.lineStart;
    this.tokens.push(new PPToken(kind, spelling, this.file, offset, length, space, this.lineStart));
    this.headerNext = kind === 'identifier' && this.afterHash() && INCLUDING.has(spelling);
    this.at = end;
    this.space = false;
    this.lineStart = false;
  }

  /** Whether the token just made follows the `#` of a directive. */
  private afterHash(): boolean {
    const count = this.tokens.length;
    return count >= 2 && !this.lineStart && (this.tokens[count - 2] as PPToken).kind === 'directive';
  }

  /** Offset in the file of a character of the spliced text; called with rising offsets only. */
  private rawOffset(at: number): number {
    const { starts, shifts } = this.source;
    while (this.splices < starts.length && (starts[this.splices] as number) <= at) {
      this.shift = shifts[this.splices++] as number;
    }
    return at + this.shift;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** e, E, p, P: a sign after them belongs to the number. */
function isExponent(code: number): boolean {
  return code === 101 || code === 69 || code === 112 || code === 80;
}

/** Of wide and Unicode literals (C11 6.4.4.4, 6.4.5). */
const isEncodingPrefix = (name: string, quote: number): boolean =>
  name === 'L' || name === 'u' || name === 'U' || (name === 'u8' && quote === QUOTE);
