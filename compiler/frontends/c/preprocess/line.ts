/**
 * #line, the line markers `# 12 "file"` of preprocessed text, #error and #warning (C99 6.10.4, 6.10.5).
 *
 * One idea: a new numbering is a fact about the source file, which places look up when they are shown.
 */

import { physicalLine, positionOf, type SourceFile } from '../../../source/source.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { expandList } from './expander.ts';
import type { DirectiveLine } from './file-reader.ts';
import { destringize, spell } from './spelling.ts';
import type { State } from './state.ts';

const MAX_LINE = 2147483647;

/** #line number "file", after macro expansion. */
export function line(state: State, directive: DirectiveLine): void {
  const tokens = expandList(state, directive.rest).filter((token) => token.kind !== 'padding');
  renumber(state, directive, tokens, false);
}

/** # number "file" flags */
export function lineMarker(state: State, directive: DirectiveLine): void {
  renumber(state, directive, [directive.name as PPToken, ...directive.rest], true);
}

/** #error */
export function error(state: State, directive: DirectiveLine): void {
  state.bag.error('PP1061', `#error ${spell(directive.rest)}`.trimEnd(), directive.name);
}

/** #warning */
export function warning(state: State, directive: DirectiveLine): void {
  state.bag.warning('PP1062', 'cpp', `#warning ${spell(directive.rest)}`.trimEnd(), directive.name);
}

function renumber(state: State, directive: DirectiveLine, tokens: readonly PPToken[], marker: boolean): void {
  const [number, name] = tokens;
  const start = directive.name as PPToken;
  const wrong = misplaced(tokens);
  if (wrong !== undefined || !number) {
    state.bag.error('PP1060', wrong ?? '#line needs a positive decimal number', number ?? start);
    return;
  }
  const presumed = Number(number.text);
  if (!marker) judge(state, tokens, presumed);
  const last = directive.rest.at(-1) ?? start;
  const next = physicalLine(last.file, last.offset + last.length) + 1;
  const file = name ? destringize(name.text) : positionOf(last).name;
  record(last.file, next, Math.min(presumed, MAX_LINE), file);
}

function misplaced([number, name]: readonly PPToken[]): string | undefined {
  if (number && !/^\d+$/.test(number.text)) return `#line needs a positive decimal number, not ${number.text}`;
  if (!name || (name.kind === 'string' && !name.text.startsWith('L'))) return undefined;
  return `the file name of #line is a string, not ${name.text}`;
}

function judge(state: State, tokens: readonly PPToken[], presumed: number): void {
  const [number, , extra] = tokens;
  if (presumed < 1 || presumed > MAX_LINE) {
    const text = `line number ${number?.text} is not between 1 and ${MAX_LINE}`;
    state.bag.warning('PP1063', 'line-number', text, number);
  }
  if (extra) state.bag.warning('PP1043', 'extra-tokens', 'extra tokens at the end of #line', extra);
}

/** Adds a renumbering in order; a file that is included again renumbers its lines as before. */
function record(file: SourceFile, physical: number, presumed: number, name: string): void {
  const { renumberings } = file;
  while ((renumberings.at(-1)?.line ?? 0) >= physical) renumberings.pop();
  renumberings.push({ line: physical, presumed, name });
}
