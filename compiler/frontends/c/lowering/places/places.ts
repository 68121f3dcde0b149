/**
 * Lvalues: the place that an expression designates (C99 6.3.2.1, UPC 6.4.2 for shared arrays).
 *
 * Takes: an lvalue (or a struct rvalue for a member access). Gives: its Place. The one idea: indexing and member access
 * are address arithmetic on places; of a shared array the flattened index stays symbolic until the end.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { binary, constI32, frameAddress, sharedAddress, staticAddress } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { ObjectSymbol } from '../../semantics/facts.ts';
import type { QualifiedType, StructMember } from '../../semantics/types/types.ts';
import { lowerCoindex } from '../coarrays/coindices.ts';
import { lowerSection } from '../coarrays/sections.ts';
import { chosen, lowerEffect, lowerInteger, lowerValue, typeOf, valueType } from '../expressions/expressions.ts';
import { pending, settle } from '../expressions/sequencing.ts';
import { elementsPer, sizeExpression } from '../expressions/sizes.ts';
import type { FunctionLowering } from '../function.ts';
import { homeOf } from '../home.ts';
import { layoutOf, shapeOf } from '../shape.ts';
import { lowerCompoundLiteral } from '../statics/initializers.ts';
import {
  addressValue,
  advanced,
  expressionOf,
  type Place,
  type SharedPointer,
  scalarValue,
  sharedValue,
  type Value,
} from '../value.ts';
import { plus, product } from './address.ts';
import { checkedIndex } from './bounds.ts';
import { isOfUnknownTarget } from './misaligned.ts';
import { addressOfPlace, partOf } from './parts.ts';

/** The place of &'s operand: possibly one past the last element of an array. */
export function lowerPlaceOrEnd(f: FunctionLowering, e: CExpression): Place {
  return e.kind === 'Index' ? lowerIndex(f, e, true) : lowerPlace(f, e);
}

export function lowerPlace(f: FunctionLowering, e: CExpression): Place {
  const element = f.elements.get(e);
  if (element) return element;
  switch (e.kind) {
    case 'Identifier':
    case 'StringLiteral':
      return placeOfSymbol(f, objectOf(f, e), isStrict(f, e));
    case 'CompoundLiteral':
      return lowerCompoundLiteral(f, e);
    case 'Unary':
      return lowerUnaryPlace(f, e);
    case 'Index':
      return lowerIndex(f, e);
    case 'Member':
      return lowerMember(f, e);
    case 'Section':
      return lowerSection(f, e);
    case 'Coindex':
      return lowerCoindex(f, e);
    case 'ChooseExpression':
    case 'GenericSelection':
      return lowerPlace(f, chosen(f, e));
    case 'Comma':
      lowerEffect(f, e.left);
      return lowerPlace(f, e.right);
    default:
      return placeOfValue(lowerValue(f, e), e);
  }
}

function objectOf(f: FunctionLowering, e: CExpression): ObjectSymbol {
  const symbol = f.unit.facts.symbolOf[e.id];
  if (symbol?.kind !== 'object') throw new InternalError('this is no object', e.location);
  return symbol;
}

export function isStrict(f: FunctionLowering, e: CExpression): boolean {
  return f.unit.facts.strict[e.id] ?? false;
}

/** A value as a place: a struct in place, else a temporary. */
function placeOfValue(value: Value, e: CExpression): Place {
  if (value.kind === 'struct') return value.place;
  throw new InternalError(`this ${e.kind} is no lvalue`, e.location);
}

export function placeOfSymbol(f: FunctionLowering, symbol: ObjectSymbol, strict = false): Place {
  const home = homeOf(f, symbol);
  const { type } = symbol.type;
  switch (home.kind) {
    case 'locals':
      return { kind: 'locals', names: home.names, type };
    case 'fields':
      return { kind: 'fields', fields: home.fields, type };
    case 'frame':
      return memoryPlace(inFrame(home.slot, home.alignment), symbol.type);
    case 'address':
      return memoryPlace(f.read(home.local), symbol.type);
    case 'static':
      return memoryPlace(staticAddress(home.name), symbol.type);
    case 'shared':
      return sharedPlace(startOf(sharedAddress(home.name), symbol.type), symbol.type, strict);
  }
}

function inFrame(slot: string, alignment: number | undefined): Expression {
  const start = frameAddress(slot);
  return alignment ? binary('and', plus(start, constI32(alignment - 1)), constI32(-alignment)) : start;
}

function startOf(base: Expression, type: QualifiedType): SharedPointer {
  return { kind: 'element', layout: layoutOf(type), base, index: constI32(0) };
}

function sharedPlace(
  pointer: SharedPointer,
  { type, volatile }: QualifiedType,
  strict: boolean,
): Place & { kind: 'shared' } {
  return { kind: 'shared', pointer, type, strict, ...(volatile && { volatile }) };
}

export function memoryPlace(
  address: Expression,
  { type, volatile, atomic, mayAlias }: QualifiedType,
): Place & { kind: 'memory' } {
  const how = { ...(atomic && { atomic }), ...(mayAlias && { punned: true }) };
  return { kind: 'memory', address, type, volatile: volatile ?? false, ...how };
}

/** The place that a pointer value points to. */
export function pointee(value: Value, type: QualifiedType, strict: boolean): Place {
  if (value.kind === 'shared') {
    const shared = sharedPlace(value.pointer, type, strict);
    return { ...shared, ...(value.unaligned && { unaligned: true }), ...(value.punned && { punned: true }) };
  }
  const place = memoryPlace(expressionOf(value), type);
  if (value.kind !== 'scalar') return place;
  return { ...place, ...(value.unaligned && { unaligned: true }), ...(value.punned && { punned: true }) };
}

/** The place that `pointer`, possibly advanced, points to: the lvalue `e`. */
function target(f: FunctionLowering, value: Value, pointer: CExpression, e: CExpression): Place {
  const place = pointee(value, typeOf(f, e), isStrict(f, e));
  return place.kind === 'memory' && isOfUnknownTarget(f, pointer, place.type) ? { ...place, unaligned: true } : place;
}

/** A pointer to the first element of an array: the address of the place. */
export function decayPlace(place: Place): Value {
  if (place.kind === 'shared') return sharedValue(place.pointer, place);
  return addressValue(addressOfPlace(place), place.kind === 'memory' ? place : {});
}

function lowerUnaryPlace(f: FunctionLowering, e: CExpression & { kind: 'Unary' }): Place {
  if (e.operator === '*') return target(f, lowerValue(f, e.operand), e.operand, e);
  if (e.operator !== '__real__' && e.operator !== '__imag__')
    throw new InternalError(`unary ${e.operator} gives no lvalue`, e.location);
  return partOfComplex(lowerPlace(f, e.operand), e.operator === '__imag__', typeOf(f, e));
}

/** `__real__ z` or `__imag__ z` as an lvalue; of a real object, itself. */
function partOfComplex(place: Place, imaginary: boolean, { type }: QualifiedType): Place {
  const shape = shapeOf(place.type);
  if (shape.kind !== 'complex') return place;
  if (place.kind === 'locals') return { ...place, names: [place.names[imaginary ? 1 : 0] as string], type };
  return partOf(place, imaginary ? shape.size : 0, type);
}

// ---------------------------------------------------------------- a[i]

function lowerIndex(f: FunctionLowering, e: CExpression & { kind: 'Index' }, end = false): Place {
  const swapped = valueType(f, e.array).kind !== 'pointer';
  const first = pending(f, swapped ? indexValue(f, e.array) : lowerValue(f, e.array));
  const second = pending(f, swapped ? lowerValue(f, e.index) : indexValue(f, e.index));
  const [a, b] = settle(f, [first, second]) as [Value, Value];
  const count = checkedIndex(f, swapped ? e.index : e.array, expressionOf(swapped ? a : b), end);
  const moved = movedPointer(f, swapped ? b : a, count, typeOf(f, e));
  return target(f, moved, swapped ? e.index : e.array, e);
}

function indexValue(f: FunctionLowering, e: CExpression): Value {
  return scalarValue(lowerInteger(f, e));
}

/** A pointer to `type` plus `count` (i32) objects. */
export function movedPointer(f: FunctionLowering, pointer: Value, count: Expression, type: QualifiedType): Value {
  if (pointer.kind === 'shared') {
    const elements = product(count, elementsPer(f, type));
    return sharedValue(advanced(pointer.pointer, layoutOf(type), elements), pointer);
  }
  const address = plus(expressionOf(pointer), product(count, sizeExpression(f, type.type)));
  return addressValue(address, pointer.kind === 'scalar' ? pointer : {});
}

// ---------------------------------------------------------------- s.m and p->m

function lowerMember(f: FunctionLowering, e: CExpression & { kind: 'Member' }): Place {
  const path = f.unit.facts.memberOf[e.id];
  if (!path) throw new InternalError(`member ${e.name} was not found`, e.location);
  return memberPlace(structPlace(f, e), path, typeOf(f, e), isStrict(f, e));
}

function structPlace(f: FunctionLowering, e: CExpression & { kind: 'Member' }): Place {
  if (!e.arrow) return lowerPlace(f, e.object);
  const pointer = valueType(f, e.object);
  if (pointer.kind !== 'pointer') throw new InternalError('-> on what is no pointer', e.location);
  return pointee(lowerValue(f, e.object), pointer.to, false);
}

function memberPlace(struct: Place, path: readonly StructMember[], type: QualifiedType, strict: boolean): Place {
  const offset = path.reduce((sum, member) => sum + member.offset, 0);
  const place = partOf(struct, offset, type.type);
  const bits = path.at(-1)?.bitField;
  if (place.kind === 'shared')
    return { ...place, strict, ...(type.volatile && { volatile: true }), ...(bits && { bits }) };
  if (place.kind !== 'memory') return place;
  const volatile = place.volatile || (type.volatile ?? false);
  const { atomic: _whole, ...part } = place;
  return { ...part, volatile, ...(type.atomic && { atomic: true }), ...(bits && { bits }) };
}
