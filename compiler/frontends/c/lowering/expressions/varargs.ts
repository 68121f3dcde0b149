/**
 * Variable arguments (C99 7.15): in 8-byte slots in the caller's frame; the callee gets their address.
 *
 * One idea: a va_list is that address as a pointer, advanced by va_arg, so that library functions not written in C read
 * the same slots (see ir.Call).
 */

import { binary, constI32 } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { CType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { loadPlace, storePlace } from '../places/access.ts';
import { plus } from '../places/address.ts';
import { lowerPlace } from '../places/places.ts';
import { shapeOf, staticSize } from '../shape.ts';
import { expressionOf, type Place, scalarValue, type Value } from '../value.ts';
import type { Typed } from './calls.ts';
import { convertValue } from './conversions.ts';
import { namedType } from './expressions.ts';
import { spill, stable } from './sequencing.ts';

const SLOT = 8;
const INT: CType = { kind: 'integer', name: 'int', size: 4, signed: true, rank: 3 };
const DOUBLE: CType = { kind: 'floating', name: 'double', size: 8 };

/** Bytes of an argument of the type. */
function slotSize(type: CType): number {
  if (shapeOf(type).kind === 'complex') return 2 * SLOT;
  return Math.max(SLOT, Math.ceil(staticSize(type) / SLOT) * SLOT);
}

/** Stores the arguments; returns their address. */
export function storeVariableArguments(f: FunctionLowering, values: readonly Typed[]): Expression {
  const total = values.reduce((sum, { type }) => sum + slotSize(type), 0);
  if (total === 0) return constI32(0);
  const base = f.argumentSlot(total);
  let offset = 0;
  for (const { value, type } of values) {
    storeArgument(f, plus(base, constI32(offset)), value, type);
    offset += slotSize(type);
  }
  return base;
}

const memory = (address: Expression, type: CType): Place => ({ kind: 'memory', address, type, volatile: false });

function storeArgument(f: FunctionLowering, address: Expression, value: Value, type: CType): void {
  const shape = shapeOf(type);
  if (isWord(type)) {
    storeWidened(f, address, value, type);
    return;
  }
  if (value.kind !== 'complex' || shape.kind !== 'complex') {
    storePlace(f, memory(address, type), value);
    return;
  }
  const component: CType = { kind: 'floating', name: shape.size === 4 ? 'float' : 'double', size: shape.size };
  storePlace(f, memory(address, component), scalarValue(value.real));
  storePlace(f, memory(plus(address, constI32(SLOT)), component), scalarValue(value.imaginary));
}

function isWord(type: CType): boolean {
  return (type.kind === 'integer' || type.kind === 'enum' || type.kind === 'pointer') && staticSize(type) === 4;
}

/**
 * Fills the whole slot, so that an int may be read as long: programs written for 64-bit machines print size_t and
 * ptrdiff_t, which have 32 bits here, with %lu and %ld.
 */
function storeWidened(f: FunctionLowering, address: Expression, value: Value, type: CType): void {
  const word = stable(f, expressionOf(value));
  const signed = type.kind === 'integer' && type.signed;
  storePlace(f, memory(address, type), scalarValue(word));
  const high = signed ? binary('shr_s', word, constI32(31)) : constI32(0);
  storePlace(f, memory(plus(address, constI32(4)), INT), scalarValue(high));
}

/** `va_arg(list, type)` */
export function lowerVaArg(f: FunctionLowering, e: CExpression & { kind: 'VaArg' }): Value {
  const { type } = namedType(f, e.typeName);
  const list = lowerPlace(f, e.list);
  const address = spill(f, expressionOf(loadPlace(f, list)));
  storePlace(f, list, scalarValue(plus(address, constI32(slotSize(type)))));
  return loadArgument(f, address, type);
}

function loadArgument(f: FunctionLowering, address: Expression, type: CType): Value {
  const shape = shapeOf(type);
  if (type.kind === 'floating' && type.size === 4)
    return convertValue(f, loadPlace(f, memory(address, DOUBLE)), DOUBLE, type);
  if (shape.kind !== 'complex') return loadPlace(f, memory(address, type));
  const component: CType = { kind: 'floating', name: shape.size === 4 ? 'float' : 'double', size: shape.size };
  return {
    kind: 'complex',
    real: expressionOf(loadPlace(f, memory(address, component))),
    imaginary: expressionOf(loadPlace(f, memory(plus(address, constI32(SLOT)), component))),
  };
}
