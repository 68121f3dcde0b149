/**
 * -Wmissing-field-initializers: a list without designators that has values for the first members of a struct only.
 */
import type { Declaration, Initializer, InitializerList } from '../ast/ast.ts';
import type { CType, QualifiedType, StructType } from '../semantics/types/types.ts';
import { typeText } from '../semantics/types/typetext.ts';
import type { Lint, UnitLint } from './lint.ts';

/** Of objects at file scope. */
export function missingOfFile(lint: UnitLint): void {
  for (const each of lint.unit.declarations) if (each.kind === 'Declaration') declared(lint, each);
}

/** Of locals and compound literals. */
export function missingInitializers(lint: Lint): void {
  for (const each of lint.outline.all('Declaration')) declared(lint, each);
  for (const { id, initializer } of lint.outline.all('CompoundLiteral'))
    check(lint, initializer, lint.facts.typeOf[id]?.type);
}

function declared(lint: UnitLint, { declarators }: Declaration): void {
  for (const { id, initializer } of declarators) {
    const symbol = lint.facts.symbolOf[id];
    if (symbol?.kind === 'object') check(lint, initializer, symbol.type.type);
  }
}

function check(lint: UnitLint, list: Initializer | undefined, type: CType | undefined): void {
  if (list?.kind !== 'InitializerList' || !type || list.items.some(({ designators }) => designators.length > 0)) return;
  if (type.kind === 'array') for (const { value } of list.items) check(lint, value, type.element.type);
  if (type.kind === 'struct' && !type.union) struct(lint, list, type);
}

/** `{0}` and `{}` mean all of it; where braces of inner lists are left out, nothing is said. */
function struct(lint: UnitLint, { items }: InitializerList, type: StructType): void {
  const members = (type.members ?? []).filter(({ name, bitField }) => name !== undefined || !bitField);
  const [only] = items;
  if (!only || (items.length === 1 && isZero(lint, only.value))) return;
  for (const [k, { value }] of items.entries()) {
    const member = members[k];
    if (!member || isElided(lint, value, member.type)) return;
    check(lint, value, member.type.type);
  }
  const missing = members[items.length];
  const last = items.at(-1)?.value;
  if (!missing || !last || last.location.expansion) return;
  const text = `missing initializer for member '${missing.name ?? ''}' of '${typeText({ type })}'`;
  lint.warning('SEM3650', text, last.location);
}

function isZero({ facts }: UnitLint, value: Initializer): boolean {
  const constant = facts.constantOf[value.id];
  return value.kind !== 'InitializerList' && constant?.kind === 'integer' && constant.value === 0n;
}

function isElided({ facts }: UnitLint, value: Initializer, { type }: QualifiedType): boolean {
  if (value.kind === 'InitializerList' || value.kind === 'StringLiteral') return false;
  const isAggregate = type.kind === 'array' || type.kind === 'struct';
  return isAggregate && facts.typeOf[value.id]?.type.kind !== type.kind;
}
