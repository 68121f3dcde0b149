/**
 * Adding qualifiers to types, and comparing the qualifiers of two types.
 *
 * One idea: qualifying an array qualifies its ultimate element, so that both `shared [3] S x[N]` with S an array and
 * `const T a` with T an array come out right.
 */
import type { QualifiedType } from './types.ts';

export type Qualification = Omit<QualifiedType, 'type'>;

/** The type with more qualifiers; those already there stay. */
export function qualify(type: QualifiedType, more: Qualification): QualifiedType {
  if (isEmpty(more)) return type;
  if (type.type.kind === 'array') return { type: { ...type.type, element: qualify(type.type.element, more) } };
  return { ...type, ...present(more) };
}

function isEmpty(more: Qualification): boolean {
  return !(more.const || more.volatile || more.restrict || more.atomic || more.shared || more.reference);
}

function present(more: Qualification): Qualification {
  return {
    ...(more.const && { const: true }),
    ...(more.volatile && { volatile: true }),
    ...(more.restrict && { restrict: true }),
    ...(more.atomic && { atomic: true }),
    ...(more.shared && { shared: more.shared }),
    ...(more.reference && { reference: more.reference }),
  };
}

/** Qualifiers of a type, without its type. */
export function qualifiersOf(type: QualifiedType): Qualification {
  return present(type);
}

/** True where both types have the same qualifiers at their top. */
export function sameQualifiers(a: QualifiedType, b: QualifiedType): boolean {
  return (
    !a.const === !b.const &&
    !a.volatile === !b.volatile &&
    !a.restrict === !b.restrict &&
    !a.atomic === !b.atomic &&
    a.shared?.block === b.shared?.block &&
    a.reference === b.reference
  );
}

/** Names of C's qualifiers that `from` has and `to` lacks. */
export function missingQualifiers(to: QualifiedType, from: QualifiedType): string[] {
  return (['const', 'volatile', 'restrict'] as const).filter((name) => from[name] && !to[name]);
}

/** Qualifiers of both types together; the block size is the first type's. */
export function unionOfQualifiers(a: QualifiedType, b: QualifiedType): Qualification {
  return { ...present(b), ...present(a) };
}
