/**
 * Conditional inclusion (C99 6.10.1): #if, #ifdef, #ifndef, #elif, #else, #endif.
 *
 * One idea: each open file has a stack of its open conditionals; a branch that is not taken is skipped by the reader
 * up to the next directive of the same conditional, which then decides for itself.
 */
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { evaluateCondition } from './condition.ts';
import type { DirectiveLine, FileReader } from './file-reader.ts';
import { isDefined } from './operators.ts';
import type { State } from './state.ts';
import { macroName, noExtraTokens } from './syntax.ts';

export interface Conditional {
  /** The name token of the directive that opened it. */
  readonly opening: PPToken;
  /** A branch was compiled already. */
  taken: boolean;
  /** The `else` of it, once met. */
  otherwise: PPToken | undefined;
}

/** #if */
export function openIf(state: State, line: DirectiveLine): void {
  open(state, line, evaluateCondition(state, line));
}

/** #ifdef */
export function openIfDefined(state: State, line: DirectiveLine): void {
  open(state, line, testName(state, line, true));
}

/** #ifndef */
export function openIfNotDefined(state: State, line: DirectiveLine): void {
  open(state, line, testName(state, line, false));
}

/** #elif */
export function elseIf(state: State, line: DirectiveLine): void {
  const conditional = innermost(state, line);
  if (!conditional || afterElse(state, line, conditional)) return;
  if (!conditional.taken && evaluateCondition(state, line)) conditional.taken = true;
  else state.reader.skipGroup();
}

/** #else */
export function otherwise(state: State, line: DirectiveLine): void {
  const conditional = innermost(state, line);
  if (!conditional || afterElse(state, line, conditional)) return;
  noExtraTokens(state, line, 0);
  conditional.otherwise = line.name;
  if (conditional.taken) state.reader.skipGroup();
  conditional.taken = true;
}

/** #endif */
export function close(state: State, line: DirectiveLine): void {
  if (innermost(state, line)) noExtraTokens(state, line, 0);
  state.reader.conditionals.pop();
}

/** Reports the conditionals that a file leaves open. */
export function reportOpen(state: State, reader: FileReader): void {
  for (const { opening, otherwise: other } of reader.conditionals) {
    const notes = other ? [{ text: 'its #else is here', location: other }] : [];
    state.bag.error('PP1042', `unterminated #${opening.text}: no #endif before the end of the file`, opening, notes);
  }
}

function open(state: State, line: DirectiveLine, taken: boolean): void {
  const { reader } = state;
  reader.conditionals.push({ opening: line.name as PPToken, taken, otherwise: undefined });
  if (!taken) reader.skipGroup();
}

function testName(state: State, line: DirectiveLine, wanted: boolean): boolean {
  const name = macroName(state, line);
  if (!name) return false;
  noExtraTokens(state, line, 1);
  return isDefined(state, name.text) === wanted;
}

function innermost(state: State, line: DirectiveLine): Conditional | undefined {
  const conditional = state.reader.conditionals.at(-1);
  const name = line.name as PPToken;
  if (!conditional) state.bag.error('PP1040', `#${name.text} without #if`, name);
  return conditional;
}

/** Reports a second #else, or an #elif after it, and skips what follows. */
function afterElse(state: State, line: DirectiveLine, { opening, otherwise: other }: Conditional): boolean {
  if (!other) return false;
  const name = line.name as PPToken;
  state.bag.error('PP1041', `#${name.text} after #else`, name, [
    { text: 'the #else is here', location: other },
    { text: `the #${opening.text} that it belongs to is here`, location: opening },
  ]);
  state.reader.skipGroup();
  return true;
}
