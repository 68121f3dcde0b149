/**
 * C's types as the compiler sees them, and their sizes under pgasc's data model:
 * char 1, short 2, int 4, long and long long 8, pointers and size_t 4, long double = double,
 * pointer-to-shared 8 (packed in memory: address in the low word, phase in the high word).
 *
 * One idea: a type is plain data; `QualifiedType` adds const, volatile, restrict and UPC's shared, strict, relaxed.
 * A shared array keeps the qualifier on its element type, as C keeps const (C99 6.7.3p8).
 */
import type { Expression } from '../../ast/ast.ts';

export interface QualifiedType {
  readonly type: CType;
  readonly const?: boolean;
  readonly volatile?: boolean;
  readonly restrict?: boolean;
  /** Read, written and changed atomically (C11 6.2.5p27). */
  readonly atomic?: boolean;
  /**
   * Block size in elements; 0 indefinite, 1 the default. `[*]` is already turned into a number. `unstated` where no
   * layout qualifier says so: a list that contains the type through a typedef may still have one.
   */
  readonly shared?: { readonly block: number; readonly unstated?: true };
  readonly reference?: 'strict' | 'relaxed';
  /** The object may have been written as any type (GNU may_alias). */
  readonly mayAlias?: true;
}

export type CType =
  | VoidType
  | IntegerType
  | EnumType
  | FloatingType
  | ComplexType
  | PointerType
  | ArrayType
  | FunctionType
  | StructType;

export interface VoidType {
  readonly kind: 'void';
}

export type IntegerName =
  | '_Bool'
  | 'char'
  | 'signed char'
  | 'unsigned char'
  | 'short'
  | 'unsigned short'
  | 'int'
  | 'unsigned int'
  | 'long'
  | 'unsigned long'
  | 'long long'
  | 'unsigned long long';

export interface IntegerType {
  readonly kind: 'integer';
  readonly name: IntegerName;
  readonly size: 1 | 2 | 4 | 8;
  readonly signed: boolean; // char is signed
  readonly rank: number; // C99 6.3.1.1: _Bool 0, char 1, short 2, int 3, long 4, long long 5
}

/** Compatible with int (or unsigned int, long where the values need it): `underlying`. */
export interface EnumType {
  readonly kind: 'enum';
  readonly tag?: string;
  underlying: IntegerType;
  complete: boolean;
  /** Names of its values, once complete; the first where several have one value. */
  names?: ReadonlyMap<bigint, string>;
}

export interface FloatingType {
  readonly kind: 'floating';
  readonly name: 'float' | 'double' | 'long double';
  readonly size: 4 | 8;
}

/** In memory: real then imaginary part. */
export interface ComplexType {
  readonly kind: 'complex';
  readonly component: FloatingType;
}

/** A pointer-to-shared when `to.shared` (of the ultimate element, see `isPointerToShared`). */
export interface PointerType {
  readonly kind: 'pointer';
  readonly to: QualifiedType;
}

export interface ArrayType {
  readonly kind: 'array';
  readonly element: QualifiedType;
  /** Number of elements; undefined while incomplete; an expression for a variable-length array. */
  readonly length?: number | { readonly variable: Expression | '*' };
  /** Dynamic THREADS environment: the true length is `length` times THREADS. */
  readonly timesThreads: boolean;
}

export interface FunctionType {
  readonly kind: 'function';
  readonly result: QualifiedType;
  /** After adjustment (arrays and functions to pointers). Undefined without a prototype. */
  readonly parameters?: readonly QualifiedType[];
  readonly variadic: boolean;
}

/** Completed in place when its definition is seen. */
export interface StructType {
  readonly kind: 'struct';
  readonly union: boolean;
  readonly tag?: string;
  members?: StructMember[];
  mayAlias?: true;
  size: number;
  alignment: number;
}

export interface StructMember {
  /** Undefined for an anonymous struct, union or bit-field. */
  readonly name?: string;
  readonly type: QualifiedType;
  /** Bytes from the start of the struct; for a bit-field, of the unit (of `type`'s size) that holds it. */
  readonly offset: number;
  /** Bits from the unit's least significant bit, as gcc lays them out on x86-64. */
  readonly bitField?: { readonly shift: number; readonly width: number };
}
