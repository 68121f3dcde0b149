/**
 * Whether a text is a whole input, or continues in the next line.
 *
 * Takes a text and the names of types. One idea: only what would be wrong at the end of any input makes it wait: an open
 * bracket, comment or `#if`, a backslash, an operator without its right side, a header without its statement.
 */
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import type { PPToken } from '../../compiler/frontends/c/lexer/preprocessing-token.ts';
import { directiveName, type ScannedFile, scan } from '../../compiler/frontends/c/lexer/scanner.ts';
import { sourceFile } from '../../compiler/source/source.ts';

/** Tokens after which something must follow. */
const WAITING = new Set(
  `+ - * / % & | ^ ~ ! && || = += -= *= /= %= &= |= ^= <<= >>= << >> < > <= >= == != ? : , . -> else do`.split(/\s+/),
);
const HEADERS = new Set(['if', 'for', 'switch', 'upc_forall']);
const TYPE_WORDS = new Set(
  `void char short int long float double signed unsigned _Bool bool _Complex struct union enum const volatile static extern
   inline shared strict relaxed`.split(/\s+/),
);

/** Whether the text is complete; `isType` recognizes names of types. */
export function isComplete(text: string, isType: (name: string) => boolean): boolean {
  if (/\\[ \t]*\r?\n?$/.test(text)) return false;
  const bag = new DiagnosticBag();
  const scanned = scan(sourceFile('', text), bag);
  if (bag.hasErrors || openConditionals(scanned) > 0) return false;
  const tokens = withoutDirectives(scanned);
  const last = tokens.at(-1);
  if (!last) return true;
  if (depthOf(tokens) > 0 || WAITING.has(last.text)) return false;
  if (last.text === '}') return openLoops(tokens) === 0;
  return last.text !== ')' || !(endsInHeader(tokens) || isFunctionHead(tokens, isType));
}

/** Is there anything but white space and comments? */
export function isEmpty(text: string): boolean {
  return scan(sourceFile('', text), new DiagnosticBag()).tokens.length === 1;
}

function openConditionals({ tokens, directives }: ScannedFile): number {
  const names = directives.map((at) => directiveName(tokens, at));
  return names.filter((name) => /^if/.test(name)).length - names.filter((name) => name === 'endif').length;
}

function withoutDirectives({ tokens, directives }: ScannedFile): PPToken[] {
  const skipped = new Set<PPToken>();
  for (const start of directives) {
    skipped.add(tokens[start] as PPToken);
    for (let at = start + 1; tokens[at] && !(tokens[at] as PPToken).lineStart; at++) skipped.add(tokens[at] as PPToken);
  }
  return tokens.filter((token) => token.kind !== 'end' && !skipped.has(token));
}

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** Number of open brackets. */
function depthOf(tokens: readonly PPToken[]): number {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (kind !== 'punctuator') continue;
    if (OPENING.has(text)) depth++;
    else if (CLOSING.has(text)) depth--;
  }
  return depth;
}

/** `do`s outside of brackets that lack their `while`. */
function openLoops(tokens: readonly PPToken[]): number {
  const outside = outermost(tokens);
  const count = (word: string) => outside.filter(({ text }) => text === word).length;
  return Math.max(0, count('do') - count('while'));
}

function outermost(tokens: readonly PPToken[]): PPToken[] {
  let depth = 0;
  return tokens.filter(({ kind, text }) => {
    if (kind === 'punctuator' && CLOSING.has(text)) depth--;
    const isOutside = depth === 0;
    if (kind === 'punctuator' && OPENING.has(text)) depth++;
    return isOutside;
  });
}

/** `if (...)` without a statement. */
function endsInHeader(tokens: readonly PPToken[]): boolean {
  const open = partnerOf(tokens, tokens.length - 1);
  const word = tokens[open - 1]?.text ?? '';
  return HEADERS.has(word) || (word === 'while' && openLoops(tokens.slice(0, open - 1)) === 0);
}

/** Index of the bracket that the one at `at` closes. */
function partnerOf(tokens: readonly PPToken[], at: number): number {
  let depth = 0;
  for (let k = at; k >= 0; k--) {
    const { kind, text } = tokens[k] as PPToken;
    if (kind !== 'punctuator') continue;
    if (CLOSING.has(text)) depth++;
    else if (OPENING.has(text) && --depth === 0) return k;
  }
  return 0;
}

/** `int f(int x)`, whose body may stand in the next line. */
function isFunctionHead(tokens: readonly PPToken[], isType: (name: string) => boolean): boolean {
  const outside = outermost(tokens);
  const start = outside.findLastIndex(({ text }) => text === ';' || text === '}') + 1;
  const item = outside.slice(start);
  const first = item[0];
  if (!first || !(TYPE_WORDS.has(first.text) || isType(first.text)) || item.some(({ text }) => text === '='))
    return false;
  const open = item.findIndex(({ text }) => text === '(');
  const name = item[open - 1];
  return name?.kind === 'identifier' && !TYPE_WORDS.has(name.text) && open > 1;
}
