/**
 * Enumerations (C99 6.7.2.2), with gcc's choice of types.
 *
 * One idea: an enumerator is an int where its value fits; the enum itself is unsigned int, or the first of int,
 * unsigned long and long that holds all its values.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { Enum } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import { fits } from '../constants/constants.ts';
import { INT, LONG, UNSIGNED_INT, UNSIGNED_LONG } from '../types/primitives.ts';
import type { EnumType, IntegerType } from '../types/types.ts';

export function enumType(a: Analysis, node: Enum): EnumType {
  if (!node.enumerators) return referenced(a, node);
  const type = defined(a, node);
  const values = enumerate(a, node.enumerators);
  type.underlying = underlyingOf(values);
  type.complete = true;
  type.names = namesOf(node.enumerators, values);
  return type;
}

function newEnum(tag: string | undefined): EnumType {
  return { kind: 'enum', ...(tag !== undefined && { tag }), underlying: UNSIGNED_INT, complete: false };
}

/** GNU: an enum may be named before its definition. */
function referenced(a: Analysis, { tag = '', location }: Enum): EnumType {
  const known = a.scope.findTag(tag);
  if (known?.type.kind === 'enum') return known.type;
  if (known) wrongKind(a, tag, location, known.location);
  const type = newEnum(tag);
  if (!known) a.scope.tags.set(tag, { type, location });
  return type;
}

function wrongKind(a: Analysis, tag: string, location: Location, earlier: Location): void {
  a.error('SEM3341', `'${tag}' defined as wrong kind of tag`, location, noteAt('defined here', earlier));
}

function defined(a: Analysis, { tag, location }: Enum): EnumType {
  if (tag === undefined) return newEnum(undefined);
  const known = a.scope.tags.get(tag);
  if (known?.type.kind === 'enum' && !known.type.complete) return known.type;
  if (known?.type.kind === 'struct') wrongKind(a, tag, location, known.location);
  else if (known)
    a.error('SEM3342', `redeclaration of 'enum ${tag}'`, location, noteAt('originally defined here', known.location));
  const type = newEnum(tag);
  a.scope.tags.set(tag, { type, location });
  return type;
}

/** Binds the enumerators in the present scope; gives their values. */
function enumerate(a: Analysis, enumerators: NonNullable<Enum['enumerators']>): bigint[] {
  const values: bigint[] = [];
  for (const each of enumerators) {
    const what = `enumerator value for '${each.name}'`;
    const given = each.value && integerConstantExpression(a, each.value, what);
    const value = given ?? (values.at(-1) ?? -1n) + 1n;
    const type = [INT, UNSIGNED_INT, LONG, UNSIGNED_LONG].find((candidate) => fits(value, candidate));
    if (!type) a.error('SEM3343', `${what}, ${value}, does not fit any integer type`, each.location);
    declare(a, each, type ? value : 0n, type ?? INT);
    values.push(type ? value : 0n);
  }
  return values;
}

function namesOf(enumerators: NonNullable<Enum['enumerators']>, values: readonly bigint[]): Map<bigint, string> {
  const names = new Map<bigint, string>();
  values.forEach((value, at) => {
    const name = enumerators[at]?.name;
    if (name !== undefined && !names.has(value)) names.set(value, name);
  });
  return names;
}

function declare(
  a: Analysis,
  { name, location, id }: { name: string; location: Enum['location']; id: number },
  value: bigint,
  type: IntegerType,
): void {
  const known = a.scope.ordinary.get(name);
  if (known) {
    const text = `redeclaration of '${name}' as an enumerator`;
    a.error('SEM3344', text, location, noteAt('previous declaration is here', known.location));
    return;
  }
  const symbol = { kind: 'enumerator' as const, name, value, type, location };
  a.scope.ordinary.set(name, symbol);
  a.symbolOf[id] = symbol;
}

function underlyingOf(values: readonly bigint[]): IntegerType {
  const negative = values.some((value) => value < 0n);
  const candidates = negative ? [INT, LONG] : [UNSIGNED_INT, UNSIGNED_LONG];
  return candidates.find((type) => values.every((value) => fits(value, type))) ?? LONG;
}
