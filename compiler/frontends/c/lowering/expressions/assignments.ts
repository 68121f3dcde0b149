/**
 * Assignment, compound assignment, ++ and -- (C99 6.5.16, 6.5.2.4).
 *
 * One idea: a place is lowered once; its address is kept in a temporary only where it is used twice and is not trivial.
 * `wanted`: whether the value of the expression itself is used.
 */

import { constant } from '../../../../ir/builders.ts';
import type { Expression as CExpression, BinaryOperator as COperator } from '../../ast/ast.ts';
import type { CType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { changeAtomic } from '../intrinsics/atomics.ts';
import { loadPlace, type MemoryPlace, storePlace } from '../places/access.ts';
import { lowerPlace } from '../places/places.ts';
import { type ScalarShape, shapeOf } from '../shape.ts';
import { integer, NONE, scalarValue, type Value } from '../value.ts';
import { compute } from './arithmetic.ts';
import { convertValue } from './conversions.ts';
import { lowerValue, typeOf, valueType } from './expressions.ts';
import { pointerSum } from './pointers.ts';
import { mapValue, pending, settleOne, settlePlace, spill, stablePlace, stableValue } from './sequencing.ts';

export function lowerAssignment(f: FunctionLowering, e: CExpression & { kind: 'Assignment' }, wanted: boolean): Value {
  if (e.operator !== '=') return lowerCompound(f, e, wanted);
  const place = lowerPlace(f, e.left);
  const mark = f.code.length;
  const value = lowerValue(f, e.right);
  f.moveTo(e.location);
  return storePlace(f, settlePlace(f, place, mark), value, wanted);
}

/** `left op= right`: the right side first, then the left is read and written with nothing in between. */
function lowerCompound(f: FunctionLowering, e: CExpression & { kind: 'Assignment' }, wanted: boolean): Value {
  const found = lowerPlace(f, e.left);
  const mark = f.code.length;
  const computed = lowerValue(f, e.right);
  const settled = settlePlace(f, found, mark);
  // Marks count statements: settling the place has moved those of the right side.
  const right = pending(f, computed);
  const place = stablePlace(f, settled);
  const operator = e.operator.slice(0, -1) as COperator;
  if (place.kind === 'memory' && place.atomic)
    return changed(f, e, place, operator, stableValue(f, settleOne(f, right)));
  const old = loadPlace(f, place);
  const value = settleOne(f, right);
  f.moveTo(e.location);
  return storePlace(f, place, combined(f, e, operator, old, value, valueType(f, e.right)), wanted);
}

/** Of an atomic object: an atomic read-modify-write. */
function changed(
  f: FunctionLowering,
  e: CExpression & { kind: 'Assignment' },
  place: MemoryPlace,
  operator: COperator,
  right: Value,
): Value {
  const rightType = valueType(f, e.right);
  f.moveTo(e.location);
  const apply = (old: Value) => combined(f, e, operator, old, right, rightType);
  const computation = f.unit.facts.computationType[e.id];
  if (!computation || shapeOf(computation).kind !== 'scalar' || isFloating(computation))
    return changeAtomic(f, place, { operator, apply }).changed;
  const operand = convertValue(f, convertValue(f, right, rightType, computation), computation, place.type);
  return changeAtomic(f, place, { operator, operand: stableValue(f, operand), apply }).changed;
}

const isFloating = (type: CType): boolean => type.kind === 'floating';

/** The new value, of the left side's type. */
function combined(
  f: FunctionLowering,
  e: CExpression & { kind: 'Assignment' },
  operator: COperator,
  old: Value,
  right: Value,
  rightType: CType,
): Value {
  const { type } = typeOf(f, e.left);
  if (type.kind === 'pointer') return pointerSum(f, old, right, type, operator === '-');
  const computation = f.unit.facts.computationType[e.id] ?? type;
  const isShift = operator === '<<' || operator === '>>';
  const left = convertValue(f, old, type, computation);
  const operand = isShift ? right : convertValue(f, right, rightType, computation);
  return convertValue(f, compute(f, operator, left, operand, computation), computation, type);
}

export function lowerIncrement(
  f: FunctionLowering,
  e: CExpression & { kind: 'IncrementDecrement' },
  wanted: boolean,
): Value {
  const place = stablePlace(f, lowerPlace(f, e.operand));
  if (place.kind === 'memory' && place.atomic) {
    f.moveTo(e.location);
    const operand = place.type.kind === 'integer' ? scalarValue(constant(machineOf(place.type), 1)) : undefined;
    const change = { operator: e.operator === '++' ? '+' : '-', ...(operand && { operand }) };
    const { old, changed: fresh } = changeAtomic(f, place, { ...change, apply: (value) => incremented(f, e, value) });
    return e.prefix ? fresh : old;
  }
  const read = loadPlace(f, place);
  const old = wanted && !e.prefix ? kept(f, read) : read;
  f.moveTo(e.location);
  const stored = storePlace(f, place, incremented(f, e, old), wanted && e.prefix);
  return e.prefix ? stored : wanted ? old : NONE;
}

/** The old value, spilled before the store. */
function kept(f: FunctionLowering, value: Value): Value {
  return mapValue(value, (part) =>
    part.op === 'const' || (part.op === 'local' && f.isTemporary(part.name)) ? part : spill(f, part),
  );
}

function incremented(f: FunctionLowering, e: CExpression & { kind: 'IncrementDecrement' }, old: Value): Value {
  const { type } = typeOf(f, e.operand);
  const operator = e.operator === '++' ? '+' : '-';
  if (type.kind === 'pointer') return pointerSum(f, old, integer(1), type, operator === '-');
  const computation = f.unit.facts.computationType[e.id] ?? type;
  const one = oneOf(computation);
  const sum = compute(f, operator, convertValue(f, old, type, computation), one, computation);
  return convertValue(f, sum, computation, type);
}

const machineOf = (type: CType) => (shapeOf(type) as ScalarShape).machine;

function oneOf(type: CType): Value {
  const shape = shapeOf(type);
  if (shape.kind === 'complex')
    return { kind: 'complex', real: constant(shape.machine, 1), imaginary: constant(shape.machine, 0) };
  return scalarValue(constant((shape as ScalarShape).machine, 1));
}
