/**
 * IR values of C expressions, and the places that lvalues designate.
 *
 * One idea: a value is pure IR expressions, evaluated where they are used; a struct is copied only when necessary, so
 * its value is its place.
 */
import {
  advanceAddress,
  advancePhase,
  constI32,
  elementAddress,
  isConstantValue,
  local,
  zero,
} from '../../../ir/builders.ts';
import type { Expression, SharedLayout } from '../../../ir/ir.ts';
import type { CType, StructMember } from '../semantics/types/types.ts';
import type { Field } from './home.ts';
import { plus, times } from './places/address.ts';
import { scalarsOf, shapeOf } from './shape.ts';

export type Value =
  | { readonly kind: 'none' }
  /** `unaligned`, here and of pointers-to-shared: address of a member of a packed struct. `punned`: of a union. */
  | {
      readonly kind: 'scalar';
      readonly expression: Expression;
      readonly unaligned?: boolean;
      readonly punned?: boolean;
    }
  | { readonly kind: 'complex'; readonly real: Expression; readonly imaginary: Expression }
  | {
      readonly kind: 'shared';
      readonly pointer: SharedPointer;
      readonly unaligned?: boolean;
      readonly punned?: boolean;
    }
  | { readonly kind: 'struct'; readonly place: Place };

/**
 * A pointer-to-shared being computed: element `index` of an object whose first element is at `base` (so that
 * x[i + 1] is one computation), or an address with, where the layout has it, a phase.
 */
export type SharedPointer =
  | { readonly kind: 'element'; readonly layout: SharedLayout; readonly base: Expression; readonly index: Expression }
  | { readonly kind: 'address'; readonly address: Expression; readonly phase?: Expression };

export type BitField = NonNullable<StructMember['bitField']>;

export type Place =
  | { readonly kind: 'locals'; readonly names: readonly string[]; readonly type: CType }
  | { readonly kind: 'fields'; readonly fields: readonly Field[]; readonly type: CType }
  | {
      readonly kind: 'memory';
      readonly address: Expression;
      readonly type: CType;
      readonly volatile: boolean;
      /** An object of an atomic type. */
      readonly atomic?: boolean;
      /** Member of a packed struct: possibly misaligned for its type. */
      readonly unaligned?: boolean;
      /** Member of a union: possibly stored as another type (type punning). */
      readonly punned?: boolean;
      readonly bits?: BitField;
      /** A temporary struct with no other use (a call's result). */
      readonly owned?: boolean;
    }
  | {
      readonly kind: 'shared';
      readonly pointer: SharedPointer;
      readonly type: CType;
      readonly strict: boolean;
      readonly volatile?: boolean;
      readonly unaligned?: boolean;
      readonly punned?: boolean;
      readonly bits?: BitField;
    };

export const NONE: Value = { kind: 'none' };

export function scalarValue(expression: Expression): Value {
  return { kind: 'scalar', expression };
}

/** The address of a place in private memory, with `how` it may be accessed. */
export function addressValue(expression: Expression, how: { unaligned?: boolean; punned?: boolean } = {}): Value {
  const { unaligned, punned } = how;
  return { kind: 'scalar', expression, ...(unaligned && { unaligned }), ...(punned && { punned }) };
}

export function sharedValue(pointer: SharedPointer, how: { unaligned?: boolean; punned?: boolean } = {}): Value {
  const { unaligned, punned } = how;
  return { kind: 'shared', pointer, ...(unaligned && { unaligned }), ...(punned && { punned }) };
}

export function integer(value: number): Value {
  return scalarValue(constI32(value));
}

/** The IR expression of a scalar; of a pointer-to-shared its address. */
export function expressionOf(value: Value): Expression {
  switch (value.kind) {
    case 'scalar':
      return value.expression;
    case 'shared':
      return addressOf(value.pointer);
    case 'complex':
      return value.real;
    default:
      throw new TypeError(`a ${value.kind} value where a scalar is needed`);
  }
}

export function addressOf(pointer: SharedPointer): Expression {
  if (pointer.kind === 'address') return pointer.address;
  const { layout, base, index } = pointer;
  return layout.block === 0 ? plus(base, times(index, layout.elementSize)) : elementAddress(layout, base, index);
}

/** The phase, zero where the layout has none. */
export function phaseOf(pointer: SharedPointer): Expression {
  if (pointer.kind === 'address') return pointer.phase ?? constI32(0);
  return pointer.layout.block > 1 ? phaseOfIndex(pointer.layout, pointer.index) : constI32(0);
}

function phaseOfIndex(layout: SharedLayout, index: Expression): Expression {
  if (index.op === 'const') {
    const remainder = Number(index.value) % layout.block;
    return constI32(remainder < 0 ? remainder + layout.block : remainder);
  }
  return advancePhase(layout, constI32(0), index);
}

/** The pointer plus `count` ultimate elements. */
export function advanced(pointer: SharedPointer, layout: SharedLayout, count: Expression): SharedPointer {
  if (isConstantValue(count, 0)) return pointer;
  if (pointer.kind === 'element') return { ...pointer, index: plus(pointer.index, count) };
  const { address, phase } = pointer;
  if (layout.block === 0) return { kind: 'address', address: plus(address, times(count, layout.elementSize)) };
  if (layout.block === 1) return { kind: 'address', address: advanceAddress(layout, address, undefined, count) };
  const from = phase ?? constI32(0);
  return {
    kind: 'address',
    address: advanceAddress(layout, address, from, count),
    phase: advancePhase(layout, from, count),
  };
}

/** The scalars of a value of `type`, in the order of `scalarsOf`. */
export function partsOf(value: Value, type: CType): Expression[] {
  switch (value.kind) {
    case 'none':
    case 'struct':
      return [];
    case 'scalar':
      return [value.expression];
    case 'complex':
      return [value.real, value.imaginary];
    case 'shared': {
      const shape = shapeOf(type);
      const phased = shape.kind === 'shared' && shape.phased;
      return phased ? [addressOf(value.pointer), phaseOf(value.pointer)] : [addressOf(value.pointer)];
    }
  }
}

/** The value of `type` with these scalars. */
export function valueOfParts(parts: readonly Expression[], type: CType): Value {
  const shape = shapeOf(type);
  const [first, second] = parts;
  if (!first) return NONE;
  if (shape.kind === 'complex') return { kind: 'complex', real: first, imaginary: second as Expression };
  if (shape.kind !== 'shared') return scalarValue(first);
  return { kind: 'shared', pointer: { kind: 'address', address: first, ...(second && { phase: second }) } };
}

export function zeroValue(type: CType): Value {
  return valueOfParts(scalarsOf(type).map(zero), type);
}

/** A value of a scalar type read from locals. */
export function localsValue(names: readonly string[], type: CType): Value {
  return valueOfParts(
    scalarsOf(type).map((machine, index) => local(names[index] as string, machine)),
    type,
  );
}

/** Applies an operation to the scalar, or to both parts of a complex value. */
export function mapScalars(value: Value, change: (part: Expression) => Expression): Value {
  if (value.kind === 'complex')
    return { kind: 'complex', real: change(value.real), imaginary: change(value.imaginary) };
  return scalarValue(change(expressionOf(value)));
}
