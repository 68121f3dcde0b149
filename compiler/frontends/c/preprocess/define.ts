/**
 * #define and #undef (C99 6.10.3, 6.10.3.5, 6.10.8; UPC 1.3, predefined macro names).
 *
 * One idea: a definition is checked when it is made, so that expansion need not check anything.
 */
import type { PPToken } from '../lexer/preprocessing-token.ts';
import type { DirectiveLine } from './file-reader.ts';
import { type Macro, parameterUses, sameDefinition } from './macro.ts';
import { PREDEFINED_FILE, UPC_MACROS } from './predefined.ts';
import type { State } from './state.ts';
import { isHash, isPaste } from './substitution.ts';
import { macroName, noExtraTokens } from './syntax.ts';

interface Parameters {
  readonly names: readonly string[];
  readonly variadic: boolean;
  /** Index in the directive of the body's first token. */
  readonly end: number;
}

/** Carries out a #define. */
export function define(state: State, line: DirectiveLine): void {
  const name = macroName(state, line);
  if (!name || !mayName(state, name, 'redefined')) return;
  const parameters = isFunctionLike(line) ? parseParameters(state, line) : undefined;
  if (isFunctionLike(line) && !parameters) return;
  const body = line.rest.slice(parameters?.end ?? 1);
  if (!parameters) separated(state, name, body[0]);
  const macro: Macro = {
    name: name.text,
    location: name,
    parameters: parameters?.names,
    variadic: parameters?.variadic ?? false,
    body,
    uses: parameterUses(body, parameters?.names),
    disabled: false,
  };
  if (!validBody(state, macro)) return;
  reportRedefinition(state, macro);
  state.macros.set(macro.name, macro);
}

/** Carries out an #undef. */
export function undefine(state: State, line: DirectiveLine): void {
  const name = macroName(state, line);
  if (!name || !mayName(state, name, 'undefined')) return;
  noExtraTokens(state, line, 1);
  if (state.macros.get(name.text)?.builtin) {
    state.bag.warning('PP1015', 'builtin-macro-redefined', `undefining "${name.text}"`, name);
  }
  state.macros.delete(name.text);
}

function mayName(state: State, name: PPToken, action: string): boolean {
  if (name.text === 'defined') state.bag.error('PP1018', '"defined" cannot be a macro', name);
  else if (name.text === '__VA_ARGS__') misplacedVariadic(state, name);
  else if (UPC_MACROS.has(name.text) && name.file.name !== PREDEFINED_FILE && !isC(state)) {
    state.bag.error(
      'PP1016',
      `"${name.text}" cannot be ${action}: it belongs to the language (UPC 1.3, predefined macro names)`,
      name,
    );
  } else return true;
  return false;
}

const isC = (state: State): boolean => state.options.dialect?.language === 'c';

function isFunctionLike(line: DirectiveLine): boolean {
  const open = line.rest[1];
  return open !== undefined && open.text === '(' && !open.space;
}

function separated(state: State, name: PPToken, first: PPToken | undefined): void {
  if (!first || first.space) return;
  const text = `white space is missing between the name of macro "${name.text}" and its body`;
  state.bag.warning('PP1019', 'macro-whitespace', text, first);
}

function parseParameters(state: State, line: DirectiveLine): Parameters | undefined {
  const { rest } = line;
  const names: string[] = [];
  if (rest[2]?.text === ')') return { names, variadic: false, end: 3 };
  for (let at = 2; ; at++) {
    const token = rest[at];
    if (token?.text === '...') {
      return listEnd(state, line, at + 1, [...names, '__VA_ARGS__'], true);
    }
    if (!validParameter(state, line, token, names)) return undefined;
    names.push((token as PPToken).text);
    if (rest[++at]?.text === '...') return listEnd(state, line, at + 1, names, true);
    if (rest[at]?.text !== ',') return listEnd(state, line, at, names, false);
  }
}

function listEnd(
  state: State,
  line: DirectiveLine,
  at: number,
  names: readonly string[],
  variadic: boolean,
): Parameters | undefined {
  const close = line.rest[at];
  if (close?.text === ')') return { names, variadic, end: at + 1 };
  const macro = line.rest[0] as PPToken;
  const wanted = variadic ? '")"' : '"," or ")"';
  const got = close ? `, found ${close.text}` : '';
  state.bag.error('PP1012', `expected ${wanted} in the parameters of macro "${macro.text}"${got}`, close ?? macro);
  return undefined;
}

function validParameter(
  state: State,
  line: DirectiveLine,
  token: PPToken | undefined,
  names: readonly string[],
): boolean {
  const macro = line.rest[0] as PPToken;
  if (token?.kind !== 'identifier') {
    const got = token ? `, found ${token.text}` : '';
    state.bag.error('PP1012', `expected a parameter's name in macro "${macro.text}"${got}`, token ?? macro);
  } else if (token.text === '__VA_ARGS__') misplacedVariadic(state, token);
  else if (names.includes(token.text)) {
    state.bag.error('PP1012', `macro "${macro.text}" has two parameters named "${token.text}"`, token);
  } else return true;
  return false;
}

function misplacedVariadic(state: State, at: PPToken): void {
  state.bag.error('PP1017', '__VA_ARGS__ can only stand in the body of a macro whose parameters end with "..."', at);
}

/** Checks `#`, `##` and __VA_ARGS__ in a body (6.10.3.2p1, 6.10.3.3p1, 6.10.3p5). */
function validBody(state: State, macro: Macro): boolean {
  const { body, uses, parameters } = macro;
  const edge = [body[0], body.at(-1)].find((token) => token && isPaste(token));
  const hash = parameters && body.find((token, k) => isHash(token) && (uses[k + 1] ?? -1) < 0);
  const variadic = body.find((token) => token.text === '__VA_ARGS__' && !parameters?.includes('__VA_ARGS__'));
  if (edge) state.bag.error('PP1014', `"##" cannot stand at either end of a macro's body`, edge);
  if (hash) state.bag.error('PP1013', `"#" is not followed by a parameter of macro "${macro.name}"`, hash);
  if (variadic) misplacedVariadic(state, variadic);
  return !edge && !hash && !variadic;
}

function reportRedefinition(state: State, macro: Macro): void {
  const previous = state.macros.get(macro.name);
  if (!previous || sameDefinition(previous, macro)) return;
  if (previous.builtin) {
    state.bag.warning('PP1015', 'builtin-macro-redefined', `redefining "${macro.name}"`, macro.location);
    return;
  }
  const note = { text: 'the previous definition is here', location: previous.location };
  state.bag.warning('PP1015', 'macro-redefined', `macro "${macro.name}" redefined`, macro.location, [note]);
}
