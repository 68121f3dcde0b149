/**
 * #include, #include_next and #import (C99 6.10.2).
 *
 * One idea: the header's name is what the scanner took for one or, failing that, what the line expands to.
 */
import { advice, type Note, replacement } from '../../../diagnostics/diagnostic.ts';
import { nearestName, type Suggestion } from '../../../diagnostics/suggestion.ts';
import { type SourceFile, sourceFile } from '../../../source/source.ts';
import { IS_CPLUSPLUS } from '../lexer/dialect.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { expandList } from './expander.ts';
import type { DirectiveLine } from './file-reader.ts';
import { findHeader } from './header-search.ts';
import { spell } from './spelling.ts';
import type { State } from './state.ts';
import { noExtraTokens } from './syntax.ts';

const DEPTH_LIMIT = 200;

/** Carries out an #include. */
export function include(state: State, line: DirectiveLine): void {
  const name = line.name as PPToken;
  const header = headerName(state, line);
  if (header === undefined || !allowedHere(state, name)) return;
  const next = name.text === 'include_next' && inHeader(state, name);
  const { found, directory, searched } = findHeader(state, header, next);
  if (name.text === 'import' && found) state.once.add(found.name);
  if (!found && state.options.generatedHeaders) state.open(sourceFile(header.slice(1, -1), ''));
  else if (!found) missing(state, line, header, searched);
  else if (!needless(state, found))
    state.bag.pragmas.through(found, line.following, () => state.enter(state, found, directory));
  else state.open(found);
}

/** The name with its delimiters; undefined, with an error, where the line names no header. */
function headerName(state: State, line: DirectiveLine): string | undefined {
  const first = line.rest[0];
  if (first?.kind === 'header') noExtraTokens(state, line, 1);
  const text = first?.kind === 'header' ? first.text : expandedName(state, line.rest);
  if (text.length > 2) return text;
  const name = line.name as PPToken;
  if (text === '') state.bag.error('PP1050', `#${name.text} needs "file" or <file>`, first ?? name);
  else state.bag.error('PP1050', `empty file name in #${name.text}`, first);
  return undefined;
}

function expandedName(state: State, rest: readonly PPToken[]): string {
  const tokens = expandList(state, rest).filter((token) => token.kind !== 'padding');
  const first = tokens[0];
  if (first?.kind === 'string' && first.text.startsWith('"')) return first.text;
  const end = tokens.findIndex((token) => token.text === '>');
  return first?.text === '<' && end > 0 ? spell(tokens.slice(0, end + 1)).replace(/^< | >$/g, (c) => c.trim()) : '';
}

/** The main file has no include directory to search behind. */
function inHeader(state: State, name: PPToken): boolean {
  const header = state.readers.length > 1;
  if (!header) state.bag.warning('PP1054', 'include-next-outside-header', '#include_next in the main file', name);
  return header;
}

function allowedHere(state: State, name: PPToken): boolean {
  const macro = state.calls.at(-1);
  if (macro) state.bag.error('PP1053', `#${name.text} inside the arguments of macro "${macro.name}"`, name);
  const deep = state.readers.length > DEPTH_LIMIT;
  if (deep) {
    const file = state.reader.scanned.file.name;
    state.halt('PP1052', `#${name.text} nested more than ${DEPTH_LIMIT} deep: does "${file}" include itself?`, name);
  }
  return !macro && !deep;
}

function missing(state: State, line: DirectiveLine, header: string, searched: readonly string[]): void {
  const at = line.rest[0] ?? line.name;
  const obstacle = obstacleTo(state, header.slice(1, -1), searched);
  const shown = searched.map((path) => (path === '' ? '.' : path));
  const text = shown.length > 0 ? `searched in: ${shown.join(', ')}` : 'there is no directory to search';
  const { hint, fixes } = nearestHeader(state, header, searched, at);
  if (obstacle === undefined)
    state.bag.error('PP1051', `cannot find ${header}${hint}`, at, [{ text }, ...foreign(header)], fixes);
  else state.bag.error('PP1051', `cannot include ${header}: ${obstacle}`, at);
  state.incomplete = true;
}

/** Why a path of that name cannot be read, where there is one. */
function obstacleTo(state: State, name: string, searched: readonly string[]): string | undefined {
  const paths = name.startsWith('/') ? [name] : searched.map((path) => state.host.join(path, name));
  for (const path of paths) {
    const obstacle = state.host.obstacle?.(path);
    if (obstacle !== undefined) return `${path} ${obstacle}`;
  }
  return undefined;
}

/** `<stdoi.h>`: the header that is meant, one of pgasc's or a file where it was looked for. */
function nearestHeader(state: State, header: string, searched: readonly string[], at: PPToken | undefined): Suggestion {
  const ofSystem = state.options.headerNames?.() ?? [];
  const files = searched.flatMap((directory) => state.host.names?.(directory || '.') ?? []);
  const near = nearestName(header.slice(1, -1), [...ofSystem, ...files.filter((name) => name.endsWith('.h'))]);
  if (near === undefined) return { hint: '', fixes: [] };
  const meant = ofSystem.includes(near) ? `<${near}>` : `"${near}"`;
  return { hint: `; did you mean ${meant}?`, fixes: at?.kind === 'header' ? [replacement(at, meant)] : [] };
}

/** `<iostream>`: headers without a suffix are C++'s. */
function foreign(header: string): Note[] {
  return /^<\w+>$/.test(header) ? advice(`${header} is C++; ${IS_CPLUSPLUS}`) : [];
}

/** Whether including a file would give nothing: it is guarded, or wants to be included once. */
function needless(state: State, file: SourceFile): boolean {
  if (state.once.has(file.name)) return state.opened.has(file.name);
  const guard = state.files.guard(file);
  return guard !== undefined && state.macros.has(guard);
}
