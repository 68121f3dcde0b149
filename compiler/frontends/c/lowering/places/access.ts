/**
 * Reading and writing the places that lvalues designate: locals, private memory, shared memory, bit-fields, structs.
 *
 * Takes: a Place (and a Value of its type). Gives: the loaded Value, or the statements of the store. The one idea: a
 * place is accessed as the scalars of its shape, each in its own local, load, get, store or put.
 */
import { binary, constant, constI32, load, machineTypeOf, memorySize, unary } from '../../../../ir/builders.ts';
import type { Expression, MemoryType } from '../../../../ir/ir.ts';
import type { CType } from '../../semantics/types/types.ts';
import { readsMemory, setAll, spill, stablePlace, stableValue } from '../expressions/sequencing.ts';
import { storeStruct } from '../expressions/structs.ts';
import type { FunctionLowering } from '../function.ts';
import { loadAtomic, storeAtomic } from '../intrinsics/atomics.ts';
import { scalarsOf, shapeOf } from '../shape.ts';
import {
  addressOf,
  type BitField,
  expressionOf,
  localsValue,
  type Place,
  partsOf,
  scalarValue,
  type Value,
  valueOfParts,
} from '../value.ts';
import { plus } from './address.ts';
import { extractBits, insertBits, maskOf, placedBits, unitOf } from './bits.ts';

export type MemoryPlace = Place & { kind: 'memory' };
type SharedPlace = Place & { kind: 'shared' };

/** Memory types and offsets of the scalars of a type. */
export function layoutOfParts(type: CType): { memory: MemoryType; offset: number }[] {
  const shape = shapeOf(type);
  switch (shape.kind) {
    case 'scalar':
      return [{ memory: shape.memory, offset: 0 }];
    case 'complex':
      return [
        { memory: shape.machine, offset: 0 },
        { memory: shape.machine, offset: shape.size },
      ];
    case 'shared':
      return [
        { memory: 'shared', offset: 0 },
        { memory: 'phase', offset: 4 },
      ];
    default:
      return [];
  }
}

/** The value at a place; of a struct, the place itself. */
export function loadPlace(f: FunctionLowering, place: Place): Value {
  switch (place.kind) {
    case 'locals':
      return fromLocals(f, place);
    case 'fields':
      return { kind: 'struct', place };
    case 'memory':
      return loadMemory(f, place);
    case 'shared':
      return loadShared(f, place);
  }
}

function fromLocals(f: FunctionLowering, { names, type }: Place & { kind: 'locals' }): Value {
  const value = localsValue(names, type);
  return value.kind === 'scalar' && f.misaligned.has(names[0] as string) ? { ...value, unaligned: true } : value;
}

function loadMemory(f: FunctionLowering, place: MemoryPlace): Value {
  if (place.atomic) return loadAtomic(f, place);
  if (shapeOf(place.type).kind === 'aggregate') return { kind: 'struct', place };
  if (place.bits) return scalarValue(extractBits(loadAt(f, place, unitOf(place.type), 0), place.type, place.bits));
  const parts = partsInMemory(place.type);
  const base = parts.length > 1 ? (stablePlace(f, place) as MemoryPlace) : place;
  return valueOfParts(
    parts.map(({ memory, offset }) => loadAt(f, base, memory, offset)),
    place.type,
  );
}

/** Loads of pointers without a phase skip the zero in memory. */
function partsInMemory(type: CType) {
  return layoutOfParts(type).slice(0, scalarsOf(type).length);
}

function loadAt(f: FunctionLowering, place: MemoryPlace, memory: MemoryType, offset: number): Expression {
  return load(memory, plus(place.address, constI32(offset)), f.loose ? { ...place, punned: true } : place);
}

function loadShared(f: FunctionLowering, place: SharedPlace): Value {
  if (shapeOf(place.type).kind === 'aggregate') return { kind: 'struct', place };
  if (place.bits) return scalarValue(extractBits(getAt(f, place, unitOf(place.type), 0), place.type, place.bits));
  const parts = partsInMemory(place.type);
  if (isOneWord(place)) {
    return valueOfParts(halves(getAt(f, place, 'i64', 0)).slice(0, parts.length), place.type);
  }
  const base = parts.length > 1 ? (stablePlace(f, place) as SharedPlace) : place;
  return valueOfParts(
    parts.map(({ memory, offset }) => getAt(f, base, memory, offset)),
    place.type,
  );
}

/** A strict pointer-to-shared is accessed atomically: one 64-bit word. */
function isOneWord(place: MemoryPlace | SharedPlace): boolean {
  return place.kind === 'shared' && place.strict && shapeOf(place.type).kind === 'shared';
}

function halves(word: Expression): Expression[] {
  return [unary('place', word), unary('phase', word)];
}

function getAt(f: FunctionLowering, place: SharedPlace, memory: MemoryType, offset: number): Expression {
  const address = plus(addressOf(place.pointer), constI32(offset));
  if (place.unaligned) return getUnaligned(f, address, memory, place.strict);
  const result = f.temporary(machineTypeOf(memory));
  const { strict, volatile, punned } = place;
  const how = { ...(volatile && { volatile }), ...(punned && { punned }) };
  f.emit({ op: 'get', local: result, memory, address, strict, ...how });
  return f.read(result);
}

/** Members of packed structs in shared memory go through a copy in private memory. */
function getUnaligned(f: FunctionLowering, source: Expression, memory: MemoryType, strict: boolean): Expression {
  const destination = f.temporarySlot(8, 8);
  const size = constI32(memorySize(memory));
  f.emit({ op: 'copy', destination, source, size, to: 'private', from: 'shared', strict });
  return load(memory, destination);
}

function putUnaligned(
  f: FunctionLowering,
  destination: Expression,
  memory: MemoryType,
  value: Expression,
  strict: boolean,
): void {
  const source = f.temporarySlot(8, 8);
  f.emit({ op: 'store', memory, address: source, value });
  f.emit({
    op: 'copy',
    destination,
    source,
    size: constI32(memorySize(memory)),
    to: 'shared',
    from: 'private',
    strict,
  });
}

/**
 * Stores a value of the place's own type. Returns the stored value, which is an assignment's value; `wanted`: whether
 * it is used.
 */
export function storePlace(f: FunctionLowering, place: Place, value: Value, wanted = false): Value {
  if (place.kind === 'memory' && place.atomic) return storeAtomic(f, place, value);
  if (value.kind === 'struct') return storeStruct(f, place, value.place);
  if (place.kind === 'locals') {
    setAll(f, place.names, partsOf(value, place.type));
    if (value.kind === 'scalar' && value.unaligned) f.misaligned.add(place.names[0] as string);
    return localsValue(place.names, place.type);
  }
  if (place.kind === 'fields') throw new TypeError('a scalar cannot be stored to a struct');
  if (place.bits) return storeBits(f, place, expressionOf(value), wanted);
  return storeParts(f, place, wanted ? stableValue(f, value) : value);
}

function storeParts(f: FunctionLowering, place: MemoryPlace | SharedPlace, value: Value): Value {
  const inMemory = layoutOfParts(place.type);
  const parts = partsOf(value, place.type);
  // Both parts are read before either is written: the second may read the destination of the first.
  const values = inMemory.length > 1 ? parts.map((part) => spillIfRead(f, part)) : parts;
  const base = inMemory.length > 1 ? (stablePlace(f, place) as typeof place) : place;
  if (isOneWord(place)) storeAt(f, base, 'i64', 0, binary('word', values[0] as Expression, values[1] ?? constI32(0)));
  else
    inMemory.forEach(({ memory, offset }, index) => {
      storeAt(f, base, memory, offset, values[index] ?? constI32(0));
    });
  return values.length > 1 ? valueOfParts(values, place.type) : value;
}

function spillIfRead(f: FunctionLowering, part: Expression): Expression {
  return readsMemory(part) ? spill(f, part) : part;
}

function storeAt(
  f: FunctionLowering,
  place: MemoryPlace | SharedPlace,
  memory: MemoryType,
  offset: number,
  value: Expression,
): void {
  if (place.kind === 'shared') {
    const address = plus(addressOf(place.pointer), constI32(offset));
    const { strict, volatile: kept, punned: mixed } = place;
    const how = { ...(kept && { volatile: true }), ...(mixed && { punned: true }) };
    if (place.unaligned) putUnaligned(f, address, memory, value, strict);
    else f.emit({ op: 'put', memory, address, value, strict, ...how });
    return;
  }
  const { volatile, unaligned } = place;
  const punned = place.punned || f.loose;
  const how = { ...(volatile && { volatile }), ...(unaligned && { unaligned }), ...(punned && { punned }) };
  f.emit({ op: 'store', memory, address: plus(place.address, constI32(offset)), value, ...how });
}

function storeBits(f: FunctionLowering, place: MemoryPlace | SharedPlace, value: Expression, wanted: boolean): Value {
  const base = stablePlace(f, place) as typeof place;
  const bits = place.bits as NonNullable<typeof place.bits>;
  const kept = wanted ? (stableValue(f, scalarValue(value)) as { expression: Expression }).expression : value;
  const unit = unitOf(place.type);
  if (base.kind === 'shared' && !base.unaligned) putBits(f, base, unit, kept, bits);
  else {
    const old = base.kind === 'memory' ? loadAt(f, base, unit, 0) : getAt(f, base, unit, 0);
    storeAt(f, base, unit, 0, insertBits(old, kept, bits));
  }
  return scalarValue(extractBits(kept, place.type, { shift: 0, width: bits.width }));
}

/** Other threads may write neighbours of the field in its unit: only the field's bits are replaced. */
function putBits(f: FunctionLowering, place: SharedPlace, memory: MemoryType, value: Expression, bits: BitField): void {
  const type = machineTypeOf(memory);
  f.emit({
    op: 'put',
    memory,
    address: addressOf(place.pointer),
    value: placedBits(value, type, bits),
    strict: place.strict,
    volatile: true,
    mask: constant(type, maskOf(bits)).value,
  });
}
