/**
 * `defined` and `__has_include`: operators of #if that read their operand before macros get at it (C99 6.10.1p1).
 *
 * One idea: the expander meets them wherever they come from, so they work out of macros too, as in gcc.
 */
import type { PPToken } from '../lexer/preprocessing-token.ts';
import type { Operator } from './expander.ts';
import { findHeader } from './header-search.ts';
import type { State } from './state.ts';

const HAS_INCLUDE: ReadonlySet<string> = new Set(['__has_include', '__has_include_next']);

/** Whether `#ifdef` finds a name. */
export function isDefined(state: State, name: string): boolean {
  return state.macros.has(name) || HAS_INCLUDE.has(name);
}

/** The operators of #if. */
export function conditionOperators(state: State): ReadonlyMap<string, Operator> {
  return new Map<string, Operator>([
    ['defined', (use, read) => defined(state, use, read)],
    ['__has_include', (use, read) => hasInclude(state, use, read, false)],
    ['__has_include_next', (use, read) => hasInclude(state, use, read, true)],
  ]);
}

function defined(state: State, use: PPToken, read: () => PPToken): PPToken {
  let name = read();
  const parenthesized = name.text === '(';
  if (parenthesized) name = read();
  if (name.kind !== 'identifier') return malformed(state, use, '"defined" needs the name of a macro');
  if (parenthesized && read().text !== ')') return malformed(state, use, 'missing ")" after "defined"');
  return truth(use, isDefined(state, name.text));
}

function hasInclude(state: State, use: PPToken, read: () => PPToken, next: boolean): PPToken {
  if (read().text !== '(') return malformed(state, use, `missing "(" after "${use.text}"`);
  let text = '';
  let depth = 0;
  for (let token = read(); token.text !== ')' || depth > 0; token = read()) {
    if (token.kind === 'end') return malformed(state, use, `missing ")" after "${use.text}"`);
    depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    text += (token.space && text !== '' ? ' ' : '') + token.text;
  }
  if (!/^(<.+>|".+")$/.test(text)) return malformed(state, use, `"${use.text}" needs "file" or <file>`);
  return truth(use, findHeader(state, text, next).found !== undefined);
}

function malformed(state: State, use: PPToken, text: string): PPToken {
  state.bag.error('PP1030', text, use);
  return truth(use, false);
}

function truth(use: PPToken, value: boolean): PPToken {
  return use.replaced('number', value ? '1' : '0');
}
