/**
 * An expression under analysis: its type and value as they are now, after the conversions recorded
 * so far.
 *
 * One idea: an operand after an error is marked `failed` and looks like an int; whoever meets it says nothing more.
 */
import type { Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant } from '../constants/constants.ts';
import type { Constant, FunctionSymbol, ObjectSymbol } from '../facts.ts';
import { INT, isArray, isShared } from '../types/primitives.ts';
import type { QualifiedType } from '../types/types.ts';

/** Address of a designated object, if fixed; without a symbol the address is absolute. */
export interface Place {
  readonly symbol?: ObjectSymbol | FunctionSymbol;
  readonly offset: number;
}

export interface Operand {
  readonly node: Expression;
  type: QualifiedType;
  /** True for lvalues and function designators that have not been converted yet. */
  lvalue: boolean;
  constant?: Constant;
  place?: Place;
  /** The value is the address of (a part of) a shared static object: fit for a static initializer (C99 6.6p9). */
  sharedAddress?: boolean;
  /** Width of a bit-field's value. */
  readonly bits?: number;
  /** `(void *)0`; integer zeros are seen by their constant. */
  nullPointer?: boolean;
  readonly failed: boolean;
}

type Details = Partial<Pick<Operand, 'lvalue' | 'constant' | 'place' | 'sharedAddress' | 'bits' | 'nullPointer'>>;

/** Records the type and value of an expression. */
export function operand(a: Analysis, node: Expression, type: QualifiedType, details: Details = {}): Operand {
  a.typeOf[node.id] = type;
  a.constantOf[node.id] = details.constant;
  const result: Operand = { node, type, lvalue: false, failed: false, ...details };
  if (result.lvalue) recordAccess(a, result);
  return result;
}

/** An expression of which nothing can be said. */
export function failure(a: Analysis, node: Expression): Operand {
  a.typeOf[node.id] = { type: INT };
  a.failures.add(node.id);
  return { node, type: { type: INT }, lvalue: false, failed: true };
}

/** UPC 6.5.1.1p9: the type says whether an access is strict, or else the pragma in force does. */
function recordAccess(a: Analysis, { node, type }: Operand): void {
  if (isArray(type.type) || !isShared(type)) return;
  a.strict[node.id] = (type.reference ?? a.mode) === 'strict';
}

/** The address of a place as a constant, where it is private. */
export function addressConstant({ symbol, offset }: Place): Constant {
  if (symbol) return { kind: 'address', symbol, offset };
  return integerConstant(BigInt.asUintN(32, BigInt(Math.trunc(offset))));
}

/** The place that a constant pointer points to, moved by some bytes. */
export function placeAt(constant: Constant | undefined, offset = 0): Place | undefined {
  if (constant?.kind === 'address') return { symbol: constant.symbol, offset: constant.offset + offset };
  if (constant?.kind === 'integer') return { offset: Number(constant.value) + offset };
  return undefined;
}

/** C99 6.3.2.3p3 */
export function isNullPointerConstant(o: Operand): boolean {
  if (o.nullPointer) return true;
  const integral = o.type.type.kind === 'integer' || o.type.type.kind === 'enum';
  return integral && o.constant?.kind === 'integer' && o.constant.value === 0n;
}
