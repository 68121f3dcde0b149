/**
 * #pragma and _Pragma (C99 6.10.6, 6.10.9).
 *
 * One idea: both come down to the pragma's text; the few that concern the preprocessor are obeyed here, all others
 * become one `pragma` token, macros in it not expanded.
 */

import { type Location, sourceFile } from '../../../source/source.ts';
import { PPToken } from '../lexer/preprocessing-token.ts';
import { scan } from '../lexer/scanner.ts';
import type { DirectiveLine } from './file-reader.ts';
import { destringize, spell } from './spelling.ts';
import type { State } from './state.ts';

/** #pragma */
export function pragma(state: State, line: DirectiveLine): void {
  const { hash, name, rest } = line;
  const last = rest.at(-1) ?? (name as PPToken);
  const length = last.offset + last.length - hash.offset;
  obey(state, spell(rest), { file: hash.file, offset: hash.offset, length });
}

/** _Pragma; `next` gives the tokens that follow the operator. */
export function pragmaOperator(state: State, use: PPToken, next: () => PPToken): void {
  const open = next();
  const text = open.text === '(' ? next() : open;
  if (text.kind !== 'string' || next().text !== ')') {
    state.bag.error('PP1070', '_Pragma needs one string literal in parentheses', use);
    return;
  }
  const { tokens } = scan(sourceFile('_Pragma', destringize(text.text)));
  obey(state, spell(tokens.slice(0, -1)), use);
}

const MACRO_STACK = /^(push|pop)_macro ?\( ?"([^"]*)" ?\)/;
const MESSAGE = /^GCC (error|warning) (".*")$/;

function obey(state: State, text: string, at: Location): void {
  const stack = MACRO_STACK.exec(text);
  const message = MESSAGE.exec(text);
  if (/^once(?!\w)/.test(text)) once(state, at);
  else if (stack?.[1] === 'push') push(state, stack[2] as string);
  else if (stack) pop(state, stack[2] as string);
  else if (message?.[1] === 'error') state.bag.error('PP1061', destringize(message[2] as string), at);
  else if (message) state.bag.warning('PP1062', 'cpp', destringize(message[2] as string), at);
  else passOn(state, text, at);
}

function passOn(state: State, text: string, at: Location): void {
  state.bag.pragmas.obey(text, at);
  const token = new PPToken('pragma', text, at.file, at.offset, at.length, true, true);
  token.expansion = at.expansion;
  state.output.push(token);
}

function once(state: State, at: Location): void {
  if (state.readers.length > 1) state.once.add(state.reader.scanned.file.name);
  else state.bag.warning('PP1071', 'pragma-once-outside-header', '#pragma once in the main file', at);
}

function push(state: State, name: string): void {
  const stack = state.pushed.get(name) ?? [];
  state.pushed.set(name, stack);
  stack.push(state.macros.get(name));
}

function pop(state: State, name: string): void {
  const stack = state.pushed.get(name);
  if (!stack || stack.length === 0) return;
  const macro = stack.pop();
  if (macro) state.macros.set(name, macro);
  else state.macros.delete(name);
}
