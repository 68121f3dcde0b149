/**
 * Conversions of values between C types (C99 6.3) and between pointers-to-shared (UPC 6.4.3).
 *
 * Takes: a value of one C type. Gives: the value of another. The one idea: a narrow integer is always held
 * normalised in its i32, so a conversion extends or masks only values not known to be in range.
 */
import { binary, constI32, convert, not, truth, unary, zero } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import { isPointerToShared } from '../../semantics/types/primitives.ts';
import type { CType, PointerType } from '../../semantics/types/types.ts';
import type { FunctionLowering } from '../function.ts';
import { wrapped } from '../places/address.ts';
import { isMisaligned } from '../places/misaligned.ts';
import { layoutOf, type ScalarShape, shapeOf } from '../shape.ts';
import {
  addressOf,
  addressValue,
  expressionOf,
  NONE,
  phaseOf,
  type SharedPointer,
  scalarValue,
  type Value,
} from '../value.ts';
import { privatePointer } from './private-pointers.ts';
import { inRange } from './range.ts';
import { drop, stable } from './sequencing.ts';

export function convertValue(f: FunctionLowering, value: Value, from: CType, to: CType): Value {
  const shape = shapeOf(to);
  switch (shape.kind) {
    case 'void':
      drop(f, value);
      return NONE;
    case 'scalar':
      if (value.kind === 'shared' && to.kind === 'pointer')
        return scalarValue(privatePointer(f, addressOf(value.pointer)));
      return addressValue(toScalar(f, value, from, shape), { unaligned: isMisaligned(f, value, from, to) });
    case 'complex':
      return toComplex(value, from, shape.machine);
    case 'shared':
      return { kind: 'shared', pointer: toShared(value, from, to as PointerType) };
    case 'aggregate':
      return value;
  }
}

function toScalar(f: FunctionLowering, value: Value, from: CType, to: ScalarShape): Expression {
  if (to.boolean) return truth(truthOf(f, value));
  if (value.kind === 'struct') throw new TypeError('a struct where a scalar is needed');
  const signed = value.kind === 'shared' ? false : isSigned(from);
  return narrowed(f, toMachine(expressionOf(value), signed, to), to);
}

/** Nonzero exactly where the value compares unequal to 0; the type is i32 for use as a test. */
export function truthOf(f: FunctionLowering, value: Value): Expression {
  if (value.kind === 'complex') {
    const imaginary = stable(f, value.imaginary);
    return binary('or', truth(value.real), truth(imaginary));
  }
  const expression = expressionOf(value);
  if (expression.op === 'convert' && expression.type === 'i64' && expression.operand.type === 'i32')
    return expression.operand;
  return expression.type === 'i32' ? expression : truth(expression);
}

function isSigned(type: CType): boolean {
  const shape = shapeOf(type);
  return shape.kind !== 'scalar' || shape.signed;
}

function toMachine(expression: Expression, signed: boolean, to: ScalarShape): Expression {
  const { machine } = to;
  if (expression.type === machine) return expression;
  if (expression.type === 'i64' && machine === 'i32') return wrapped(expression);
  const floating = expression.type === 'f32' || expression.type === 'f64';
  // Floating to narrow types via int, as on x86-64.
  const narrow = to.memory !== machine;
  return convert(machine, expression, floating ? to.signed || narrow : signed);
}

/** Brings an i32 into the range of a narrow integer type. */
export function narrowed(f: FunctionLowering, expression: Expression, { memory }: ScalarShape): Expression {
  switch (memory) {
    case 'i8':
      return inRange(f, expression, -128, 127) ? expression : unary('extend8', lowBits(expression, 0xff));
    case 'i16':
      return inRange(f, expression, -32768, 32767) ? expression : unary('extend16', lowBits(expression, 0xffff));
    case 'u8':
      return inRange(f, expression, 0, 255) ? expression : binary('and', expression, constI32(0xff));
    case 'u16':
      return inRange(f, expression, 0, 65535) ? expression : binary('and', expression, constI32(0xffff));
    default:
      return expression;
  }
}

/** The operand of a mask or extension that preserves the wanted bits. */
function lowBits(expression: Expression, wanted: number): Expression {
  if (expression.op === 'unary' && expression.operator === 'extend16') return expression.operand;
  if (expression.op !== 'binary' || expression.operator !== 'and' || expression.right.op !== 'const') return expression;
  return (Number(expression.right.value) & wanted) === wanted ? expression.left : expression;
}

// ---------------------------------------------------------------- complex

function toComplex(value: Value, from: CType, machine: 'f32' | 'f64'): Value {
  if (value.kind === 'complex')
    return {
      kind: 'complex',
      real: convert(machine, value.real),
      imaginary: convert(machine, value.imaginary),
    };
  return { kind: 'complex', real: convert(machine, expressionOf(value), isSigned(from)), imaginary: zero(machine) };
}

// ---------------------------------------------------------------- pointers-to-shared

function toShared(value: Value, from: CType, to: PointerType): SharedPointer {
  if (value.kind !== 'shared')
    return addressPointer(convert('shared', wrapped(expressionOf(value))), isPhasedPointer(to));
  if (keepsPhase(from as PointerType, to)) return value.pointer;
  return addressPointer(addressOf(value.pointer), isPhasedPointer(to), phaseAfterCast(value.pointer, from, to));
}

function isPhasedPointer(type: PointerType): boolean {
  const shape = shapeOf(type);
  return shape.kind === 'shared' && shape.phased;
}

function addressPointer(address: Expression, phased: boolean, phase: Expression = constI32(0)): SharedPointer {
  return phased ? { kind: 'address', address, phase } : { kind: 'address', address };
}

/** Same block size and element size: the representation is the same. */
function keepsPhase(from: PointerType, to: PointerType): boolean {
  if (isGeneric(from) || isGeneric(to)) return isGeneric(from) && isGeneric(to);
  return sameLayout(from, to);
}

function isGeneric({ to }: PointerType): boolean {
  return to.type.kind === 'void';
}

function sameLayout(from: PointerType, to: PointerType): boolean {
  const a = layoutOf(from.to);
  const b = layoutOf(to.to);
  return a.block === b.block && a.elementSize === b.elementSize;
}

/** Generic pointers keep the phase either way; other casts between different layouts reset it (UPC 6.4.3p4). */
function phaseAfterCast(pointer: SharedPointer, from: CType, to: PointerType): Expression {
  const generic = isPointerToShared(from) && (isGeneric(from) || isGeneric(to));
  return generic ? phaseOf(pointer) : constI32(0);
}

// ---------------------------------------------------------------- truth

/** `!value` as an i32. */
export function notOf(f: FunctionLowering, value: Value): Expression {
  if (value.kind !== 'complex') return not(expressionOf(value));
  return not(truthOf(f, value));
}
