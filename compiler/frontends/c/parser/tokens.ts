/**
 * From the preprocessor's tokens to the parser's.
 *
 * Takes tokens, gives `ParserToken`s: each with its terminal, brackets matched. One idea: a choice that
 * a few tokens of lookahead decide is made here once, as a terminal of its own, so that the grammar is LL(1). A choice
 * that depends on the names declared so far (`lazy` tokens) is made by the parser when it reaches the token.
 */
import type { IToken, TokenType } from 'chevrotain';
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../source/source.ts';
import type { Token } from '../lexer/token.ts';
import {
  BlockParen,
  Character,
  CoarrayColon,
  ElseIf,
  End,
  Floating,
  Identifier,
  Integer,
  Pragma,
  StringToken,
  t,
  terminalOf,
  UnspecifiedSize,
} from './terminals.ts';

/** A token whose terminal depends on names: an identifier, a '(' before a type or not, `__extension__`. */
export type Lazy = 'no' | 'identifier' | 'paren' | 'extension';

/** A token as Chevrotain takes it. */
export class ParserToken implements IToken {
  readonly source: Token;
  readonly index: number;
  readonly lazy: Lazy;
  tokenTypeIdx: number;
  tokenType: TokenType;
  /** For a bracket: the index of its partner, or -1. */
  partner = -1;

  constructor(source: Token, index: number, type: TokenType, lazy: Lazy) {
    this.source = source;
    this.index = index;
    this.lazy = lazy;
    this.tokenType = type;
    this.tokenTypeIdx = type.tokenTypeIdx as number;
  }

  get image(): string {
    return this.source.text;
  }

  get startOffset(): number {
    return this.source.location.offset;
  }

  become(type: TokenType): void {
    this.tokenType = type;
    this.tokenTypeIdx = type.tokenTypeIdx as number;
  }
}

const LITERALS: Partial<Record<Token['kind'], TokenType>> = {
  identifier: Identifier,
  integer: Integer,
  floating: Floating,
  character: Character,
  string: StringToken,
  pragma: Pragma,
  end: End,
};

const CLOSING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The parser's tokens, without the pragmas that mean nothing to it, with one `End` at the end. */
export function scan(tokens: readonly Token[], name: string, bag: DiagnosticBag): ParserToken[] {
  const result: ParserToken[] = [];
  for (const token of tokens) {
    if (token.kind === 'end') break;
    if (token.kind === 'pragma' && !isUpcPragma(token, bag)) continue;
    result.push(parserToken(token, result.length));
  }
  result.push(new ParserToken(endToken(tokens, name), result.length, End, 'no'));
  refine(result);
  pair(result);
  return result;
}

/** Location of an empty unit. */
export function placeOfUnit(name: string): Location {
  return { file: { name, text: '', lineStarts: [0], renumberings: [], system: false }, offset: 0, length: 0 };
}

function endToken(tokens: readonly Token[], name: string): Token {
  const last = tokens[tokens.length - 1];
  if (last?.kind === 'end') return last;
  return { kind: 'end', text: '', location: last?.location ?? placeOfUnit(name) };
}

function parserToken(token: Token, index: number): ParserToken {
  if (token.kind === 'identifier') return new ParserToken(token, index, Identifier, 'identifier');
  const type = LITERALS[token.kind] ?? terminalOf(token.text) ?? Identifier;
  const lazy = token.text === '(' ? 'paren' : type === EXTENSION ? 'extension' : 'no';
  return new ParserToken(token, index, type, lazy);
}

/** The token as it would be if its text were a keyword. */
export function asKeyword(token: ParserToken, text: string): ParserToken {
  return parserToken({ kind: 'keyword', text, location: token.source.location }, token.index);
}

const EXTENSION = t('__extension__');
const MODES = new Set(['strict', 'relaxed']);
/** Berkeley's marks in its own headers; they change nothing here. */
const SILENT = new Set(['c_code', 'upc_code', 'detect_upc']);

/** UPC 1.3 6.6.1: the tokens after `#pragma upc`. */
function isUpcPragma(token: Token, bag: DiagnosticBag): boolean {
  const words = token.text.trim().split(/\s+/);
  if (words[0] !== 'upc') return false;
  const mode = words[1] ?? '';
  if (MODES.has(mode)) {
    if (words.length > 2) warnPragma(bag, token, `extra text after '#pragma upc ${mode}' is ignored`);
    return true;
  }
  if (!SILENT.has(mode))
    warnPragma(bag, token, `unknown '#pragma ${words.join(' ')}' is ignored: strict and relaxed are known`);
  return false;
}

function warnPragma(bag: DiagnosticBag, token: Token, text: string): void {
  bag.warning('UPC3251', 'unknown-pragmas', text, token.location);
}

/** Gives the tokens that the next one makes special their own terminal. */
function refine(tokens: ParserToken[]): void {
  const [open, star, otherwise, colon] = [t('('), t('*'), t('else'), t(':')];
  for (let at = tokens.length - 2; at >= 0; at--) {
    const token = tokens[at] as ParserToken;
    const next = (tokens[at + 1] as ParserToken).source;
    if (token.tokenType === star && next.text === ']') token.become(UnspecifiedSize);
    else if (token.tokenType === colon && next.text === '[' && next.kind === 'punctuator') token.become(CoarrayColon);
    else if (token.tokenType === otherwise && next.text === 'if') token.become(ElseIf);
    else if (token.tokenType === open && next.text === '{' && next.kind === 'punctuator') token.become(BlockParen);
  }
}

/** Matches brackets; an unclosed one does not reach beyond the brace it is in. */
function pair(tokens: ParserToken[]): void {
  const open: ParserToken[] = [];
  for (const token of tokens) {
    if (token.source.kind !== 'punctuator') continue;
    const { text } = token.source;
    if (text === '(' || text === '[' || text === '{') open.push(token);
    else if (text in CLOSING) closeBracket(open, token, CLOSING[text] as string);
  }
}

function closeBracket(open: ParserToken[], closing: ParserToken, opening: string): void {
  let at = open.length - 1;
  while (at >= 0 && (open[at] as ParserToken).source.text !== opening) {
    if (opening !== '{' && (open[at] as ParserToken).source.text === '{') return;
    at--;
  }
  if (at < 0) return;
  const partner = open[at] as ParserToken;
  partner.partner = closing.index;
  closing.partner = partner.index;
  open.length = at;
}
