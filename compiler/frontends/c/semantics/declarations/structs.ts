/**
 * Structs and unions: tags, members and what may be one (C99 6.7.2.1, 6.7.2.3; UPC 6.5.1.1p4).
 */

import { advice, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Expression, MemberDeclaration, StructOrUnion } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import { memberNames } from '../expressions/members.ts';
import { lockAdvice } from '../locks.ts';
import type { Scope } from '../scope.ts';
import { layOut, type PlainMember } from '../types/layout.ts';
import { INT, isBool, isInteger, isShared } from '../types/primitives.ts';
import { settleLayout } from '../types/shared-layout.ts';
import { isComplete, isVariablyModified, sizeOf } from '../types/sizes.ts';
import type { QualifiedType, StructType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { isPacked, mayAlias, memberAlignmentLimit, requestedAlignment } from './attributes.ts';
import { staticAssert } from './declarations.ts';
import { declaredType } from './declarators.ts';
import { specifiedType } from './specifiers.ts';

/** The struct or union that a specifier refers to or defines. */
export function structType(a: Analysis, node: StructOrUnion): StructType {
  if (!node.members) return referenced(a, node);
  const type = startDefinition(a, node);
  const tag = node.tag === undefined ? undefined : a.scope.tags.get(node.tag);
  if (tag) tag.open = true;
  define(a, type, node);
  if (tag) tag.open = false;
  return type;
}

/** `struct s;` declares a tag of the present scope even where an outer one exists (C99 6.7.2.3p7). */
export function declareTag(a: Analysis, node: StructOrUnion): void {
  const tag = node.tag ?? '';
  const known = a.scope.tags.get(tag);
  if (known) checkKind(a, node, known);
  else newTag(a, node, a.scope);
}

function newTag(a: Analysis, node: StructOrUnion, scope: Scope): StructType {
  const { tag, union, location } = node;
  const type: StructType = { kind: 'struct', union, ...(tag !== undefined && { tag }), size: 0, alignment: 1 };
  if (tag === undefined) return type;
  if (scope.kind === 'prototype') {
    const text = `'${typeText({ type })}' declared inside parameter list will not be visible outside of it`;
    a.warning('SEM3350', 'visibility', text, location);
  }
  scope.tags.set(tag, { type, location });
  return type;
}

function checkKind(a: Analysis, node: StructOrUnion, known: NonNullable<ReturnType<Scope['findTag']>>): boolean {
  if (known.type.kind === 'struct' && known.type.union === node.union) return true;
  const text = `'${node.tag}' defined as wrong kind of tag`;
  a.error('SEM3341', text, node.location, noteAt('defined here', known.location));
  return false;
}

function referenced(a: Analysis, node: StructOrUnion): StructType {
  const known = a.scope.findTag(node.tag ?? '');
  if (known && checkKind(a, node, known)) return known.type as StructType;
  return newTag(a, known ? { ...node, tag: `${node.tag}` } : node, a.scope);
}

function startDefinition(a: Analysis, node: StructOrUnion): StructType {
  const known = node.tag === undefined ? undefined : a.scope.tags.get(node.tag);
  if (!known || !checkKind(a, node, known)) return newTag(a, node, a.scope);
  const type = known.type as StructType;
  if (!type.members && !known.open) return type;
  const text = `${known.open ? 'nested ' : ''}redefinition of '${typeText({ type })}'`;
  a.error('SEM3351', text, node.location, noteAt('originally defined here', known.location));
  return newTag(a, node, a.scope);
}

// ---------------------------------------------------------------- members

interface Collected {
  readonly struct: StructType;
  readonly node: StructOrUnion;
  readonly members: PlainMember[];
  readonly names: Map<string, Location>;
  /** Set once a flexible array member was seen: nothing may follow. */
  flexible?: Location;
}

function define(a: Analysis, struct: StructType, node: StructOrUnion): void {
  const collected: Collected = { struct, node, members: [], names: new Map() };
  for (const each of node.members ?? [])
    if (each.kind === 'StaticAssert') staticAssert(a, each);
    else memberDeclaration(a, collected, each);
  if (mayAlias(node.attributes)) struct.mayAlias = true;
  const limit = memberAlignmentLimit(a, node.attributes);
  layOut(struct, collected.members, requestedAlignment(a, node.attributes), limit);
  const size = sizeOf(struct) ?? 0;
  if (size > 0x7fffffff)
    a.error('SEM3352', `size of '${typeText({ type: struct })}', ${size} bytes, is too large`, node.location);
}

function memberDeclaration(a: Analysis, collected: Collected, node: MemberDeclaration): void {
  const base = specifiedType(a, node.specifiers);
  if (node.declarators.length === 0) anonymousMember(a, collected, node, base);
  for (const { declarator, width, attributes } of node.declarators) {
    const declared = declarator ? declaredType(a, base, declarator) : undefined;
    const location = declared?.location ?? node.location;
    const type = settleLayout(a, declared?.type ?? base, location);
    const aligned = requestedAlignment(a, [...attributes, ...node.specifiers.attributes]);
    const packed = isPacked(collected.node.attributes) || isPacked(attributes) || isPacked(node.specifiers.attributes);
    const bits = width && fieldWidth(a, width, type, declared?.name, location);
    const member: PlainMember = {
      ...(declared?.name !== undefined && { name: declared.name }),
      type:
        width && !isInteger(type.type) ? { type: INT } : checkedMember(a, collected, type, declared?.name, location),
      ...(width && { width: bits ?? 1 }),
      packed,
      ...(aligned !== undefined && { aligned }),
      ...(type.atomic && { aligned: Math.max(aligned ?? 1, sizeOf(type.type) ?? 1) }),
    };
    add(a, collected, member, location);
  }
}

/** C11's anonymous structs and unions: their members are found as if they were the outer one's. */
function anonymousMember(a: Analysis, collected: Collected, node: MemberDeclaration, base: QualifiedType): void {
  if (base.type.kind !== 'struct' || base.type.tag !== undefined || !base.type.members) {
    a.warning('SEM3353', 'missing-declarations', 'declaration does not declare anything', node.location);
    return;
  }
  const packed = isPacked(collected.node.attributes);
  const type = checkedMember(a, collected, base, undefined, node.location);
  add(a, collected, { type, packed }, node.location);
}

function add(a: Analysis, collected: Collected, member: PlainMember, location: Location): void {
  const { type, name } = member;
  const names = name !== undefined ? [name] : type.type.kind === 'struct' ? [...memberNames(type.type)] : [];
  for (const each of names) {
    const earlier = collected.names.get(each);
    if (earlier) a.error('SEM3354', `duplicate member '${each}'`, location, noteAt('first declared here', earlier));
    collected.names.set(each, location);
  }
  collected.members.push(member);
}

/** The member's type, or int after an error. */
function checkedMember(
  a: Analysis,
  collected: Collected,
  type: QualifiedType,
  name: string | undefined,
  location: Location,
): QualifiedType {
  const what = name === undefined ? 'member' : `member '${name}'`;
  if (collected.flexible) a.error('SEM3355', 'flexible array member not at end of struct', collected.flexible);
  delete collected.flexible;
  const problem = problemOf(collected, type);
  if (problem) {
    a.error('SEM3356', `${what} ${problem} ('${typeText(type)}')`, location, lockAdvice(type.type));
    return { type: INT };
  }
  if (isShared(type)) {
    const text = `${what} of a struct or union cannot be shared; only what a pointer points to can (UPC 1.3, 6.5.1.1)`;
    a.error('UPC3111', text, location, advice('objects of the struct or union can be declared shared as a whole'));
    return { type: INT };
  }
  if (!isComplete(type.type)) collected.flexible = location;
  return type;
}

function problemOf({ struct }: Collected, { type }: QualifiedType): string | undefined {
  if (type.kind === 'function') return 'is declared as a function';
  if (isVariablyModified(type)) return 'has a variable length';
  if (isComplete(type)) return undefined;
  const flexible = type.kind === 'array' && type.length === undefined && isComplete(type.element.type);
  if (!flexible) return 'has an incomplete type';
  return struct.union ? 'is a flexible array in a union' : undefined;
}

function fieldWidth(
  a: Analysis,
  width: Expression,
  { type }: QualifiedType,
  name: string | undefined,
  location: Location,
): number | undefined {
  const what = name === undefined ? 'bit-field' : `bit-field '${name}'`;
  const value = integerConstantExpression(a, width, `width of ${what}`);
  if (value === undefined) return undefined;
  if (!isInteger(type)) {
    a.error('SEM3357', `${what} has invalid type '${typeText({ type })}'`, location);
    return undefined;
  }
  const limit = isBool(type) ? 1 : 8 * (sizeOf(type) ?? 4);
  if (value < 0n) a.error('SEM3358', `negative width ${value} in ${what}`, location);
  else if (value > BigInt(limit))
    a.error('SEM3359', `width ${value} of ${what} exceeds its type, ${limit} bits`, location);
  else if (value === 0n && name !== undefined) a.error('SEM3360', `zero width for ${what}`, location);
  else return Number(value);
  return undefined;
}
