/**
 * Semantics: what the program means and where it breaks the rules of C99 and UPC 1.3.
 *
 * Takes: the tree of a translation unit. Gives: Facts about it (see facts.ts); diagnostics go to the bag. One idea:
 * one walk in the order of the text, because that is the order in which C's declarations take effect.
 */

import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { CompilerOptions } from '../../../options.ts';
import type { ExternalDeclaration, TranslationUnit } from '../ast/ast.ts';
import { Analysis } from './analysis.ts';
import { declaration, staticAssert } from './declarations/declarations.ts';
import { functionDefinition } from './declarations/functions.ts';
import { checkAliases } from './declarations/link-attributes.ts';
import { completeTentative } from './declarations/objects.ts';
import type { Facts, FunctionSymbol } from './facts.ts';
import { VA_LIST } from './types/signature.ts';

export function analyze(unit: TranslationUnit, options: CompilerOptions, bag: DiagnosticBag): Facts {
  const a = new Analysis(unit, options, bag);
  const [first] = unit.declarations;
  if (!first) return a;
  const { location } = first;
  const name = '__builtin_va_list';
  a.scope.ordinary.set(name, { kind: 'typedef', name, type: { type: VA_LIST }, location });
  for (const each of unit.declarations) if (!unit.lost?.items.has(each)) guarded(a, each, () => external(a, each));
  settleFile(a);
  return a;
}

/** Settles all that the end of a file decides. */
export function settleFile(a: Analysis): void {
  completeTentative(a);
  checkAliases(a);
  settleInline(a);
}

function external(a: Analysis, node: ExternalDeclaration): void {
  switch (node.kind) {
    case 'FunctionDefinition':
      functionDefinition(a, node);
      return;
    case 'Declaration':
      declaration(a, node);
      return;
    case 'StaticAssert':
      staticAssert(a, node);
      return;
    case 'PragmaUpc':
      a.mode = node.mode;
  }
}

/** Expressions and statements can be nested deeper than the stack is. */
function guarded(a: Analysis, node: ExternalDeclaration, body: () => void): void {
  try {
    body();
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
    a.error('SEM3000', 'this is nested too deeply for the compiler', node.location);
  }
}

/** A merely inline definition serves this unit alone: another unit has the external one (C99 6.7.4p6). */
function settleInline(a: Analysis): void {
  for (const { symbol } of a.functions) {
    if (symbol.inline && !a.externallyDefined.has(symbol))
      (symbol as { linkage: FunctionSymbol['linkage'] }).linkage = 'internal';
  }
}
