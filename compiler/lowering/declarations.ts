/**
 * Declarations inside functions: homes of automatic objects, variable lengths, initializers (C99 6.7, 6.8p3).
 *
 * One idea: a declaration is an executable statement only for what it evaluates: lengths, stack for variable-length
 * arrays, initial values. Static and external objects cost nothing here.
 */
import type { Declaration, InitDeclarator } from '../ast/ast.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import { isVariableLength } from '../semantics/sizes.ts';
import type { FunctionLowering } from './function.ts';
import { declare, type Home } from './home.ts';
import { initialize } from './initializers.ts';
import { placeOfSymbol } from './places.ts';
import { evaluateCoextents, evaluateLengths, sizeExpression } from './sizes.ts';

export function lowerDeclaration(f: FunctionLowering, declaration: Declaration): void {
  f.releasing(() => evaluateLengths(f, declaration));
  for (const declarator of declaration.declarators) lowerDeclarator(f, declarator);
}

function lowerDeclarator(f: FunctionLowering, declarator: InitDeclarator): void {
  const symbol = f.unit.facts.symbolOf[declarator.id];
  f.moveTo(declarator.declarator.location);
  f.releasing(() => evaluateLengths(f, declarator));
  if (symbol?.kind === 'object' && symbol.storage === 'automatic') lowerObject(f, declarator, symbol);
}

function lowerObject(f: FunctionLowering, declarator: InitDeclarator, symbol: ObjectSymbol): void {
  if (symbol.coshape) f.releasing(() => evaluateCoextents(f, symbol));
  const home = f.homes.get(symbol) ?? declare(f, symbol);
  if (isVariableLength(symbol.type.type)) allocate(f, symbol, home);
  const init = f.unit.facts.initializerOf[declarator.id];
  if (init) f.releasing(() => initialize(f, symbol, placeOfSymbol(f, symbol), init));
}

/** Takes a variable-length array's memory from the stack; the scope gives it back. */
function allocate(f: FunctionLowering, symbol: ObjectSymbol, home: Home): void {
  if (home.kind !== 'address') return;
  const saved = f.scopedLocal('stack', 'i32');
  f.scopes.innermost?.saved.push(saved);
  f.emit({ op: 'stack.save', local: saved });
  f.emit({ op: 'stack.allocate', local: home.local, size: sizeExpression(f, symbol.type.type) });
}
