/**
 * From preprocessing tokens to the parser's tokens: translation phases 5 to 7 (C99 5.1.1.2).
 *
 * Takes: a preprocessed unit. Gives: tokens with the values of literals, adjacent strings joined.
 * One idea: text that is no token is reported and left out, and the rest is passed to the parser; names and
 * punctuators, which are most of a program, are passed unchanged.
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { Location, SourceFile } from '../../../source/source.ts';
import { type Dialect, namesIn } from './dialect.ts';
import { type NumberResult, parseNumber } from './number.ts';
import { PACK_PRAGMA, PackPragmas } from './pack-pragma.ts';
import type { PPToken } from './preprocessing-token.ts';
import { DIGRAPHS } from './punctuators.ts';
import { decodeCharacter, decodeText, encodingOf, insideQuotes, type Report, toUtf16 } from './text-literal.ts';
import { KEYWORDS, type Token, type TokenKind } from './token.ts';
import { isRawByte } from './utf8.ts';
import { XMP_PRAGMA, XmpPragmas } from './xmp-pragmas.ts';

/** The part of a preprocessed unit that the lexer reads. */
export interface TokenUnit {
  readonly main: SourceFile;
  readonly tokens: readonly PPToken[];
}

/** Pragmas that the compiler obeys; all others are dropped. */
const OBEYED_PRAGMA = /^(upc|bupc|pupc)(?![\w$])/;

/** The parser's tokens of a unit; the last is `end`. */
export function toTokens(unit: TokenUnit, bag: DiagnosticBag, dialect: Dialect = { language: 'upc' }): Token[] {
  return new Lexer(unit, bag, namesIn(dialect)).run();
}

class Lexer {
  private readonly tokens: Token[] = [];
  private readonly numbers = new Map<string, NumberResult>();
  private readonly xmp: XmpPragmas;
  private readonly pack: PackPragmas;
  private at = 0;

  constructor(
    private readonly unit: TokenUnit,
    private readonly bag: DiagnosticBag,
    /** Keywords that are names here; the compiler's own headers have them as keywords. */
    private readonly names: ReadonlySet<string>,
  ) {
    this.xmp = new XmpPragmas(bag);
    this.pack = new PackPragmas(bag);
  }

  run(): Token[] {
    const { tokens, main } = this.unit;
    while (this.at < tokens.length) this.token(tokens[this.at++] as PPToken);
    this.push('end', '', { file: main, offset: main.text.length, length: 0 });
    return this.tokens;
  }

  private token(token: PPToken): void {
    const { kind, text } = token;
    if (kind === 'identifier') this.word(token);
    else if (kind === 'punctuator') this.punctuator(token);
    else if (kind === 'number') this.number(token);
    else if (kind === 'string') this.string(token);
    else if (kind === 'character') this.character(token);
    else if (kind !== 'pragma') this.stray(token);
    else if (OBEYED_PRAGMA.test(text)) this.push('pragma', text, token);
    else if (PACK_PRAGMA.test(text)) this.pack.obey(token);
    else if (XMP_PRAGMA.test(text)) for (const each of this.xmp.tokensOf(token)) this.token(each);
  }

  private word(token: PPToken): void {
    const { text } = token;
    const isKeyword = KEYWORDS.has(text) && !(this.names.has(text) && !token.file.system);
    if (isKeyword) this.push('keyword', text, token);
    else this.tokens.push(token as PPToken & { kind: 'identifier' });
    if (text === 'struct' || text === 'union') for (const each of this.pack.tokensBehind(token)) this.token(each);
  }

  private push(kind: TokenKind, text: string, location: Location, value?: Token['value']): void {
    this.tokens.push({ kind, text, location, value });
  }

  private punctuator(token: PPToken): void {
    const text = DIGRAPHS.get(token.text);
    if ((text ?? token.text).startsWith('#')) this.stray(token);
    else if (text !== undefined) this.push('punctuator', text, token);
    else this.tokens.push(token as PPToken & { kind: 'punctuator' });
  }

  private number(token: PPToken): void {
    let result = this.numbers.get(token.text);
    if (!result) this.numbers.set(token.text, (result = parseNumber(token.text)));
    if (result.kind !== 'invalid') {
      this.push(result.kind, token.text, token, result.value);
      if (result.kind === 'floating' && result.warning) {
        this.bag.warning('LEX1002', 'overflow', result.warning, token);
      }
    } else {
      this.push('integer', token.text, token, ZERO);
      this.bag.error('LEX1001', `${result.problem}: ${excerpt(token.text)}`, token);
    }
  }

  private character(token: PPToken): void {
    const { inside } = insideQuotes(token.text);
    const value = decodeCharacter(inside, encodingOf([token.text]), this.reporter(token));
    this.push('character', token.text, token, value);
  }

  /** Joins adjacent strings (6.4.5p4). */
  private string(first: PPToken): void {
    const parts = [first];
    for (let next = this.unit.tokens[this.at]; next?.kind === 'string'; next = this.unit.tokens[++this.at]) {
      parts.push(next);
    }
    const encoding = encodingOf(parts.map((part) => part.text));
    const decoded: number[] = [];
    for (const part of parts) {
      const { inside } = insideQuotes(part.text);
      for (const unit of decodeText(inside, encoding.wide, this.reporter(part))) decoded.push(unit);
    }
    const units = encoding.unicode === 'u' ? toUtf16(decoded) : decoded;
    const text = parts.length === 1 ? first.text : parts.map((part) => part.text).join(' ');
    this.push('string', text, first, { units, ...encoding });
  }

  private reporter(token: PPToken): Report {
    const { start } = insideQuotes(token.text);
    let spelledOut: boolean | undefined;
    return (severity, text, at, length) => {
      spelledOut ??= isSpelledOut(token);
      const place = spelledOut && length > 0 ? part(token, start + at, length) : token;
      if (severity === 'error') this.bag.error('LEX1003', text, place);
      else this.bag.warning('LEX1004', 'character-constants', text, place);
    };
  }

  private stray(token: PPToken): void {
    const quote = /^(?:u8|[LuU])?(["'])/.exec(token.text)?.[1];
    if (quote) this.unterminated(quote, token);
    else this.bag.error('LEX1006', `stray ${shown(token.text)} in the program`, token);
  }

  /** An empty literal stands in; brackets and `;` that end the line were meant to follow it. */
  private unterminated(quote: string, token: PPToken): void {
    this.bag.error('LEX1005', `missing terminating ${quote} character`, token);
    if (quote === '"') this.push('string', token.text, token, { units: [], wide: false });
    else this.push('character', token.text, token, { value: 0, wide: false });
    const [closing = ''] = /[)\]};,]*\s*$/.exec(token.text) ?? [];
    for (const each of closing.trimEnd()) this.push('punctuator', each, token);
  }
}

const ZERO = { value: 0n, decimal: true, unsigned: false, long: 0, imaginary: false } as const;

/** Whether a token's text stands in the file as it is, so that parts of it have places. */
function isSpelledOut({ file, text, offset, length }: PPToken): boolean {
  return length === text.length && file.text.startsWith(text, offset);
}

function part({ file, offset, expansion }: PPToken, start: number, length: number): Location {
  return { file, offset: offset + start, length, expansion };
}

function shown(text: string): string {
  const code = text.codePointAt(0) as number;
  if (code > 32 && code < 127) return `"${text}"`;
  if (isRawByte(code)) return `byte 0x${(code & 0xff).toString(16)}, which is not UTF-8,`;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text) ? `"${text}" (${number})` : number;
}

function excerpt(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 60)}...`;
}
