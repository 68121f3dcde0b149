/**
 * Subobjects by position and by designator, for initializers.
 */

import { suggestion } from '../../../../diagnostics/suggestion.ts';
import type { Designator, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import { findMember, memberNames } from '../expressions/members.ts';
import { isArray, isStruct } from '../types/primitives.ts';
import { sizeOf } from '../types/sizes.ts';
import type { ArrayType, CType, QualifiedType, StructMember, StructType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';

/** A (sub)object that is being initialised. */
export interface Spot {
  readonly type: QualifiedType;
  readonly offset: number;
  readonly member?: StructMember;
  /** 0 for the object itself. */
  readonly depth?: number;
}

/** Target of the next item: `count` elements from `index` on, then down the `rest` of the designators. */
export interface Position {
  readonly index: number;
  readonly count: number;
  readonly rest: readonly Designator[];
}

/** Members that take part in initialisation: unnamed bit-fields do not (C99 6.7.8p9). */
function initialMembers({ members }: StructType): StructMember[] {
  return (members ?? []).filter(({ name, bitField }) => name !== undefined || !bitField);
}

/** The element or member at a position, or undefined behind the last one. */
export function elementAt(spot: Spot, index: number): Spot | undefined {
  const { type } = spot.type;
  const depth = (spot.depth ?? 0) + 1;
  if (isArray(type)) {
    const limit = typeof type.length === 'number' ? type.length : Number.MAX_SAFE_INTEGER;
    const size = sizeOf(type.element.type) ?? 0;
    return index < limit ? { type: type.element, offset: spot.offset + index * size, depth } : undefined;
  }
  const member = isStruct(type) ? initialMembers(type)[index] : undefined;
  return member && { type: member.type, offset: spot.offset + member.offset, member, depth };
}

/** The position that the first designator names in an aggregate. */
export function positionOf(a: Analysis, type: CType, path: readonly Designator[]): Position | undefined {
  const [first, ...rest] = path;
  if (!first) return undefined;
  if (first.kind === 'index') {
    if (isArray(type)) return indexPosition(a, type, first, rest);
    a.error('SEM3410', `array index in initializer for '${typeText({ type })}', which is no array`, first.location);
    return undefined;
  }
  if (isStruct(type)) return memberPosition(a, type, first, path);
  a.error('SEM3411', `field name '${first.name}' not in a structure or union initializer`, first.location);
  return undefined;
}

function indexPosition(
  a: Analysis,
  type: ArrayType,
  designator: Designator & { kind: 'index' },
  rest: readonly Designator[],
): Position | undefined {
  const first = indexValue(a, type, designator, designator.index);
  const last = designator.last ? indexValue(a, type, designator, designator.last) : first;
  if (first === undefined || last === undefined) return undefined;
  if (last >= first) return { index: first, count: last - first + 1, rest };
  a.error('SEM3412', `empty index range in initializer (${first} ... ${last})`, designator.location);
  return undefined;
}

/** More elements than any memory holds. */
const LIMIT = 2 ** 32;

function indexValue(
  a: Analysis,
  { length }: ArrayType,
  { location }: Designator,
  node: Expression,
): number | undefined {
  const value = integerConstantExpression(a, node, 'array index in initializer');
  if (value === undefined) return undefined;
  const limit = typeof length === 'number' ? length : LIMIT;
  if (value >= 0n && value < BigInt(limit)) return Number(value);
  const problem = value < 0n ? 'is negative' : `exceeds array bounds (${limit} elements)`;
  a.error('SEM3413', `array index ${value} in initializer ${problem}`, location);
  return undefined;
}

/** A member of an anonymous struct is reached by its own designator once more, one level down. */
function memberPosition(
  a: Analysis,
  type: StructType,
  designator: Designator & { kind: 'member' },
  path: readonly Designator[],
): Position | undefined {
  const found = findMember(type, designator.name);
  const [outermost] = found ?? [];
  if (!found || !outermost) {
    const { name, location } = designator;
    const { hint, fixes } = suggestion(name, memberNames(type), location);
    a.error('SEM3094', `'${typeText({ type })}' has no member named '${name}'${hint}`, location, [], fixes);
    return undefined;
  }
  const index = initialMembers(type).indexOf(outermost);
  return { index, count: 1, rest: found.length > 1 ? path : path.slice(1) };
}
