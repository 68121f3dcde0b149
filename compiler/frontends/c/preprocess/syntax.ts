/** Syntax that several directives share: the name of a macro as operand, and nothing after the operands. */
import type { PPToken } from '../lexer/preprocessing-token.ts';
import type { DirectiveLine } from './file-reader.ts';
import type { State } from './state.ts';

/** The macro name that follows the directive's name; undefined, with an error, where there is none. */
export function macroName(state: State, line: DirectiveLine): PPToken | undefined {
  const name = line.name as PPToken;
  const operand = line.rest[0];
  if (operand?.kind === 'identifier') return operand;
  if (operand) state.bag.error('PP1011', `macro names are identifiers, not ${operand.text}`, operand);
  else state.bag.error('PP1011', `no macro name given in #${name.text}`, name);
  return undefined;
}

/** Warns of tokens after the first `count`. */
export function noExtraTokens(state: State, line: DirectiveLine, count: number): void {
  const extra = line.rest[count];
  if (!extra) return;
  const text = `extra tokens at the end of #${(line.name as PPToken).text}`;
  state.bag.warning('PP1043', 'extra-tokens', text, extra);
}
