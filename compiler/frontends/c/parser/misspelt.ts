/**
 * Misspelt keywords: `retrun 0;`, `whlie (x) {`, `statc int n;`.
 *
 * One idea: where a name that nothing declares begins a statement or declaration, and what follows can stand after
 * keywords alone, the nearest of those is meant.
 */
import type { TokenType } from 'chevrotain';
import { nearestName } from '../../../diagnostics/suggestion.ts';
import { physicalLine, spelledAt } from '../../../source/source.ts';
import { Literal, TypeWord, t } from './terminals.ts';
import type { ParserToken } from './tokens.ts';

const words = (text: string): readonly string[] => text.split(/\s+/);

const TYPES = words('void char short int long float double signed unsigned struct union enum');
const DECLARING = words('const volatile static extern typedef register inline shared strict relaxed');
const WITH_CONDITION = words('if while switch');
const WITH_HEADER = words('for upc_forall');
const BEFORE_BLOCK = words('do');
const BEFORE_OPERAND = words('return goto case upc_barrier upc_notify upc_wait');
const ALONE = words('break continue return upc_barrier upc_notify upc_wait upc_fence');

const [SEMICOLON, OPEN_BRACE] = [t(';'), t('{')];
const TYPE_STARTS = new Set(words('struct union enum shared').map(t));

/** The keyword that the name at an index stands for, at the start of a statement; `types` are names that could be meant as well. */
export function statementMeant(
  tokens: readonly ParserToken[],
  at: number,
  types: Iterable<string>,
): string | undefined {
  const [name, next] = [tokens[at] as ParserToken, tokens[at + 1] as ParserToken];
  if (next.source.text === '(') return nearest(name, beforeParens(tokens, next));
  if (next.tokenType === SEMICOLON) return nearest(name, ALONE);
  if (next.tokenType === OPEN_BRACE) return nearest(name, BEFORE_BLOCK);
  if (isA(next, Literal)) return nearest(name, BEFORE_OPERAND);
  return next.lazy === 'identifier'
    ? nearest(name, [...types, ...BEFORE_OPERAND, ...TYPES, ...DECLARING], new Set(types))
    : declarationMeant(tokens, at, types);
}

/** The same at the start of a declaration. */
export function declarationMeant(
  tokens: readonly ParserToken[],
  at: number,
  types: Iterable<string>,
): string | undefined {
  const [name, next] = [tokens[at] as ParserToken, tokens[at + 1] as ParserToken];
  const precedesType = next.lazy === 'identifier' || isA(next, TypeWord) || TYPE_STARTS.has(next.tokenType);
  return precedesType ? nearest(name, [...types, ...TYPES, ...DECLARING], new Set(types)) : undefined;
}

/** Whether `else` is meant where one may stand. */
export function isElse(tokens: readonly ParserToken[], at: number): boolean {
  const [name, next] = [tokens[at] as ParserToken, tokens[at + 1] as ParserToken];
  const begins = next.tokenType === OPEN_BRACE || next.lazy === 'identifier' || next.source.kind === 'keyword';
  return begins && nearest(name, ['else', ...TYPES, ...BEFORE_OPERAND]) === 'else';
}

function nearest(
  { image }: ParserToken,
  keywords: readonly string[],
  others?: ReadonlySet<string>,
): string | undefined {
  const lower = image.toLowerCase();
  const meant = keywords.includes(lower) ? lower : nearestName(image, keywords);
  return meant === undefined || others?.has(meant) ? undefined : meant;
}

/** Keywords that may stand before these parentheses: those with a condition only if no operator or ';' follows. */
function beforeParens(tokens: readonly ParserToken[], open: ParserToken): readonly string[] {
  if (open.partner < 0) return [];
  for (let at = open.index + 1; at < open.partner; at++) {
    const token = tokens[at] as ParserToken;
    if (token.tokenType === SEMICOLON) return WITH_HEADER;
    if (token.partner > at) at = token.partner;
  }
  return beginsStatement(tokens[open.partner + 1] as ParserToken, tokens[open.partner] as ParserToken)
    ? WITH_CONDITION
    : [];
}

function beginsStatement(token: ParserToken, before: ParserToken): boolean {
  if (token.tokenType === OPEN_BRACE) return true;
  const begins = token.lazy === 'identifier' || token.source.kind === 'keyword';
  return begins && lineOf(token) === lineOf(before);
}

function lineOf({ source }: ParserToken): number {
  const { file, offset } = spelledAt(source.location);
  return physicalLine(file, offset);
}

const isA = ({ tokenType }: ParserToken, category: TokenType): boolean =>
  tokenType.CATEGORIES?.includes(category) === true;
