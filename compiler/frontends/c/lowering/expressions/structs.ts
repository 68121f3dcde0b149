/**
 * Struct assignment (C99 6.5.16.1): from locals to locals, between locals and memory, from memory to memory.
 *
 * Takes: two places of one struct type. Gives: the statements that copy. The one idea: a struct of a few scalars is
 * copied member by member, a larger one as a block of bytes.
 */
import { constI32, load } from '../../../../ir/builders.ts';
import type { MemoryType } from '../../../../ir/ir.ts';
import type { FunctionLowering } from '../function.ts';
import { isFlat, scalarMembers } from '../home.ts';
import { layoutOfParts, loadPlace, type MemoryPlace, storePlace } from '../places/access.ts';
import { plus } from '../places/address.ts';
import { addressOfPlace, isAligned, partOf } from '../places/parts.ts';
import { staticSize } from '../shape.ts';
import { localsValue, type Place, partsOf, type Value } from '../value.ts';
import { setAll, stable, stablePlace } from './sequencing.ts';
import { sizeExpression } from './sizes.ts';

/** Copies a struct from place to place. */
export function storeStruct(f: FunctionLowering, to: Place, from: Place): Value {
  if (to.kind === 'fields' && from.kind === 'fields') {
    setAll(
      f,
      namesOf(to),
      namesOf(from).map((name) => f.read(name)),
    );
  } else if (to.kind === 'fields') {
    loadFields(f, to, from);
  } else if (from.kind === 'fields') {
    storeFields(f, to, from);
  } else {
    copyBytes(f, to, from);
  }
  return { kind: 'struct', place: to };
}

function namesOf(place: Place & { kind: 'fields' }): string[] {
  return place.fields.flatMap((field) => [...field.names]);
}

function loadFields(f: FunctionLowering, to: Place & { kind: 'fields' }, from: Place): void {
  const base = stablePlace(f, from);
  const values = to.fields.flatMap((field) =>
    partsOf(loadPlace(f, partOf(base, field.offset, field.type)), field.type),
  );
  setAll(f, namesOf(to), values);
}

function storeFields(f: FunctionLowering, to: Place, from: Place & { kind: 'fields' }): void {
  const base = stablePlace(f, to);
  for (const { offset, type, names } of from.fields)
    storePlace(f, partOf(base, offset, type), localsValue(names, type));
}

/** Maximum members of structs that are copied member by member. */
const FEW_MEMBERS = 4;

function copyBytes(f: FunctionLowering, to: Place, from: Place): void {
  const members = to.kind === 'memory' && from.kind === 'memory' ? membersToCopy(f, to, from) : [];
  if (members.length > 0) copyMembers(f, to, from, members);
  else copyBlock(f, to, from);
}

/** The members of a small struct in private memory; empty where a block copy is better. */
function membersToCopy(f: FunctionLowering, to: MemoryPlace, from: MemoryPlace): Member[] {
  if (to.volatile || from.volatile || to.unaligned || from.unaligned || !isFlat(to.type)) return [];
  const parts = scalarMembers(to.type);
  if (!parts.every(({ offset, type }) => isAligned(to.type, offset, type))) return [];
  const members = parts.flatMap(({ offset, type }) =>
    layoutOfParts(type).map((part): Member => ({ memory: part.memory, offset: offset + part.offset })),
  );
  const moved = f.unit.options.target === 'webassembly' ? members : members.flatMap(words);
  return moved.length <= FEW_MEMBERS ? moved : [];
}

interface Member {
  readonly memory: MemoryType;
  readonly offset: number;
}

/** JavaScript has no 64-bit numbers: such an integer is copied as two words. */
function words({ memory, offset }: Member): Member[] {
  if (memory !== 'i64') return [{ memory, offset }];
  return [
    { memory: 'i32', offset },
    { memory: 'i32', offset: offset + 4 },
  ];
}

function copyMembers(f: FunctionLowering, to: Place, from: Place, members: readonly Member[]): void {
  const destination = stable(f, addressOfPlace(to));
  const source = stable(f, addressOfPlace(from));
  for (const { memory, offset } of members) {
    const at = constI32(offset);
    // Halves of a 64-bit integer, and members of unions, may alias any type.
    const value = load(memory, plus(source, at), { punned: true });
    f.emit({ op: 'store', memory, address: plus(destination, at), value, punned: true });
  }
}

function copyBlock(f: FunctionLowering, to: Place, from: Place): void {
  const strict = (to.kind === 'shared' && to.strict) || (from.kind === 'shared' && from.strict);
  f.emit({
    op: 'copy',
    destination: addressOfPlace(to),
    source: addressOfPlace(from),
    size: sizeExpression(f, to.type),
    to: to.kind === 'shared' ? 'shared' : 'private',
    from: from.kind === 'shared' ? 'shared' : 'private',
    strict,
  });
}

/** The struct in private memory: in place, or a copy. */
export function inPrivateMemory(f: FunctionLowering, place: Place): MemoryPlace {
  if (place.kind === 'memory') return place;
  const slot = f.temporarySlot(staticSize(place.type), 8);
  const copy: MemoryPlace = { kind: 'memory', address: slot, type: place.type, volatile: false, owned: true };
  storeStruct(f, copy, place);
  return copy;
}
