/**
 * Operators without side effects: unary and binary arithmetic, comparisons, and their dispatch to pointers and complex.
 *
 * Takes: operands already converted to the common type. Gives: values. One idea: the C operator and the signedness of
 * the type select the IR operator; everything else is in the conversions (C99 6.5.3 to 6.5.12).
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { binary, convert, unary, zero } from '../../../../ir/builders.ts';
import type { BinaryOperator, Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression, BinaryOperator as COperator } from '../../ast/ast.ts';
import type { CType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { loadPlace } from '../places/access.ts';
import { wrapped } from '../places/address.ts';
import { decayPlace, lowerPlace, lowerPlaceOrEnd } from '../places/places.ts';
import { type ScalarShape, shapeOf } from '../shape.ts';
import { expressionOf, mapScalars, scalarValue, type Value } from '../value.ts';
import { compareComplex, computeComplex } from './complex.ts';
import { notOf } from './conversions.ts';
import { functionPointer, lowerValue, typeOf, valueType } from './expressions.ts';
import { comparePointers, pointerDifference, pointerSum } from './pointers.ts';
import { pending, settle } from './sequencing.ts';

const COMPARISONS: ReadonlySet<COperator> = new Set(['<', '>', '<=', '>=', '==', '!='] as const);

export function lowerBinary(f: FunctionLowering, e: CExpression & { kind: 'Binary' }): Value {
  const left = pending(f, lowerValue(f, e.left));
  const right = pending(f, lowerValue(f, e.right));
  const [a, b] = settle(f, [left, right]) as [Value, Value];
  const leftType = valueType(f, e.left);
  const rightType = valueType(f, e.right);
  if (leftType.kind === 'pointer' || rightType.kind === 'pointer')
    return lowerPointerOperation(f, e, [a, leftType], [b, rightType]);
  if (COMPARISONS.has(e.operator)) return scalarValue(compare(f, e.operator, a, b, leftType));
  return compute(f, e.operator, a, b, leftType);
}

function lowerPointerOperation(
  f: FunctionLowering,
  e: CExpression & { kind: 'Binary' },
  [left, leftType]: [Value, CType],
  [right, rightType]: [Value, CType],
): Value {
  if (COMPARISONS.has(e.operator))
    return scalarValue(comparePointers(e.operator, [left, leftType], [right, rightType]));
  if (leftType.kind === 'pointer' && rightType.kind === 'pointer')
    return pointerDifference(f, left, right, leftType, typeOf(f, e).type);
  if (leftType.kind === 'pointer') return pointerSum(f, left, right, leftType, e.operator === '-');
  if (rightType.kind === 'pointer') return pointerSum(f, right, left, rightType, false);
  throw new InternalError('no pointer in a pointer operation', e.location);
}

const OPERATORS: Partial<Record<COperator, BinaryOperator>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
};
const SIGNED: Partial<Record<COperator, BinaryOperator>> = { '/': 'div_s', '%': 'rem_s', '>>': 'shr_s' };
const UNSIGNED: Partial<Record<COperator, BinaryOperator>> = { '/': 'div_u', '%': 'rem_u', '>>': 'shr_u' };
const ORDER: Partial<Record<COperator, 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** `left operator right` of arithmetic values of one type (shift counts may have another). */
export function compute(f: FunctionLowering, operator: COperator, left: Value, right: Value, type: CType): Value {
  if (left.kind === 'complex' || right.kind === 'complex') return computeComplex(f, operator, left, right);
  const a = expressionOf(left);
  const b = expressionOf(right);
  return scalarValue(binary(operatorFor(operator, type), a, shiftCount(operator, a, b)));
}

function operatorFor(operator: COperator, type: CType): BinaryOperator {
  const { machine, signed } = shapeOf(type) as ScalarShape;
  const floating = machine === 'f32' || machine === 'f64';
  const found = floating && operator === '/' ? 'div' : (OPERATORS[operator] ?? (signed ? SIGNED : UNSIGNED)[operator]);
  if (!found) throw new InternalError(`no operation for ${operator}`);
  return found;
}

/** The IR requires the count in the type of the shifted operand. */
function shiftCount(operator: COperator, shifted: Expression, count: Expression): Expression {
  if (operator !== '<<' && operator !== '>>') return count;
  return shifted.type === 'i64' ? convert('i64', count, true) : wrapped(count);
}

/** A comparison of arithmetic values of one type: i32 0 or 1. */
export function compare(f: FunctionLowering, operator: COperator, left: Value, right: Value, type: CType): Expression {
  if (left.kind === 'complex' || right.kind === 'complex') return compareComplex(f, operator, left, right);
  return binary(orderOperator(operator, type), expressionOf(left), expressionOf(right));
}

export function orderOperator(operator: COperator, type: CType): BinaryOperator {
  const order = ORDER[operator];
  if (!order) throw new InternalError(`${operator} is no comparison`);
  const { machine, signed } = shapeOf(type) as ScalarShape;
  if (order === 'eq' || order === 'ne' || machine === 'f32' || machine === 'f64') return order;
  return `${order}${signed ? '_s' : '_u'}`;
}

// ---------------------------------------------------------------- unary

export function lowerUnary(f: FunctionLowering, e: CExpression & { kind: 'Unary' }): Value {
  switch (e.operator) {
    case '+':
      return lowerValue(f, e.operand);
    case '-':
      return mapScalars(lowerValue(f, e.operand), (part) => unary('neg', part));
    case '~':
      return complement(lowerValue(f, e.operand));
    case '!':
      return scalarValue(notOf(f, lowerValue(f, e.operand)));
    case '*':
      return typeOf(f, e).type.kind === 'function' ? functionPointer(f, e) : loadPlace(f, lowerPlace(f, e));
    case '&':
      return lowerAddressOf(f, e.operand);
    case '__real__':
    case '__imag__':
      return partOfValue(lowerValue(f, e.operand), e.operator === '__imag__');
  }
}

/** GNU: the conjugate of a complex value. */
function complement(value: Value): Value {
  if (value.kind === 'complex') return { ...value, imaginary: unary('neg', value.imaginary) };
  return scalarValue(unary('complement', expressionOf(value)));
}

function partOfValue(value: Value, imaginary: boolean): Value {
  if (value.kind === 'complex') return scalarValue(imaginary ? value.imaginary : value.real);
  return imaginary ? scalarValue(zero(expressionOf(value).type)) : value;
}

function lowerAddressOf(f: FunctionLowering, operand: CExpression): Value {
  if (typeOf(f, operand).type.kind === 'function') return functionPointer(f, operand);
  return decayPlace(lowerPlaceOrEnd(f, operand));
}
