/**
 * The parser: tokens in, syntax tree out (C99 6.5 to 6.9, UPC 1.3 6).
 *
 * The grammar is analysed when the first unit is parsed, and kept: it is the same for every unit.
 */

import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { HeaderOf } from '../../../diagnostics/suggestion.ts';
import type { SessionInput, TranslationUnit } from '../ast/ast.ts';
import type { Token } from '../lexer/token.ts';
import { Parser } from './external.ts';

let grammar: Parser | undefined;

/**
 * Parses a translation unit. Errors go to `bag`; the tree then lacks the items that were wrong.
 * `name` is the unit's main file.
 */
export function parse(
  tokens: readonly Token[],
  name: string,
  bag: DiagnosticBag,
  headerOf?: HeaderOf,
): TranslationUnit {
  grammar ??= new Parser();
  return grammar.unit(tokens, name, bag, headerOf);
}

/** Parses an input of a session in which `types` are the names of types. Errors go to `bag`. */
export function parseInput(
  tokens: readonly Token[],
  name: string,
  bag: DiagnosticBag,
  types: Iterable<string>,
  headerOf?: HeaderOf,
): SessionInput {
  grammar ??= new Parser();
  return grammar.session(tokens, name, bag, types, headerOf);
}
