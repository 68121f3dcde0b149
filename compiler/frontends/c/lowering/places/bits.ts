/**
 * Bit-fields: extracting a field from its storage unit, and inserting one.
 *
 * Takes: the unit as an i32 or i64 expression, shift and width from semantics. Gives: expressions. C99 6.7.2.1.
 */
import { binary, constant } from '../../../../ir/builders.ts';
import type { Expression, MemoryType } from '../../../../ir/ir.ts';
import type { CType } from '../../semantics/types/types.ts';
import { type ScalarShape, shapeOf } from '../shape.ts';
import type { BitField } from '../value.ts';

const UNSIGNED_UNITS: Partial<Record<MemoryType, MemoryType>> = { i8: 'u8', i16: 'u16' };

/** Memory type of the unit; small ones are zero-extended. */
export function unitOf(type: CType): MemoryType {
  const { memory } = shapeOf(type) as ScalarShape;
  return UNSIGNED_UNITS[memory] ?? memory;
}

/** The field's value, sign-extended where its type is signed. */
export function extractBits(unit: Expression, type: CType, { shift, width }: BitField): Expression {
  const bits = unit.type === 'i64' ? 64 : 32;
  const { signed } = shapeOf(type) as ScalarShape;
  const count = (value: number) => constant(unit.type, value);
  if (signed) return binary('shr_s', binary('shl', unit, count(bits - shift - width)), count(bits - width));
  return binary('and', binary('shr_u', unit, count(shift)), mask(unit.type, width));
}

/** The unit with the field replaced by the low bits of `value`. */
export function insertBits(unit: Expression, value: Expression, field: BitField): Expression {
  const { type } = unit;
  const hole = binary('xor', constant(type, maskOf(field)), constant(type, -1));
  return binary('or', binary('and', unit, hole), placedBits(value, type, field));
}

/** The low bits of `value` where the field lies in the unit, zeros elsewhere. */
export function placedBits(value: Expression, type: Expression['type'], { shift, width }: BitField): Expression {
  return binary('shl', binary('and', value, mask(type, width)), constant(type, shift));
}

/** Mask of the field in the unit. */
export function maskOf({ shift, width }: BitField): bigint {
  return BigInt.asUintN(width, -1n) << BigInt(shift);
}

function mask(type: Expression['type'], width: number): Expression {
  return constant(type, BigInt.asUintN(width, -1n));
}
