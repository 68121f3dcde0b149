/**
 * Sizes known only at run time: variable-length arrays and arrays whose length has THREADS.
 *
 * One idea: each length expression is evaluated once, at its declarator (C99 6.7.5.2p5), into a local keyed by the
 * expression; a size is a product of those, folded where constant.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { constI32, threads } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { ObjectSymbol } from '../../semantics/facts.ts';
import type { ArrayType, CType, QualifiedType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { product } from '../places/address.ts';
import { layoutOf, staticSize, variableLengths } from '../shape.ts';
import { lowerEffect, lowerInteger } from './expressions.ts';

/** Bytes of an object of the type, as i32. */
export function sizeExpression(f: FunctionLowering, type: CType): Expression {
  if (type.kind !== 'array') return constI32(staticSize(type));
  return product(lengthExpression(f, type), sizeExpression(f, type.element.type));
}

/** Number of elements of an array, as i32. */
export function lengthExpression(f: FunctionLowering, { length, timesThreads }: ArrayType): Expression {
  const count =
    typeof length === 'number' ? constI32(length) : length ? variableLength(f, length.variable) : constI32(0);
  return timesThreads ? product(threadCount(f), count) : count;
}

/** THREADS: a constant in the static environment. */
export function threadCount(f: FunctionLowering): Expression {
  const fixed = f.unit.options.threads;
  return fixed === undefined ? threads : constI32(fixed);
}

function variableLength(f: FunctionLowering, length: CExpression | '*'): Expression {
  if (length === '*') return constI32(0);
  const known = f.lengths.get(length);
  if (known === undefined) {
    evaluateLength(f, length);
    return f.read(f.lengths.get(length) as string);
  }
  return f.read(known);
}

function evaluateLength(f: FunctionLowering, length: CExpression): void {
  if (!f.facts) throw new InternalError('a variable length outside a function', length.location);
  const name = f.lengths.get(length) ?? f.newLocal('length', 'i32');
  f.set(name, lowerInteger(f, length));
  f.lengths.set(length, name);
}

/** Evaluates the lengths in a declaration or type name, each time control reaches it. */
export function evaluateLengths(f: FunctionLowering, { id }: { readonly id: number }): void {
  for (const length of f.unit.facts.lengthsOf[id] ?? []) evaluateLength(f, length);
}

/** Evaluates every length of a parameter's type; an array's outermost one for its side effects only. */
export function evaluateParameterLengths(f: FunctionLowering, { type, lengths }: ObjectSymbol): void {
  const needed = variableLengths(type.type);
  for (const length of new Set([...(lengths ?? []), ...needed]))
    if (needed.includes(length)) evaluateLength(f, length);
    else lowerEffect(f, length);
}

/** Evaluates the non-constant extents of a coarray's coshape, at its declaration. */
export function evaluateCoextents(f: FunctionLowering, { coshape }: ObjectSymbol): void {
  for (const extent of coshape?.extents ?? []) if (typeof extent === 'object') evaluateLength(f, extent);
}

/** A coextent whose expression has been evaluated. */
export function coextentOf(f: FunctionLowering, extent: number | CExpression): Expression {
  return typeof extent === 'number' ? constI32(extent) : variableLength(f, extent);
}

/** Ultimate elements of one object of the type: the unit of pointer arithmetic on pointers-to-shared to it. */
export function elementsPer(f: FunctionLowering, type: QualifiedType): Expression {
  if (type.type.kind !== 'array') return constI32(staticSize(type.type) / layoutOf(type).elementSize || 1);
  return product(lengthExpression(f, type.type), elementsPer(f, type.type.element));
}
