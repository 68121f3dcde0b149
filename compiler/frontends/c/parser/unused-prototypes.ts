/**
 * Leaves out prototypes that nobody needs, of functions that a library declares by the thousand.
 *
 * Takes and gives the tokens of a unit. One idea: a name that occurs once in all of a unit is that of its declaration. Only what macros of
 * the compiler's own headers have made is left out (shmem.h has a prototype for each type and operation); so messages know all other names.
 */
import type { Token } from '../lexer/token.ts';

export function withoutUnusedPrototypes(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isMade)) return tokens;
  const uses = countNames(tokens);
  const kept: Token[] = [];
  for (let start = 0; start < tokens.length; ) {
    const end = endOfDeclaration(tokens, start);
    if (!isUnused(tokens, start, end, uses)) for (let i = start; i < end; i++) kept.push(tokens[i]!);
    start = end;
  }
  return kept;
}

/** Made by a macro that a header of the compiler's uses. */
const isMade = ({ location }: Token): boolean => location.expansion?.file.system === true;

function countNames(tokens: readonly Token[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { kind, text } of tokens) if (kind === 'identifier') uses.set(text, (uses.get(text) ?? 0) + 1);
  return uses;
}

/** Behind the semicolon outside of all brackets; a function's body does not end what is looked at. */
function endOfDeclaration(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let i = start; i < tokens.length; i++) {
    const { kind, text } = tokens[i]!;
    if (kind !== 'punctuator') continue;
    if (text === '(' || text === '{' || text === '[') depth++;
    else if (text === ')' || text === '}' || text === ']') depth--;
    else if (text === ';' && depth === 0) return i + 1;
  }
  return tokens.length;
}

/** Type, name, parameters, semicolon: nothing else is a prototype here. */
function isUnused(tokens: readonly Token[], start: number, end: number, uses: ReadonlyMap<string, number>): boolean {
  if (!isMade(tokens[start]!)) return false;
  let name = start;
  while (name + 1 < end && tokens[name + 1]!.text !== '(') name++;
  if (tokens[name]!.kind !== 'identifier' || uses.get(tokens[name]!.text) !== 1) return false;
  return closing(tokens, name + 1) === end - 2 && tokens.slice(start, name).every(isOfType);
}

const isOfType = ({ kind, text }: Token): boolean =>
  kind === 'identifier' || (kind === 'keyword' && text !== 'typedef') || text === '*';

/** The parenthesis that closes this one. */
function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    if (tokens[i]!.text === '(') depth++;
    else if (tokens[i]!.text === ')' && --depth === 0) return i;
  }
  return -1;
}
