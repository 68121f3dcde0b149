/**
 * Members, array elements and offsetof (C99 6.5.2.1, 6.5.2.3, 7.17; UPC 6.4.4).
 */

import { suggestion } from '../../../../diagnostics/suggestion.ts';
import type { Location } from '../../../../source/source.ts';
import type { Expression, Index, Member, OffsetOf } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant } from '../constants/constants.ts';
import { typeName } from '../declarations/typenames.ts';
import { isInteger, isPointer, isShared, SIZE } from '../types/primitives.ts';
import { qualifiersOf, qualify } from '../types/qualified.ts';
import { sizeOf } from '../types/sizes.ts';
import type { PointerType, QualifiedType, StructMember, StructType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { promote, value } from './conversions.ts';
import { expression, rvalue } from './expressions.ts';
import { failure, type Operand, operand, type Place, placeAt } from './operand.ts';
import { checkArithmeticPointer, movedAddress } from './pointers.ts';

export function member(a: Analysis, node: Member): Operand {
  const object = node.arrow ? rvalue(a, node.object) : expression(a, node.object);
  if (object.failed) return failure(a, node);
  const whole = node.arrow ? pointedStruct(a, node, object) : object.type;
  const struct = whole && structOf(a, node, whole, object.type);
  if (!struct) return failure(a, node);
  const path = findMember(struct, node.name);
  if (!path) return noMember(a, node, struct);
  a.memberOf[node.id] = path;
  return designated(a, node, object, whole, path);
}

function pointedStruct(a: Analysis, node: Member, pointer: Operand): QualifiedType | undefined {
  const { type } = pointer.type;
  if (isPointer(type)) return type.to;
  a.error('SEM3090', `invalid type argument of '->' (have '${typeText(pointer.type)}')`, node.location);
  return undefined;
}

function structOf(a: Analysis, node: Member, whole: QualifiedType, written: QualifiedType): StructType | undefined {
  const { type } = whole;
  if (type.kind === 'struct' && type.members) return type;
  const name = typeText({ type });
  if (type.kind === 'struct') {
    a.error('SEM3091', `invalid use of undefined type '${name}'`, node.location);
  } else if (type.kind === 'pointer' && !node.arrow && type.to.type.kind === 'struct') {
    a.error('SEM3092', `'${typeText(written)}' is a pointer; did you mean to use '->'?`, node.location);
  } else {
    const text = `request for member '${node.name}' in something not a structure or union ('${typeText(written)}')`;
    a.error('SEM3093', text, node.location);
  }
  return undefined;
}

function noMember(a: Analysis, node: Member, struct: StructType): Operand {
  const { hint, fixes } = suggestion(node.name, memberNames(struct), nameOf(node));
  a.error(
    'SEM3094',
    `'${typeText({ type: struct })}' has no member named '${node.name}'${hint}`,
    node.location,
    [],
    fixes,
  );
  return failure(a, node);
}

/** The name behind the '.' or '->', where it stands next to it. */
function nameOf({ location, name, arrow }: Member): Location {
  const length = arrow ? 2 : 1;
  return { ...location, offset: location.offset + length, length: name.length };
}

/** The names of a struct's members, those of its anonymous structs and unions included. */
export function* memberNames(struct: StructType): Iterable<string> {
  for (const { name, type } of struct.members ?? []) {
    if (name !== undefined) yield name;
    else if (type.type.kind === 'struct') yield* memberNames(type.type);
  }
}

/** The path to a member through anonymous members. */
export function findMember(struct: StructType, name: string): StructMember[] | undefined {
  for (const each of struct.members ?? []) {
    if (each.name === name) return [each];
    const inner = each.name === undefined && each.type.type.kind === 'struct' && findMember(each.type.type, name);
    if (inner) return [each, ...inner];
  }
  return undefined;
}

/** The member has the object's qualifiers too; of a shared object it lies on one thread: `shared []` (UPC 6.4.4). */
function designated(
  a: Analysis,
  node: Member,
  object: Operand,
  whole: QualifiedType,
  path: readonly StructMember[],
): Operand {
  const last = path.at(-1) as StructMember;
  const { const: constant, volatile, reference } = qualifiersOf(whole);
  const shared = isShared(whole) ? { shared: { block: 0 } } : {};
  const type = qualify(last.type, {
    ...(constant && { const: true }),
    ...(volatile && { volatile: true }),
    ...(reference && { reference }),
    ...shared,
  });
  const offset = path.reduce((sum, each) => sum + each.offset, 0);
  const place = memberPlace(node.arrow, object, offset);
  const bits = last.bitField?.width;
  return operand(a, node, type, {
    lvalue: node.arrow || object.lvalue,
    ...(place && { place }),
    ...(bits !== undefined && { bits }),
  });
}

function memberPlace(arrow: boolean, object: Operand, offset: number): Place | undefined {
  if (arrow) return object.sharedAddress ? { offset: 0 } : placeAt(object.constant, offset);
  return object.place && { ...object.place, offset: object.place.offset + offset };
}

/** `a[i]` and `i[a]` */
export function indexed(a: Analysis, node: Index): Operand {
  const left = value(a, expression(a, node.array));
  const right = rvalue(a, node.index);
  if (left.failed || right.failed) return failure(a, node);
  const [pointer, index] = isPointer(left.type.type) ? [left, right] : [right, left];
  if (!isPointer(pointer.type.type)) {
    const text = `subscripted value is neither array nor pointer ('${typeText(left.type)}')`;
    a.error('SEM3095', text, node.location);
    return failure(a, node);
  }
  if (!isInteger(index.type.type)) {
    a.error('SEM3096', `array subscript is not an integer ('${typeText(index.type)}')`, index.node.location);
    return failure(a, node);
  }
  if (!checkArithmeticPointer(a, pointer.type.type, node.location)) return failure(a, node);
  promote(a, index);
  return elementOf(a, node, pointer, index);
}

function elementOf(a: Analysis, node: Expression, pointer: Operand, index: Operand): Operand {
  const { constant, sharedAddress } = movedAddress(pointer, index, 1);
  const place = sharedAddress ? { offset: 0 } : placeAt(constant);
  return operand(a, node, (pointer.type.type as PointerType).to, { lvalue: true, ...(place && { place }) });
}

/** The first designator names a member; indices may be any integers (GNU). */
export function offsetOf(a: Analysis, node: OffsetOf): Operand {
  let type = typeName(a, node.typeName);
  let offset: number | undefined = 0;
  for (const step of node.path) {
    const next: Step | undefined =
      step.kind === 'member' ? memberStep(a, node, type, step.name) : elementStep(a, node, type, step.index);
    if (!next) return failure(a, node);
    type = next.type;
    offset = offset === undefined || next.offset === undefined ? undefined : offset + next.offset;
  }
  return operand(a, node, { type: SIZE }, offset === undefined ? {} : { constant: integerConstant(offset) });
}

interface Step {
  readonly type: QualifiedType;
  /** Undefined where it is known only at run time. */
  readonly offset: number | undefined;
}

function memberStep(a: Analysis, node: OffsetOf, { type }: QualifiedType, name: string): Step | undefined {
  if (type.kind !== 'struct' || !type.members) {
    const text = `request for member '${name}' in '${typeText({ type })}', which is no complete structure or union`;
    a.error('SEM3097', text, node.location);
    return undefined;
  }
  const path = findMember(type, name);
  if (!path) {
    const { hint, fixes } = suggestion(name, memberNames(type), node.location);
    a.error('SEM3094', `'${typeText({ type })}' has no member named '${name}'${hint}`, node.location, [], fixes);
    return undefined;
  }
  const last = path.at(-1) as StructMember;
  if (last.bitField) {
    a.error('SEM3098', `attempt to take address of bit-field structure member '${name}'`, node.location);
    return undefined;
  }
  return { type: last.type, offset: path.reduce((sum, each) => sum + each.offset, 0) };
}

function elementStep(a: Analysis, node: OffsetOf, { type }: QualifiedType, index: Expression): Step | undefined {
  const o = promote(a, rvalue(a, index));
  if (o.failed) return undefined;
  if (type.kind !== 'array' || !isInteger(o.type.type)) {
    a.error(
      'SEM3099',
      `subscripted value is not an array ('${typeText({ type })}') or index no integer`,
      node.location,
    );
    return undefined;
  }
  const size = sizeOf(type.element.type);
  const known = o.constant?.kind === 'integer' && size !== undefined;
  return { type: type.element, offset: known ? Number((o.constant as { value: bigint }).value) * size : undefined };
}
