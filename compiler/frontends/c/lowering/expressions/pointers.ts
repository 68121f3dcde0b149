/**
 * Pointer arithmetic and comparison (C99 6.5.6, 6.5.8, 6.5.9; UPC 6.4.2).
 *
 * One idea: private pointers are i32 addresses scaled here; pointers-to-shared are added, subtracted and compared by IR
 * operations, in ultimate elements of the layout. Equality compares addresses only, not phases.
 */

import { binary, constI32, convert, isConstantValue, sub, unary } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { BinaryOperator as COperator } from '../../ast/ast.ts';
import type { CType, PointerType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { wrapped } from '../places/address.ts';
import { movedPointer } from '../places/places.ts';
import { layoutOf, type ScalarShape, shapeOf } from '../shape.ts';
import { addressOf, expressionOf, phaseOf, scalarValue, type Value } from '../value.ts';
import { orderOperator } from './arithmetic.ts';
import { elementsPer, sizeExpression } from './sizes.ts';

const SIGNED: CType = { kind: 'integer', name: 'int', size: 4, signed: true, rank: 3 };
const UNSIGNED: CType = { kind: 'integer', name: 'unsigned int', size: 4, signed: false, rank: 3 };

/** `pointer + count`, or `pointer - count`. */
export function pointerSum(
  f: FunctionLowering,
  pointer: Value,
  count: Value,
  { to }: PointerType,
  minus: boolean,
): Value {
  const index = wrapped(expressionOf(count));
  return movedPointer(f, pointer, minus ? unary('neg', index) : index, to);
}

/** `left - right` in objects of the type pointed to, as the type `result`. */
export function pointerDifference(
  f: FunctionLowering,
  left: Value,
  right: Value,
  { to }: PointerType,
  result: CType,
): Value {
  const { machine } = shapeOf(result) as ScalarShape;
  const difference =
    left.kind === 'shared' && right.kind === 'shared'
      ? divided(sharedDifference(left, right, to), elementsPer(f, to))
      : divided(sub(expressionOf(left), expressionOf(right)), sizeExpression(f, to.type));
  return scalarValue(convert(machine, difference, true));
}

/** An exact division. */
function divided(bytes: Expression, size: Expression): Expression {
  if (isConstantValue(size, 1) || isConstantValue(size, 0)) return bytes;
  const power = size.op === 'const' ? Math.log2(Number(size.value)) : Number.NaN;
  if (Number.isInteger(power)) return binary('shr_s', bytes, constI32(power));
  return binary('div_s', bytes, size);
}

/** In ultimate elements. */
function sharedDifference(
  { pointer: left }: Value & { kind: 'shared' },
  { pointer: right }: Value & { kind: 'shared' },
  to: PointerType['to'],
): Expression {
  const layout = layoutOf(to);
  const a = addressOf(left);
  const b = addressOf(right);
  const phases = layout.block > 1 ? { leftPhase: phaseOf(left), rightPhase: phaseOf(right) } : {};
  return { op: 'difference', type: 'i32', layout, left: a, right: b, ...phases };
}

export function comparePointers(
  operator: COperator,
  [left, leftType]: [Value, CType],
  [right, rightType]: [Value, CType],
): Expression {
  const ordered = operator !== '==' && operator !== '!=';
  const type = leftType.kind === 'pointer' ? leftType : (rightType as PointerType);
  const blocked = left.kind === 'shared' && right.kind === 'shared' && layoutOf(type.to).block !== 0;
  if (ordered && blocked)
    return binary(orderOperator(operator, SIGNED), sharedDifference(left, right, type.to), constI32(0));
  const isShared = left.kind === 'shared' || right.kind === 'shared';
  const [a, b] = [left, right].map((value) => (isShared ? asShared(value) : wrapped(expressionOf(value))));
  return binary(orderOperator(operator, UNSIGNED), a as Expression, b as Expression);
}

/** A number, usually null, as a pointer. */
const asShared = (value: Value): Expression =>
  value.kind === 'shared' ? addressOf(value.pointer) : convert('shared', wrapped(expressionOf(value)));
