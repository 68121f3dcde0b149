/**
 * Type names: what stands in casts, sizeof, va_arg and compound literals (C99 6.7.6).
 */
import type { TypeName } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { settleLayout } from '../types/shared-layout.ts';
import type { QualifiedType } from '../types/types.ts';
import { declaredType } from './declarators.ts';
import { specifiedType } from './specifiers.ts';

/** The type that a type name names; a fact of the node. */
export function typeName(a: Analysis, node: TypeName): QualifiedType {
  const known = a.namedType[node.id];
  if (known) return known;
  const { type } = a.collectingLengths(node.id, () =>
    declaredType(a, specifiedType(a, node.specifiers), node.declarator),
  );
  const settled = settleLayout(a, type, node.location);
  a.namedType[node.id] = settled;
  return settled;
}
