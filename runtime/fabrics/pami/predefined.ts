/**
 * Predefined types: bytes, C's arithmetic types, pairs of a value and its index.
 *
 * Sizes are those of this system: long is 64 bits, long double is double.
 */
import { Type } from './type.ts';

/** Machine type of an element: `i` signed, `u` unsigned, `f` floating point, by bits. */
export type ElementKind = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'i64' | 'u64' | 'f32' | 'f64';

/** A type that data functions can compute with. */
export class PredefinedType extends Type {
  constructor(
    readonly name: string,
    readonly kind: ElementKind,
    readonly elementBytes: number,
    /** Numbers in an element: 2 if complex. */
    readonly numbers: 1 | 2 = 1,
    /** Of a pair: machine type and offset of the index behind the value. */
    readonly index: { readonly kind: ElementKind; readonly offset: number } | undefined = undefined,
    /** Elements are truth values. */
    readonly isLogical = false,
  ) {
    super();
    this.addSimple(elementBytes, 0, 1, elementBytes);
    this.complete(1);
  }
}

export const PAMI_TYPE_BYTE = new PredefinedType('PAMI_TYPE_BYTE', 'u8', 1);
export const PAMI_TYPE_SIGNED_CHAR = new PredefinedType('PAMI_TYPE_SIGNED_CHAR', 'i8', 1);
export const PAMI_TYPE_UNSIGNED_CHAR = new PredefinedType('PAMI_TYPE_UNSIGNED_CHAR', 'u8', 1);
export const PAMI_TYPE_SIGNED_SHORT = new PredefinedType('PAMI_TYPE_SIGNED_SHORT', 'i16', 2);
export const PAMI_TYPE_UNSIGNED_SHORT = new PredefinedType('PAMI_TYPE_UNSIGNED_SHORT', 'u16', 2);
export const PAMI_TYPE_SIGNED_INT = new PredefinedType('PAMI_TYPE_SIGNED_INT', 'i32', 4);
export const PAMI_TYPE_UNSIGNED_INT = new PredefinedType('PAMI_TYPE_UNSIGNED_INT', 'u32', 4);
export const PAMI_TYPE_SIGNED_LONG = new PredefinedType('PAMI_TYPE_SIGNED_LONG', 'i64', 8);
export const PAMI_TYPE_UNSIGNED_LONG = new PredefinedType('PAMI_TYPE_UNSIGNED_LONG', 'u64', 8);
export const PAMI_TYPE_SIGNED_LONG_LONG = new PredefinedType('PAMI_TYPE_SIGNED_LONG_LONG', 'i64', 8);
export const PAMI_TYPE_UNSIGNED_LONG_LONG = new PredefinedType('PAMI_TYPE_UNSIGNED_LONG_LONG', 'u64', 8);
export const PAMI_TYPE_FLOAT = new PredefinedType('PAMI_TYPE_FLOAT', 'f32', 4);
export const PAMI_TYPE_DOUBLE = new PredefinedType('PAMI_TYPE_DOUBLE', 'f64', 8);
export const PAMI_TYPE_LONG_DOUBLE = new PredefinedType('PAMI_TYPE_LONG_DOUBLE', 'f64', 8);
export const PAMI_TYPE_SINGLE_COMPLEX = new PredefinedType('PAMI_TYPE_SINGLE_COMPLEX', 'f32', 8, 2);
export const PAMI_TYPE_DOUBLE_COMPLEX = new PredefinedType('PAMI_TYPE_DOUBLE_COMPLEX', 'f64', 16, 2);
export const PAMI_TYPE_LOGICAL1 = logical('PAMI_TYPE_LOGICAL1', 'u8', 1);
export const PAMI_TYPE_LOGICAL2 = logical('PAMI_TYPE_LOGICAL2', 'u16', 2);
export const PAMI_TYPE_LOGICAL4 = logical('PAMI_TYPE_LOGICAL4', 'u32', 4);
export const PAMI_TYPE_LOGICAL8 = logical('PAMI_TYPE_LOGICAL8', 'u64', 8);
export const PAMI_TYPE_LOGICAL = logical('PAMI_TYPE_LOGICAL', 'u32', 4);
export const PAMI_TYPE_LOC_2INT = pair('PAMI_TYPE_LOC_2INT', 'i32', 8, 'i32', 4);
export const PAMI_TYPE_LOC_SHORT_INT = pair('PAMI_TYPE_LOC_SHORT_INT', 'i16', 8, 'i32', 4);
export const PAMI_TYPE_LOC_LONG_INT = pair('PAMI_TYPE_LOC_LONG_INT', 'i64', 16, 'i32', 8);
export const PAMI_TYPE_LOC_FLOAT_INT = pair('PAMI_TYPE_LOC_FLOAT_INT', 'f32', 8, 'i32', 4);
export const PAMI_TYPE_LOC_DOUBLE_INT = pair('PAMI_TYPE_LOC_DOUBLE_INT', 'f64', 16, 'i32', 8);
export const PAMI_TYPE_LOC_LONGDOUBLE_INT = pair('PAMI_TYPE_LOC_LONGDOUBLE_INT', 'f64', 16, 'i32', 8);
export const PAMI_TYPE_LOC_2FLOAT = pair('PAMI_TYPE_LOC_2FLOAT', 'f32', 8, 'f32', 4);
export const PAMI_TYPE_LOC_2DOUBLE = pair('PAMI_TYPE_LOC_2DOUBLE', 'f64', 16, 'f64', 8);

function logical(name: string, kind: ElementKind, bytes: number): PredefinedType {
  return new PredefinedType(name, kind, bytes, 1, undefined, true);
}

function pair(name: string, kind: ElementKind, bytes: number, index: ElementKind, offset: number): PredefinedType {
  return new PredefinedType(name, kind, bytes, 1, { kind: index, offset });
}
