/**
 * Types from declaration specifiers (C99 6.7.2): `unsigned long int`, typedef names, structs, enums, typeof.
 *
 * One idea: the basic names of a specifier list are sorted and looked up, because their order means nothing.
 */

import { missingName } from '../../../../diagnostics/suggestion.ts';
import type { BasicType, DeclarationSpecifiers, TypedefName, TypeOf, TypeSpecifier } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { expression } from '../expressions/expressions.ts';
import { atomicType } from '../intrinsics/atomics.ts';
import {
  BOOL,
  CHAR,
  complexOf,
  DOUBLE,
  FLOAT,
  INT,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  SHORT,
  SIGNED_CHAR,
  UNSIGNED_CHAR,
  unsignedOf,
  VOID,
} from '../types/primitives.ts';
import { withQualifiers } from '../types/shared-layout.ts';
import type { CType, IntegerType, QualifiedType } from '../types/types.ts';
import { mayAlias } from './attributes.ts';
import { enumType } from './enums.ts';
import { structType } from './structs.ts';
import { typeName } from './typenames.ts';

/** The type that the specifiers name, with their qualifiers. */
export function specifiedType(a: Analysis, node: DeclarationSpecifiers): QualifiedType {
  const type = withQualifiers(a, namedType(a, node), node.qualifiers, node.location);
  return mayAlias(node.attributes) ? { ...type, mayAlias: true } : type;
}

function namedType(a: Analysis, node: DeclarationSpecifiers): QualifiedType {
  const [first, ...others] = node.types;
  if (!first) {
    a.warning('SEM3310', 'implicit-int', "type defaults to 'int' where no type is given", node.location);
    return { type: INT };
  }
  if (node.types.every((each) => each.kind === 'BasicType')) return { type: basicType(a, node, node.types) };
  if (others.length > 0) {
    a.error('SEM3311', 'two or more data types in declaration specifiers', (others[0] as TypeSpecifier).location);
  }
  return specifier(a, node.types.find((each) => each.kind !== 'BasicType') ?? first);
}

function specifier(a: Analysis, node: TypeSpecifier): QualifiedType {
  switch (node.kind) {
    case 'StructOrUnion':
      return { type: structType(a, node) };
    case 'Enum':
      return { type: enumType(a, node) };
    case 'TypeOf':
      return typeOf(a, node);
    case 'AtomicType':
      return atomicType(a, node);
    case 'TypedefName':
      return typedefType(a, node);
    case 'BasicType':
      return { type: INT };
  }
}

const COMBINATIONS = new Map<string, CType>([
  ['void', VOID],
  ['__auto_type', INT], // until the initializer is seen
  ['_Bool', BOOL],
  ['char', CHAR],
  ['char signed', SIGNED_CHAR],
  ['char unsigned', UNSIGNED_CHAR],
  ['float', FLOAT],
  ['double', DOUBLE],
  ['double long', LONG_DOUBLE],
  ['_Complex', complexOf(DOUBLE)],
  ['_Complex float', complexOf(FLOAT)],
  ['_Complex double', complexOf(DOUBLE)],
  ['_Complex double long', complexOf(LONG_DOUBLE)],
  ...integers('', INT),
  ...integers('short', SHORT),
  ...integers('long', LONG),
  ...integers('long long', LONG_LONG),
]);

/** Every spelling of an integer type: with and without `int`, `signed` and, for the other type, `unsigned`. */
function integers(size: string, type: IntegerType): [string, CType][] {
  const spell = (...words: string[]) => words.join(' ').split(' ').filter(Boolean).sort().join(' ');
  const rows: [string, CType][] = [
    [spell('int', size), type],
    [spell('signed', size), type],
    [spell('int', 'signed', size), type],
    [spell('unsigned', size), unsignedOf(type)],
    [spell('int', 'unsigned', size), unsignedOf(type)],
  ];
  return size === '' ? rows : [[size, type], ...rows];
}

function basicType(a: Analysis, node: DeclarationSpecifiers, types: readonly TypeSpecifier[]): CType {
  const words = types.map((each) => (each as BasicType).name);
  const found = COMBINATIONS.get([...words].sort().join(' '));
  if (found) return found;
  a.error('SEM3312', `'${words.join(' ')}' is not a type`, node.location);
  return INT;
}

function typedefType(a: Analysis, node: TypedefName): QualifiedType {
  const symbol = a.scope.find(node.name);
  if (symbol?.kind === 'typedef') return symbol.type;
  const { hint, fixes } = missingName(node.name, a.scope.visibleNames(), node.location, a.options.headerOf);
  a.error('SEM3313', `unknown type name '${node.name}'${hint}`, node.location, [], fixes);
  return { type: INT };
}

/** GNU: of an expression the declared type, qualifiers included. */
function typeOf(a: Analysis, { operand }: TypeOf): QualifiedType {
  if (operand.kind === 'TypeName') {
    const type = typeName(a, operand);
    a.lengths.push(...(a.lengthsOf[operand.id] ?? []));
    return type;
  }
  return a.withoutEvaluation(() => expression(a, operand)).type;
}
