/**
 * gcc's overflow-checking arithmetic (semantics/intrinsics/overflow.ts).
 *
 * One idea: for operands and results of up to 32 bits, 64 bits hold the exact result, and it fits if conversion to the
 * type preserves it; else functions of the C library compute in 128 bits.
 */

import { binary, constI32, constI64, convert, load } from '../../../../ir/builders.ts';
import type { BinaryOperator, Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import { overflowOf } from '../../semantics/intrinsics/overflow.ts';
import { integerOf } from '../../semantics/types/primitives.ts';
import type { CType, IntegerType } from '../../semantics/types/types.ts';
import type { CallNode } from '../expressions/arguments.ts';
import { callLibrary } from '../expressions/calls.ts';
import { convertValue } from '../expressions/conversions.ts';
import { lowerValue, valueType } from '../expressions/expressions.ts';
import { pending, settle, spill } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { storePlace } from '../places/access.ts';
import { memoryPlace } from '../places/places.ts';
import { expressionOf, scalarValue, type Value } from '../value.ts';

/** An integer with its type. */
interface Wide {
  readonly value: Expression;
  readonly type: IntegerType;
}

export function lowerOverflow(f: FunctionLowering, e: CallNode, name: string): Value {
  const values = settle(
    f,
    e.arguments.map((argument) => pending(f, lowerValue(f, argument))),
  );
  const types = e.arguments.map((argument) => valueType(f, argument as CExpression));
  const { operation, isTest } = overflowOf(name);
  const [a, b] = [0, 1].map((index) => wide(f, values[index] as Value, types[index] as CType)) as [Wide, Wide];
  const last = types[2] as CType;
  const result = integerOf((!isTest && last.kind === 'pointer' ? last.to.type : last) as IntegerType);
  f.moveTo(e.location);
  const compute = isSmall(operation, a.type, b.type, result) ? small : large;
  const { kept, overflows } = compute(f, operation, a, b, result);
  if (!isTest && last.kind === 'pointer') {
    const place = memoryPlace(expressionOf(values[2] as Value), last.to);
    storePlace(f, place, convertValue(f, scalarValue(kept), LONG_LONG_OF, last.to.type));
  }
  return scalarValue(overflows);
}

const LONG_LONG_OF: CType = { kind: 'integer', name: 'long long', size: 8, signed: true, rank: 5 };

/** The value in 64 bits, extended by the signedness of its type. */
function wide(f: FunctionLowering, value: Value, type: CType): Wide {
  const integer = integerOf(type as IntegerType);
  return { value: spill(f, expressionOf(convertValue(f, value, type, LONG_LONG_OF))), type: integer };
}

const OPERATORS: Readonly<Record<string, BinaryOperator>> = { add: 'add', sub: 'sub', mul: 'mul' };

/** 64 bits suffice: except for the product of two unsigned 32-bit numbers. */
function isSmall(operation: string, a: IntegerType, b: IntegerType, result: IntegerType): boolean {
  if (a.size > 4 || b.size > 4 || result.size > 4 || result.name === '_Bool') return false;
  return operation !== 'mul' || a.signed || b.signed || a.size + b.size < 8;
}

interface Result {
  /** As an i64. */
  readonly kept: Expression;
  readonly overflows: Expression;
}

function small(f: FunctionLowering, operation: string, a: Wide, b: Wide, type: IntegerType): Result {
  const exact = spill(f, binary(OPERATORS[operation] as BinaryOperator, a.value, b.value));
  const shift = constI64(BigInt(64 - 8 * type.size));
  const kept = spill(f, binary(type.signed ? 'shr_s' : 'shr_u', binary('shl', exact, shift), shift));
  return { kept, overflows: spill(f, binary('ne', exact, kept)) };
}

function large(f: FunctionLowering, operation: string, a: Wide, b: Wide, type: IntegerType): Result {
  const above = ({ value, type: own }: Wide): Expression =>
    own.signed ? convert('i32', binary('shr_s', value, constI64(63n))) : constI32(0);
  const slot = f.temporarySlot(8, 8);
  const bits = type.name === '_Bool' ? 1 : 8 * type.size;
  const operands = [a.value, above(a), b.value, above(b), constI32(bits), constI32(type.signed ? 1 : 0), slot];
  const [overflows] = callLibrary(f, `__pgasc_${operation}_overflow`, operands, ['i32']);
  return { kept: spill(f, load('i64', slot)), overflows: overflows as Expression };
}
