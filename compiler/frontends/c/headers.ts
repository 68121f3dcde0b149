/**
 * Which header declares a name: for the advice to include it.
 *
 * Takes: the headers' names. Gives: an index from names to headers. One idea: each header is preprocessed and parsed as
 * any program is, and what it defines and declares itself is its own; the index is made once, when pgasc is built.
 */

import { DiagnosticBag } from '../../diagnostics/diagnostic.ts';
import type { HeaderOf } from '../../diagnostics/suggestion.ts';
import type { CompilerOptions, FileHost } from '../../options.ts';
import { sourceFile } from '../../source/source.ts';
import type { Declaration, Enum, ExternalDeclaration } from './ast/ast.ts';
import { visitTree } from './ast/tree.ts';
import { toTokens } from './lexer/lexer.ts';
import { declaredName, innermost } from './parser/declarators.ts';
import { parse } from './parser/index.ts';
import { preprocess } from './preprocess/preprocess.ts';

export interface HeaderIndex {
  readonly headers: readonly string[];
  readonly functions: Readonly<Record<string, string>>;
  /** Types, macros, objects and enumerators. */
  readonly others: Readonly<Record<string, string>>;
}

/** Where several declare a name: first these, last those. */
const FIRST = `stddef.h stdio.h stdlib.h string.h math.h stdint.h stdbool.h upc.h upc_types.h upc_collective.h unistd.h
  sys/types.h coarray.h gasnet.h`.split(/\s+/);
const LAST = new Set([
  'tgmath.h',
  'memory.h',
  'malloc.h',
  'xmp.h',
  'bupc_namespace.h',
  'upc_strict.h',
  'upc_relaxed.h',
]);

interface Names {
  readonly functions: Set<string>;
  readonly others: Set<string>;
}

/** The index of headers that `options` leads to. */
export function indexHeaders(headers: readonly string[], options: CompilerOptions, host: FileHost): HeaderIndex {
  const index = { headers, functions: {} as Record<string, string>, others: {} as Record<string, string> };
  for (const header of inOrder(headers)) {
    const names = namesOf(header, options, host);
    for (const name of names.functions) index.functions[name] ??= header;
    for (const name of names.others) index.others[name] ??= header;
  }
  return index;
}

/** Asks an index that is there when the first name is looked for. */
export function headerOf(index: () => HeaderIndex): HeaderOf {
  return (name, called) => own(index().others, name) ?? (called ? own(index().functions, name) : undefined);
}

function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function inOrder(headers: readonly string[]): string[] {
  const rank = (name: string) => {
    const first = FIRST.indexOf(name);
    return first >= 0 ? first : LAST.has(name) ? FIRST.length + 1 : FIRST.length;
  };
  return [...headers].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** What a header declares itself, and not by including another. */
function namesOf(header: string, options: CompilerOptions, host: FileHost): Names {
  const bag = new DiagnosticBag();
  const unit = preprocess(sourceFile('', `#include <${header}>\n`), options, host, bag);
  const names: Names = { functions: new Set(), others: new Set() };
  const isOwn = (file: { name: string }) => file.name.endsWith(`/${header}`);
  for (const { name, location, parameters } of unit.macros.values())
    if (isOwn(location.file)) add(parameters ? names.functions : names.others, name);
  for (const each of parse(toTokens(unit, bag), header, bag).declarations)
    if (isOwn(each.location.file)) declared(each, names);
  return names;
}

function declared(node: ExternalDeclaration, names: Names): void {
  if (node.kind === 'FunctionDefinition') add(names.functions, declaredName(node.declarator));
  else if (node.kind === 'Declaration') declarators(node, names);
}

function declarators(node: Declaration, { functions, others }: Names): void {
  const isType = node.specifiers.storage.some(({ name }) => name === 'typedef');
  for (const { declarator } of node.declarators) {
    const isFunction = !isType && innermost(declarator).kind === 'FunctionDeclarator';
    add(isFunction ? functions : others, declaredName(declarator));
  }
  visitTree(node.specifiers, (each) => {
    if (each.kind === 'Enum') for (const { name } of (each as Enum).enumerators ?? []) add(others, name);
  });
}

/** Names of one letter are the program's own, those with underscores in front the implementation's. */
function add(names: Set<string>, name: string | undefined): void {
  if (name !== undefined && name.length > 1 && !name.startsWith('_')) names.add(name);
}
