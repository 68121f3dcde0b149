/**
 * Declarations of functions: linkage and agreement with earlier ones (C99 6.2.2, 6.7.4).
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Attribute, DeclarationSpecifiers } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import type { FunctionSymbol } from '../facts.ts';
import { libraryPrototype } from '../intrinsics/builtins.ts';
import { compatible, compositeOf } from '../types/compatible.ts';
import { typeText } from '../types/typetext.ts';
import { inliningOf, isLoose, isNoreturn } from './attributes.ts';
import { previous, type StorageName } from './declarations.ts';
import type { Declared } from './declarators.ts';
import { linkAttributes } from './link-attributes.ts';

interface How {
  readonly specifiers: DeclarationSpecifiers;
  readonly storage: StorageName | undefined;
  readonly attributes: readonly Attribute[];
  readonly defines: boolean;
}

type Named = Declared & { readonly name: string };

/** The symbol of the declared function; undefined where the name means something else here. */
export function declareFunction(a: Analysis, declared: Named, how: How): FunctionSymbol | undefined {
  const { name, location } = declared;
  checkStorage(a, declared, how);
  const known = a.scope.ordinary.get(name) ?? a.linked.get(name);
  if (known && known.kind !== 'function') {
    a.error(
      'SEM3434',
      `'${name}' redeclared as different kind of symbol`,
      location,
      noteAt(`previous declaration of '${name}' is here`, known.location),
    );
    return undefined;
  }
  const symbol = known ?? enter(a, declared, how);
  if (known) merge(a, known, declared, how);
  else if (!how.defines) assumePrototype(a, symbol);
  symbol.inline ||= how.specifiers.inline;
  symbol.inlining ??= inliningOf(how.attributes);
  symbol.loose ||= isLoose(how.attributes);
  linkAttributes(a, symbol, how.attributes);
  symbol.noreturn ||= how.specifiers.noreturn || isNoreturn(how.attributes);
  if (!how.specifiers.inline || how.storage === 'extern') a.externallyDefined.add(symbol);
  a.scope.ordinary.set(name, symbol);
  const parameters = declared.function?.parameters ?? [];
  if (parameters.some(({ coshape }) => coshape)) a.coarrayParameters.set(symbol, parameters);
  return symbol;
}

function checkStorage(a: Analysis, { name, location }: Named, { storage }: How): void {
  const wrong = storage === 'auto' || storage === 'register' || (storage === 'static' && a.function);
  if (wrong) a.error('SEM3450', `invalid storage class '${storage}' for function '${name}'`, location);
}

function enter(a: Analysis, { name, type, location }: Named, { storage }: How): FunctionSymbol {
  const symbol: FunctionSymbol = {
    kind: 'function',
    name,
    type,
    linkage: storage === 'static' ? 'internal' : 'external',
    inline: false,
    noreturn: false,
    implicit: false,
    location,
  };
  a.linked.set(name, symbol);
  a.functionSymbols.push(symbol);
  return symbol;
}

/** The type of `int printf();` is known all the same, until another declaration gives it. */
function assumePrototype(a: Analysis, symbol: FunctionSymbol): void {
  const type = symbol.linkage === 'external' ? libraryPrototype(symbol) : undefined;
  if (!type) return;
  a.assumedPrototypes.set(symbol, symbol.type);
  symbol.type = type;
}

function merge(a: Analysis, known: FunctionSymbol, { name, type, location }: Named, { storage }: How): void {
  known.type = a.assumedPrototypes.get(known) ?? known.type;
  a.assumedPrototypes.delete(known);
  const notes = noteAt(previous(name, known.type), known.location);
  if (compatible(known.type, type)) {
    known.type = compositeOf(type, known.type);
  } else {
    const text = `conflicting types for '${name}'; have '${typeText(type)}'`;
    if (known.implicit) {
      a.warning('SEM3451', 'implicit-function-declaration', text, location, notes);
      known.type = type;
    } else {
      a.error('SEM3436', text, location, notes);
    }
  }
  if (storage === 'static' && known.linkage === 'external')
    a.error('SEM3435', `static declaration of '${name}' follows non-static declaration`, location, notes);
}
