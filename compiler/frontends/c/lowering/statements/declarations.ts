/**
 * Declarations inside functions: homes of automatic objects, variable lengths, initializers (C99 6.7, 6.8p3).
 *
 * One idea: a declaration is executable only for its evaluations: lengths, stack for variable-length arrays, initial
 * values. Static and external objects cost nothing here.
 */

import { constI32 } from '../../../../ir/builders.ts';
import type { Declaration, InitDeclarator } from '../../ast/ast.ts';
import type { ObjectInitializer, ObjectSymbol } from '../../semantics/facts.ts';
import { isShared } from '../../semantics/types/primitives.ts';
import { isVariableLength } from '../../semantics/types/sizes.ts';
import { evaluateCoextents, evaluateLengths, sizeExpression } from '../expressions/sizes.ts';
import type { FunctionLowering } from '../function.ts';
import { declare, type Home } from '../home.ts';
import { placeOfSymbol } from '../places/places.ts';
import type { Flagged } from '../places/unset.ts';
import { initialize } from '../statics/initializers.ts';
import { initializeShared } from '../statics/start.ts';

export function lowerDeclaration(f: FunctionLowering, declaration: Declaration): void {
  f.releasing(() => evaluateLengths(f, declaration));
  for (const declarator of declaration.declarators) lowerDeclarator(f, declarator);
}

function lowerDeclarator(f: FunctionLowering, declarator: InitDeclarator): void {
  const symbol = f.unit.facts.symbolOf[declarator.id];
  f.moveTo(declarator.declarator.location);
  f.releasing(() => evaluateLengths(f, declarator));
  if (symbol?.kind !== 'object') return;
  if (symbol.storage === 'automatic') lowerObject(f, declarator, symbol);
  else if (isRun(f, declarator, symbol)) lowerRunInitializer(f, declarator, symbol);
}

/** In a session a static object's initializer is executed in place, and is not part of the object. */
function isRun(f: FunctionLowering, { id }: InitDeclarator, symbol: ObjectSymbol): boolean {
  const { initializerOf } = f.unit.facts;
  return initializerOf[id] !== undefined && f.unit.staticObjects.get(symbol)?.initializer === undefined;
}

/** Every thread evaluates the values; a barrier follows those of shared objects. */
function lowerRunInitializer(f: FunctionLowering, declarator: InitDeclarator, symbol: ObjectSymbol): void {
  const init = f.unit.facts.initializerOf[declarator.id] as ObjectInitializer;
  if (!isShared(symbol.type)) {
    f.releasing(() => initialize(f, symbol, placeOfSymbol(f, symbol), init));
    return;
  }
  for (const part of init.parts) initializeShared(f, symbol, part);
  f.emit({ op: 'barrier' });
}

function lowerObject(f: FunctionLowering, declarator: InitDeclarator, symbol: ObjectSymbol): void {
  if (symbol.coshape) f.releasing(() => evaluateCoextents(f, symbol));
  const home = f.homes.get(symbol) ?? declare(f, symbol);
  if (isVariableLength(symbol.type.type)) allocate(f, symbol, home);
  const init = f.unit.facts.initializerOf[declarator.id];
  if (!init) for (const { flag } of flaggedOf(f, home)) f.emit({ op: 'set', local: flag, value: constI32(0) });
  if (init) f.releasing(() => initialize(f, symbol, placeOfSymbol(f, symbol), init));
}

/** -g: the variables that must be set before they are read, one for each member of a struct. */
function flaggedOf(f: FunctionLowering, home: Home): readonly Flagged[] {
  const parts = home.kind === 'locals' ? [home] : home.kind === 'fields' ? home.fields : [];
  return parts.flatMap(({ names }) => f.flagged.get(names[0] as string) ?? []);
}

/** Allocates a variable-length array on the stack; the scope frees it. */
function allocate(f: FunctionLowering, symbol: ObjectSymbol, home: Home): void {
  if (home.kind !== 'address') return;
  const saved = f.scopedLocal('stack', 'i32');
  f.scopes.innermost?.saved.push(saved);
  f.emit({ op: 'stack.save', local: saved });
  f.emit({ op: 'stack.allocate', local: home.local, size: sizeExpression(f, symbol.type.type) });
}
