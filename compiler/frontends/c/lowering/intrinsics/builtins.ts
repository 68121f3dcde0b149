/**
 * Calls expanded inline: the intrinsics of semantics/intrinsics/builtins.ts, library functions with IR operators, and
 * UPC's queries of pointers-to-shared.
 *
 * One idea: a table from names to lowerings. A library function is expanded unless the program defines it.
 */

import {
  binary,
  constI32,
  counterpart,
  filling,
  local,
  select,
  threadOf,
  unary,
  zero,
} from '../../../../ir/builders.ts';
import type { Expression, UnaryOperator } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { FunctionSymbol } from '../../semantics/facts.ts';
import { isAtomicFunction } from '../../semantics/intrinsics/atomics.ts';
import { isIntrinsic } from '../../semantics/intrinsics/builtins.ts';
import { isOverflowFunction } from '../../semantics/intrinsics/overflow.ts';
import { BOOL } from '../../semantics/types/primitives.ts';
import type { CType, FunctionType } from '../../semantics/types/types.ts';
import { COARRAY_QUERIES } from '../coarrays/coarray-queries.ts';
import { argumentValues, type CallNode } from '../expressions/arguments.ts';
import { callLibrary } from '../expressions/calls.ts';
import { convertValue } from '../expressions/conversions.ts';
import { lowerEffect, lowerInteger, lowerScalar, lowerValue, valueType } from '../expressions/expressions.ts';
import { pending, settle, stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { storePlace } from '../places/access.ts';
import { wrapped } from '../places/address.ts';
import { lowerPlace } from '../places/places.ts';
import { type ScalarShape, shapeOf } from '../shape.ts';
import { addressOf, expressionOf, integer, NONE, phaseOf, scalarValue, type Value } from '../value.ts';
import { lowerAtomicCall } from './atomics.ts';
import { BIT_COUNTS } from './bitcount.ts';
import { BYTE_BLOCKS } from './byte-blocks.ts';
import { FLOATING_TESTS } from './classify.ts';
import { lowerMath } from './mathematics.ts';
import { lowerOverflow } from './overflow.ts';
import { lowerSetjmp } from './setjmp.ts';

export type Lowering = (f: FunctionLowering, e: CallNode, wanted: boolean) => Value;

/** The value of a call that is expanded; undefined for ordinary functions. */
export function lowerBuiltin(
  f: FunctionLowering,
  e: CallNode,
  symbol: FunctionSymbol,
  wanted: boolean,
): Value | undefined {
  const { name } = symbol;
  if (isAtomicFunction(name) && isIntrinsic(symbol)) return lowerAtomicCall(f, e, name, objectOf(f, e, name));
  if (isOverflowFunction(name) && isIntrinsic(symbol)) return lowerOverflow(f, e, name);
  if (isIntrinsic(symbol)) return (INTRINSICS[name] ?? evaluateAll)(f, e, wanted); // else a constant, not wanted
  if (symbol.linkage !== 'external' || f.unit.definitions.has(symbol)) return undefined;
  if (Object.hasOwn(LIBRARY, name) && e.arguments.length === parameterCount(symbol))
    return LIBRARY[name]?.(f, e, wanted);
  return lowerMath(f, e, symbol);
}

/** Type of the target of an atomic function's first argument. */
function objectOf(f: FunctionLowering, e: CallNode, name: string): CType {
  const type = valueType(f, argument(e, 0));
  if (/_test_and_set$|_clear$/.test(name) && !name.startsWith('__sync')) return BOOL;
  return type.kind === 'pointer' ? type.to.type : type;
}

function parameterCount(symbol: FunctionSymbol): number {
  return (symbol.type.type as FunctionType).parameters?.length ?? -1;
}

function argument(e: CallNode, index: number): CExpression {
  return e.arguments[index] as CExpression;
}

function firstOf(f: FunctionLowering, e: CallNode): Value {
  const first = pending(f, lowerValue(f, argument(e, 0)));
  for (const each of e.arguments.slice(1)) lowerEffect(f, each);
  return settle(f, [first])[0] as Value;
}

function evaluateAll(f: FunctionLowering, e: CallNode): Value {
  for (const each of e.arguments) lowerEffect(f, each);
  return NONE;
}

function allocateOnStack(f: FunctionLowering, e: CallNode): Value {
  const size = lowerInteger(f, argument(e, 0));
  const address = f.temporary('i32');
  f.emit({ op: 'stack.allocate', local: address, size });
  return scalarValue(local(address, 'i32'));
}

/** Programs ask how deep they are by it, so the function's own frame begins at the stack pointer; of callers nothing is known. */
function frameAddress(f: FunctionLowering, e: CallNode): Value {
  const level = lowerInteger(f, argument(e, 0));
  if (level.op !== 'const' || Number(level.value) !== 0) return integer(0);
  const address = f.temporary('i32');
  f.emit({ op: 'stack.save', local: address });
  return scalarValue(local(address, 'i32'));
}

// ---------------------------------------------------------------- intrinsics

function operation(operator: UnaryOperator): Lowering {
  return (f, e) => scalarValue(unary(operator, argumentValues(f, e)[0] as Expression));
}

function fence(f: FunctionLowering, e: CallNode): Value {
  evaluateAll(f, e);
  f.emit({ op: 'fence' });
  return NONE;
}

/** Of a scalar, which the pointer's type tells. */
function startPut(f: FunctionLowering, e: CallNode): Value {
  const place = valueType(f, argument(e, 0)) as CType & { kind: 'pointer' };
  const { memory } = shapeOf(place.to.type) as ScalarShape;
  const value = convertValue(f, lowerValue(f, argument(e, 1)), valueType(f, argument(e, 1)), place.to.type);
  f.emit({ op: 'put.start', memory, address: addressOf(sharedArgument(f, e).pointer), value: expressionOf(value) });
  return NONE;
}

const INTRINSICS: Readonly<Record<string, Lowering>> = {
  __builtin_expect: firstOf,
  __builtin_expect_with_probability: firstOf,
  __builtin_assume_aligned: firstOf,
  __builtin_constant_p: () => integer(0),
  __builtin_object_size: () => integer(-1),
  __builtin_alloca: allocateOnStack,
  alloca: allocateOnStack,
  __builtin_trap: (f) => {
    callLibrary(f, 'abort', [], []);
    return NONE;
  },
  __builtin_unreachable: evaluateAll,
  __builtin_prefetch: evaluateAll,
  __sync_synchronize: fence,
  __atomic_thread_fence: fence,
  __atomic_signal_fence: fence,
  __builtin_va_start: (f, e) => {
    storePlace(f, lowerPlace(f, argument(e, 0)), scalarValue(f.variableArguments ?? constI32(0)));
    return NONE;
  },
  __builtin_va_end: (f, e) => {
    lowerPlace(f, argument(e, 0));
    return NONE;
  },
  __builtin_va_copy: (f, e) => {
    const list = lowerPlace(f, argument(e, 0));
    storePlace(f, list, lowerValue(f, argument(e, 1)));
    return NONE;
  },
  __builtin_frame_address: frameAddress,
  __builtin_return_address: () => integer(0),
  __builtin_complex: (f, e) => {
    const [real, imaginary] = argumentValues(f, e) as [Expression, Expression];
    return { kind: 'complex', real, imaginary };
  },
  __builtin_counterpart: (f, e) => {
    const [own, thread] = argumentValues(f, e) as [Expression, Expression];
    return { kind: 'shared', pointer: { kind: 'address', address: counterpart(own, thread) } };
  },
  __builtin_start_put: startPut,
  __builtin_high_word: operation('high'),
  __builtin_low_word: operation('low'),
  __builtin_power_of_two: operation('power'),
  __builtin_nan: (f, e) => notANumber(f, e, 'f64'),
  __builtin_nanf: (f, e) => notANumber(f, e, 'f32'),
  __builtin_nanl: (f, e) => notANumber(f, e, 'f64'),
  ...COARRAY_QUERIES,
  ...BIT_COUNTS,
  ...BYTE_BLOCKS,
  ...FLOATING_TESTS,
};

function notANumber(f: FunctionLowering, e: CallNode, type: 'f32' | 'f64'): Value {
  evaluateAll(f, e);
  return scalarValue({ op: 'const', type, value: Number.NaN });
}

// ---------------------------------------------------------------- library functions

function sharedArgument(f: FunctionLowering, e: CallNode): Value & { kind: 'shared' } {
  return lowerValue(f, argument(e, 0)) as Value & { kind: 'shared' };
}

function absolute(f: FunctionLowering, e: CallNode): Value {
  const value = stable(f, lowerScalar(f, argument(e, 0)));
  return scalarValue(select(binary('lt_s', value, zero(value.type)), unary('neg', value), value));
}

function copyMemory(f: FunctionLowering, e: CallNode, wanted: boolean): Value {
  const [to, source, size] = argumentValues(f, e) as [Expression, Expression, Expression];
  const destination = wanted ? stable(f, to) : to;
  f.moveTo(e.location);
  f.emit({ op: 'copy', destination, source, size: wrapped(size), to: 'private', from: 'private', strict: false });
  return scalarValue(destination);
}

function fillMemory(f: FunctionLowering, e: CallNode, wanted: boolean): Value {
  const [to, byte, size] = argumentValues(f, e) as [Expression, Expression, Expression];
  f.moveTo(e.location);
  const address = wanted ? stable(f, to) : to;
  f.emit({ op: 'fill', address, byte: filling(byte), size: wrapped(size) });
  return scalarValue(address);
}

const LIBRARY: Readonly<Record<string, Lowering>> = {
  abs: absolute,
  labs: absolute,
  llabs: absolute,
  memcpy: copyMemory,
  memset: fillMemory,
  setjmp: lowerSetjmp,
  _setjmp: lowerSetjmp,
  sigsetjmp: lowerSetjmp,
  __sigsetjmp: lowerSetjmp,
  upc_threadof: (f, e) => scalarValue(threadOf(addressOf(sharedArgument(f, e).pointer))),
  upc_phaseof: (f, e) => scalarValue(phaseOf(sharedArgument(f, e).pointer)),
  upc_resetphase: (f, e) => ({
    kind: 'shared',
    pointer: { kind: 'address', address: addressOf(sharedArgument(f, e).pointer), phase: constI32(0) },
  }),
};
