/**
 * Compatible and composite types (C99 6.2.7), with the block size as a part of the type (UPC 6.5.1.1).
 *
 * One idea: structs and enums are the same type only when they are the same definition; everything else is compared
 * part by part.
 */
import { DOUBLE, INT, integerOf, isInteger, unqualified } from './primitives.ts';
import { sameQualifiers } from './qualified.ts';
import type { ArrayType, CType, EnumType, FunctionType, IntegerType, QualifiedType } from './types.ts';

/** True for compatible types with the same qualifiers. */
export function compatible(a: QualifiedType, b: QualifiedType): boolean {
  return sameQualifiers(a, b) && compatibleTypes(a.type, b.type);
}

/** True for compatible types, qualifiers at their top apart. */
export function compatibleTypes(a: CType, b: CType): boolean {
  if (a === b) return true;
  if (a.kind === 'enum' || b.kind === 'enum') return isInteger(a) && isInteger(b) && compatibleEnum(a, b);
  switch (a.kind) {
    case 'void':
      return b.kind === 'void';
    case 'integer':
      return b.kind === 'integer' && a.name === b.name;
    case 'floating':
      return b.kind === 'floating' && a.name === b.name;
    case 'complex':
      return b.kind === 'complex' && a.component.name === b.component.name;
    case 'pointer':
      return b.kind === 'pointer' && compatible(a.to, b.to);
    case 'array':
      return b.kind === 'array' && compatibleArrays(a, b);
    case 'function':
      return b.kind === 'function' && compatibleFunctions(a, b);
    case 'struct':
      return a === b;
  }
}

/** An enum is compatible with its integer type, not with another enum. */
function compatibleEnum(a: IntegerType | EnumType, b: IntegerType | EnumType): boolean {
  if (a.kind === 'enum' && b.kind === 'enum') return false;
  return integerOf(a) === integerOf(b);
}

function compatibleArrays(a: ArrayType, b: ArrayType): boolean {
  if (!compatible(a.element, b.element)) return false;
  if (typeof a.length !== 'number' || typeof b.length !== 'number') return true;
  return a.length === b.length && a.timesThreads === b.timesThreads;
}

function compatibleFunctions(a: FunctionType, b: FunctionType): boolean {
  if (!compatible(unqualified(a.result), unqualified(b.result))) return false;
  if (!a.parameters || !b.parameters) return suitsNoPrototype(a) && suitsNoPrototype(b);
  if (a.parameters.length !== b.parameters.length || a.variadic !== b.variadic) return false;
  return a.parameters.every((one, index) => compatibleTypes(one.type, (b.parameters as QualifiedType[])[index]!.type));
}

/** True where the default argument promotions change no parameter, so that `f()` may declare the same function. */
function suitsNoPrototype({ parameters, variadic }: FunctionType): boolean {
  return !variadic && (parameters ?? []).every(({ type }) => compatibleTypes(type, promotedArgument(type)));
}

/** The type of an argument after the default argument promotions (C99 6.5.2.2p6). */
export function promotedArgument(type: CType): CType {
  if (type.kind === 'floating' && type.name === 'float') return DOUBLE;
  return isInteger(type) && integerOf(type).rank < INT.rank ? INT : type;
}

/** The composite of two compatible types (C99 6.2.7p3); the qualifiers are the first's. */
export function compositeOf(a: QualifiedType, b: QualifiedType): QualifiedType {
  const type = compositeType(a.type, b.type);
  return type === a.type ? a : { ...a, type };
}

function compositeType(a: CType, b: CType): CType {
  if (a === b) return a;
  if (a.kind === 'array' && b.kind === 'array') {
    const known = typeof a.length === 'number' || b.length === undefined ? a : b;
    return { ...known, element: compositeOf(a.element, b.element) };
  }
  if (a.kind === 'function' && b.kind === 'function') return compositeFunction(a, b);
  if (a.kind === 'pointer' && b.kind === 'pointer') return { kind: 'pointer', to: compositeOf(a.to, b.to) };
  return a;
}

function compositeFunction(a: FunctionType, b: FunctionType): FunctionType {
  const result = compositeOf(a.result, b.result);
  if (!a.parameters || !b.parameters) return { ...(a.parameters ? a : b), result };
  const others = b.parameters;
  return { ...a, result, parameters: a.parameters.map((one, index) => compositeOf(one, others[index] ?? one)) };
}
