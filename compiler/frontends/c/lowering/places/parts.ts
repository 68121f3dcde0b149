/**
 * Parts of places: the address of a place, and the member of a struct at an offset.
 *
 * One idea: a part is a place of its own, marked if it may be misaligned for its type (members of packed structs).
 */
import { constI32 } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import { alignmentOf } from '../../semantics/types/sizes.ts';
import type { CType } from '../../semantics/types/types.ts';
import { staticSize } from '../shape.ts';
import { addressOf, type Place } from '../value.ts';
import { plus } from './address.ts';

/** Address of a place in private or shared memory. */
export function addressOfPlace(place: Place): Expression {
  if (place.kind === 'memory') return place.address;
  if (place.kind === 'shared') return addressOf(place.pointer);
  throw new TypeError('a local has no address');
}

/** The part of type `type` at `offset` bytes in a struct. */
export function partOf(place: Place, offset: number, type: CType): Place {
  switch (place.kind) {
    case 'memory': {
      const unaligned = place.unaligned || !isAligned(place.type, offset, type);
      const punned = isPunned(place);
      const address = plus(place.address, constI32(offset));
      return { ...place, address, type, ...(unaligned && { unaligned }), ...(punned && { punned }) };
    }
    case 'shared': {
      const unaligned = place.unaligned || !isAligned(place.type, offset, type);
      const punned = isPunned(place);
      const address = plus(addressOf(place.pointer), constI32(offset));
      const pointer = { kind: 'address', address } as const;
      return { ...place, pointer, type, ...(unaligned && { unaligned }), ...(punned && { punned }) };
    }
    case 'fields':
      return partOfFields(place, offset, type);
    case 'locals':
      return { ...place, type };
  }
}

/** In a union: possibly stored as another type (type punning). */
const isPunned = ({ type, punned }: Place & { kind: 'memory' | 'shared' }): boolean | undefined =>
  punned || (type.kind === 'struct' && (type.union || type.mayAlias));

/** False for misaligned members of packed structs. */
export function isAligned(whole: CType, offset: number, part: CType): boolean {
  const wanted = alignmentOf(part);
  return offset % wanted === 0 && alignmentOf(whole) >= wanted;
}

function partOfFields(place: Place & { kind: 'fields' }, offset: number, type: CType): Place {
  if (type.kind !== 'struct') {
    const field = place.fields.find((each) => each.offset === offset);
    if (field) return { kind: 'locals', names: field.names, type };
  }
  const end = offset + staticSize(type);
  const fields = place.fields.filter((each) => each.offset >= offset && each.offset < end);
  return { kind: 'fields', type, fields: fields.map((each) => ({ ...each, offset: each.offset - offset })) };
}
