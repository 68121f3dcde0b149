/**
 * The basic types of C and the common predicates on types.
 *
 * One idea: a qualified array type never carries qualifiers itself; they sit on its ultimate element (C99 6.7.3p8,
 * UPC 6.5.2.1), so that `ultimateElement` answers whether something is shared.
 */
import type {
  ArrayType,
  ComplexType,
  CType,
  EnumType,
  FloatingType,
  IntegerName,
  IntegerType,
  PointerType,
  QualifiedType,
  StructType,
  VoidType,
} from './types.ts';

function integer(name: IntegerName, size: IntegerType['size'], signed: boolean, rank: number): IntegerType {
  return { kind: 'integer', name, size, signed, rank };
}

export const VOID: VoidType = { kind: 'void' };
export const BOOL = integer('_Bool', 1, false, 0);
export const CHAR = integer('char', 1, true, 1);
export const SIGNED_CHAR = integer('signed char', 1, true, 1);
export const UNSIGNED_CHAR = integer('unsigned char', 1, false, 1);
export const SHORT = integer('short', 2, true, 2);
export const UNSIGNED_SHORT = integer('unsigned short', 2, false, 2);
export const INT = integer('int', 4, true, 3);
export const UNSIGNED_INT = integer('unsigned int', 4, false, 3);
export const LONG = integer('long', 8, true, 4);
export const UNSIGNED_LONG = integer('unsigned long', 8, false, 4);
export const LONG_LONG = integer('long long', 8, true, 5);
export const UNSIGNED_LONG_LONG = integer('unsigned long long', 8, false, 5);

export const FLOAT: FloatingType = { kind: 'floating', name: 'float', size: 4 };
export const DOUBLE: FloatingType = { kind: 'floating', name: 'double', size: 8 };
export const LONG_DOUBLE: FloatingType = { kind: 'floating', name: 'long double', size: 8 };

export const SIZE = UNSIGNED_INT;
export const POINTER_DIFFERENCE = INT;
export const WIDE_CHARACTER = INT;

/** A block size that stands for `[*]` until the whole declarator is known. */
export const STAR_BLOCK = -1;

const UNSIGNED_OF: Partial<Record<IntegerName, IntegerType>> = {
  char: UNSIGNED_CHAR,
  'signed char': UNSIGNED_CHAR,
  short: UNSIGNED_SHORT,
  int: UNSIGNED_INT,
  long: UNSIGNED_LONG,
  'long long': UNSIGNED_LONG_LONG,
};

/** The unsigned type that corresponds to an integer type. */
export function unsignedOf(type: IntegerType): IntegerType {
  return UNSIGNED_OF[type.name] ?? type;
}

export function complexOf(component: FloatingType): ComplexType {
  return { kind: 'complex', component };
}

export function pointerTo(to: QualifiedType): PointerType {
  return { kind: 'pointer', to };
}

export function arrayOf(element: QualifiedType, length: ArrayType['length'], timesThreads = false): ArrayType {
  return { kind: 'array', element, length, timesThreads };
}

/** The type without qualifiers at its top. */
export function unqualified(type: QualifiedType): QualifiedType {
  return hasQualifiers(type) ? { type: type.type } : type;
}

function hasQualifiers(type: QualifiedType): boolean {
  return !!(type.const || type.volatile || type.restrict || type.atomic || type.shared || type.reference);
}

export function isInteger(type: CType): type is IntegerType | EnumType {
  return type.kind === 'integer' || type.kind === 'enum';
}

/** The integer type behind an integer or enumerated type. */
export function integerOf(type: IntegerType | EnumType): IntegerType {
  return type.kind === 'enum' ? type.underlying : type;
}

export function isReal(type: CType): type is IntegerType | EnumType | FloatingType {
  return isInteger(type) || type.kind === 'floating';
}

export function isArithmetic(type: CType): type is IntegerType | EnumType | FloatingType | ComplexType {
  return isReal(type) || type.kind === 'complex';
}

export function isPointer(type: CType): type is PointerType {
  return type.kind === 'pointer';
}

export function isScalar(type: CType): boolean {
  return isArithmetic(type) || isPointer(type);
}

export function isBool(type: CType): boolean {
  return type.kind === 'integer' && type.name === '_Bool';
}

export function isCharacter(type: CType): boolean {
  return type.kind === 'integer' && type.size === 1 && type.name !== '_Bool';
}

export function isStruct(type: CType): type is StructType {
  return type.kind === 'struct';
}

export function isArray(type: CType): type is ArrayType {
  return type.kind === 'array';
}

/** The innermost element of nested arrays; any other type itself. */
export function ultimateElement(type: QualifiedType): QualifiedType {
  let inner = type;
  while (inner.type.kind === 'array') inner = inner.type.element;
  return inner;
}

/** True for shared objects: shared-qualified, or arrays of such. */
export function isShared(type: QualifiedType): boolean {
  return ultimateElement(type).shared !== undefined;
}

export function isPointerToShared(type: CType): type is PointerType {
  return type.kind === 'pointer' && isShared(type.to);
}

/** `shared void *`, whatever its other qualifiers. */
export function isGenericPointerToShared(type: CType): boolean {
  return isPointerToShared(type) && type.to.type.kind === 'void';
}

/** The block size of a shared type: 0 is indefinite. */
export function blockSizeOf(type: QualifiedType): number {
  return ultimateElement(type).shared?.block ?? 1;
}
