/**
 * Layout of structs and unions, as gcc lays them out on x86-64 (System V ABI 3.1.2).
 *
 * Takes: members in order. Gives: their places, the size and the alignment. One idea: one position in bits moves on;
 * a bit-field never crosses a boundary of its type's size unless the struct is packed, or `#pragma pack` is in force.
 */
import { INT, integerOf, isInteger, LONG, SHORT, SIGNED_CHAR, unsignedOf } from './primitives.ts';
import { alignmentOf, sizeOf } from './sizes.ts';
import type { IntegerType, QualifiedType, StructMember, StructType } from './types.ts';

export interface PlainMember {
  readonly name?: string;
  readonly type: QualifiedType;
  /** Bit-fields only. */
  readonly width?: number;
  readonly packed: boolean;
  readonly aligned?: number;
}

interface Cursor {
  bits: number;
  largest: number;
  alignment: number;
  readonly union: boolean;
  /** No member is aligned to more, whatever its attributes ask for. */
  readonly limit: number | undefined;
}

/** Gives the struct its members, size and alignment: at least `aligned`, each member's at most `limit`. */
export function layOut(struct: StructType, plain: readonly PlainMember[], aligned?: number, limit?: number): void {
  const cursor: Cursor = { bits: 0, largest: 0, alignment: 1, union: struct.union, limit };
  const members: StructMember[] = [];
  for (const each of plain) {
    if (cursor.union) cursor.bits = 0;
    const placed = each.width === undefined ? placePlain(cursor, each) : placeBits(cursor, each, each.width);
    if (placed) members.push(placed);
    cursor.largest = Math.max(cursor.largest, cursor.bits);
  }
  struct.alignment = Math.max(cursor.alignment, aligned ?? 1);
  struct.size = roundUp(Math.ceil(cursor.largest / 8), struct.alignment);
  struct.members = members.map((each) => withUnit(each, struct.size));
}

function roundUp(value: number, to: number): number {
  return Math.ceil(value / to) * to;
}

function alignmentIn({ limit = Number.POSITIVE_INFINITY }: Cursor, member: PlainMember, natural: number): number {
  return Math.min(Math.max(member.packed ? 1 : natural, member.aligned ?? 1), limit);
}

function placePlain(cursor: Cursor, member: PlainMember): StructMember {
  const { name, type } = member;
  const alignment = alignmentIn(cursor, member, alignmentOf(type.type));
  const offset = roundUp(cursor.bits, alignment * 8) / 8;
  cursor.alignment = Math.max(cursor.alignment, alignment);
  cursor.bits = (offset + (sizeOf(type.type) ?? 0)) * 8;
  return { ...(name !== undefined && { name }), type, offset };
}

function placeBits(cursor: Cursor, member: PlainMember, width: number): StructMember | undefined {
  const size = sizeOf(member.type.type) ?? 4;
  const unit = size * 8;
  if (width === 0) {
    cursor.bits = roundUp(cursor.bits, unit);
    return undefined;
  }
  if (member.aligned) cursor.bits = roundUp(cursor.bits, alignmentIn(cursor, member, 1) * 8);
  const limited = cursor.limit !== undefined;
  const packed = member.packed && !limited; // gcc aligns the struct to the limit even if it is packed
  const at = startOfBits(cursor.bits, unit, width, member.packed || limited);
  cursor.bits = at + width;
  if (member.name !== undefined)
    cursor.alignment = Math.max(cursor.alignment, alignmentIn(cursor, { ...member, packed }, size));
  const { name, type } = member;
  const offset = Math.floor(at / unit) * size;
  return { ...(name !== undefined && { name }), type, offset, bitField: { shift: at - offset * 8, width } };
}

/** Packed fields follow each other bit by bit, unless even eight bytes could not hold one from its first byte on. */
function startOfBits(bits: number, unit: number, width: number, packed: boolean): number {
  if (packed) return (bits % 8) + width <= 64 ? bits : roundUp(bits, 8);
  return (bits % unit) + width <= unit ? bits : roundUp(bits, unit);
}

/** A packed field may need another unit than its type's: one that holds it and does not reach past the struct. */
function withUnit(member: StructMember, size: number): StructMember {
  const { bitField, type, offset } = member;
  if (!bitField || !isInteger(type.type)) return member;
  const bytes = sizeOf(type.type) ?? 0;
  if (bitField.shift + bitField.width <= bytes * 8 && offset + bytes <= size) return member;
  const at = offset * 8 + bitField.shift;
  for (const unit of unitsFor(integerOf(type.type))) {
    const start = Math.max(0, Math.min(Math.floor(at / 8), size - unit.size));
    const shift = at - start * 8;
    const last = unit.size === 8;
    if (shift + bitField.width <= unit.size * 8 && (last || start + unit.size <= size))
      return { ...member, type: { ...type, type: unit }, offset: start, bitField: { ...bitField, shift } };
  }
  return member;
}

/** The type itself and the others of its sign, smallest first. */
function unitsFor(type: IntegerType): IntegerType[] {
  const others = [SIGNED_CHAR, SHORT, INT, LONG].filter(({ size }) => size !== type.size);
  return [type, ...others.map((each) => (type.signed ? each : unsignedOf(each)))];
}
