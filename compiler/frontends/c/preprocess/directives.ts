/** The directives by name (C99 6.10). */
import { close, elseIf, openIf, openIfDefined, openIfNotDefined, otherwise } from './conditionals.ts';
import { define, undefine } from './define.ts';
import type { DirectiveLine } from './file-reader.ts';
import { include } from './include.ts';
import { error, line, lineMarker, warning } from './line.ts';
import { pragma } from './pragma.ts';
import type { State } from './state.ts';

const DIRECTIVES: ReadonlyMap<string, (state: State, line: DirectiveLine) => void> = new Map([
  ['define', define],
  ['undef', undefine],
  ['include', include],
  ['include_next', include],
  ['import', include],
  ['if', openIf],
  ['ifdef', openIfDefined],
  ['ifndef', openIfNotDefined],
  ['elif', elseIf],
  ['else', otherwise],
  ['endif', close],
  ['line', line],
  ['error', error],
  ['warning', warning],
  ['pragma', pragma],
  ['ident', () => {}],
  ['sccs', () => {}],
]);

/** Carries out a directive. */
export function execute(state: State, directive: DirectiveLine): void {
  const { name } = directive;
  if (!name) return;
  const handler = DIRECTIVES.get(name.text);
  if (handler) handler(state, directive);
  else if (name.kind === 'number') lineMarker(state, directive);
  else state.bag.error('PP1010', `invalid preprocessing directive #${name.text}`, name);
}
