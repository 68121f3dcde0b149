/**
 * Initialization of automatic objects and compound literals (C99 6.7.8, 6.5.2.5).
 *
 * Takes: a place and the parts resolved by semantics. Gives: stores. The one idea: bytes without a part are zero; large
 * aggregates are copied from a static template with all their constant parts.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { constI32, staticAddress, zero } from '../../../../ir/builders.ts';
import type { MemoryType } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { InitialPart, ObjectInitializer, ObjectSymbol } from '../../semantics/facts.ts';
import { alignmentOf } from '../../semantics/types/sizes.ts';
import { lowerValue } from '../expressions/expressions.ts';
import { stableValue } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { declare } from '../home.ts';
import { storePlace } from '../places/access.ts';
import { plus } from '../places/address.ts';
import { addressOfPlace, partOf } from '../places/parts.ts';
import { placeOfSymbol } from '../places/places.ts';
import { shapeOf, staticSize } from '../shape.ts';
import { type Place, type Value, zeroValue } from '../value.ts';
import { isStringOf, stringBytes } from './strings.ts';

/** Minimum size of a template, and minimum number of constant parts. */
const TEMPLATE_BYTES = 64;
const TEMPLATE_PARTS = 8;

/** A compound literal in a function: initialized each time control reaches it. */
export function lowerCompoundLiteral(f: FunctionLowering, e: CExpression & { kind: 'CompoundLiteral' }): Place {
  const symbol = f.unit.facts.symbolOf[e.id];
  if (symbol?.kind !== 'object') throw new InternalError('a compound literal without an object', e.location);
  if (symbol.storage === 'static') return placeOfSymbol(f, symbol);
  if (!f.homes.has(symbol)) declare(f, symbol);
  const place = placeOfSymbol(f, symbol);
  initialize(f, symbol, place, f.unit.facts.initializerOf[e.id] ?? { parts: [] });
  return place;
}

/** Gives an automatic object its initial value. */
export function initialize(f: FunctionLowering, symbol: ObjectSymbol, place: Place, init: ObjectInitializer): void {
  const { type } = symbol.type;
  const repeated = repeatedValues(f, init.parts);
  if (shapeOf(type).kind !== 'aggregate') {
    initializeScalar(f, place, init);
  } else if (place.kind === 'fields') {
    zeroFields(f, place, init);
    storeParts(f, place, init.parts, repeated);
  } else {
    initializeMemory(f, symbol, place, init, repeated);
  }
  for (const value of repeated) f.evaluated.delete(value);
}

/** Expressions shared by several parts of a range: computed once. */
function repeatedValues(f: FunctionLowering, parts: readonly InitialPart[]): ReadonlySet<CExpression> {
  const seen = new Set<CExpression>();
  const repeated = new Set<CExpression>();
  for (const part of parts) {
    if (seen.has(part.value) && !isConstantPart(f, part)) repeated.add(part.value);
    seen.add(part.value);
  }
  return repeated;
}

function storeParts(
  f: FunctionLowering,
  place: Place,
  parts: readonly InitialPart[],
  repeated: ReadonlySet<CExpression>,
): void {
  for (const part of parts) {
    const { value } = part;
    if (repeated.has(value) && !f.evaluated.has(value)) f.evaluated.set(value, lasting(f, lowerValue(f, value)));
    storePart(f, place, part);
  }
}

/** The value, usable by several stores; a temporary struct is no longer owned. */
function lasting(f: FunctionLowering, value: Value): Value {
  const kept = stableValue(f, value);
  if (kept.kind !== 'struct' || kept.place.kind !== 'memory') return kept;
  return { kind: 'struct', place: { ...kept.place, owned: false } };
}

function initializeScalar(f: FunctionLowering, place: Place, { parts }: ObjectInitializer): void {
  if (parts.length === 0) storePlace(f, place, zeroValue(place.type));
  for (const part of parts) storePart(f, place, part);
}

/** Stores one part of an aggregate. */
function storePart(f: FunctionLowering, object: Place, part: InitialPart): void {
  const { type } = part.type;
  const place = shapeOf(object.type).kind === 'aggregate' ? partOf(object, part.offset, type) : object;
  if (isStringOf(part)) {
    copyString(f, place, part);
    return;
  }
  f.releasing(() => {
    const value = lowerValue(f, part.value);
    f.moveTo(part.value.location);
    storePlace(f, place.kind === 'memory' && part.bitField ? { ...place, bits: part.bitField } : place, value);
  });
}

function zeroFields(f: FunctionLowering, place: Place & { kind: 'fields' }, { parts }: ObjectInitializer): void {
  for (const { offset, type, names } of place.fields) {
    const covered = parts.some((part) => covers(part, offset, offset + staticSize(type)));
    if (!covered) storePlace(f, { kind: 'locals', names, type }, zeroValue(type));
  }
}

function covers(part: InitialPart, start: number, end: number): boolean {
  return part.bitField === undefined && part.offset <= start && part.offset + staticSize(part.type.type) >= end;
}

// ---------------------------------------------------------------- aggregates in memory

function initializeMemory(
  f: FunctionLowering,
  symbol: ObjectSymbol,
  place: Place,
  { parts }: ObjectInitializer,
  repeated: ReadonlySet<CExpression>,
): void {
  const size = staticSize(place.type);
  const constants = parts.filter((part) => isConstantPart(f, part));
  if (size >= TEMPLATE_BYTES && constants.length >= TEMPLATE_PARTS && areDisjoint(parts)) {
    const allZero = constants.every((part) => isZeroPart(f, part));
    if (allZero) fillZero(f, place, 0, size);
    else copyTemplate(f, symbol, place, constants);
    storeParts(
      f,
      place,
      parts.filter((part) => !isConstantPart(f, part)),
      repeated,
    );
    return;
  }
  zeroUncovered(f, place, size, parts);
  storeParts(f, place, parts, repeated);
}

/** Whether no part overwrites some of another one, as in `{ [0] = f(), [0].x = 1 }`. Parts are ordered by offset. */
function areDisjoint(parts: readonly InitialPart[]): boolean {
  let end = 0;
  return parts.every(({ offset, type, bitField }) => {
    const isFree = offset >= end || bitField !== undefined;
    end = Math.max(end, bitField ? offset : offset + staticSize(type.type));
    return isFree;
  });
}

function isConstantPart(f: FunctionLowering, part: InitialPart): boolean {
  const known = f.unit.facts.constantOf[part.value.id];
  return (known !== undefined && known.kind !== 'address') || isStringOf(part);
}

function isZeroPart(f: FunctionLowering, part: InitialPart): boolean {
  const known = f.unit.facts.constantOf[part.value.id];
  return known?.kind === 'integer' && known.value === 0n;
}

function fillZero(f: FunctionLowering, place: Place, start: number, end: number): void {
  f.emit({
    op: 'fill',
    address: plus(addressOfPlace(place), constI32(start)),
    byte: constI32(0),
    size: constI32(end - start),
  });
}

function copyTemplate(f: FunctionLowering, symbol: ObjectSymbol, place: Place, parts: readonly InitialPart[]): void {
  copyStatic(f, place, f.unit.template(symbol.name, symbol.type, parts), staticSize(place.type));
}

function copyStatic(f: FunctionLowering, place: Place, name: string, size: number): void {
  f.emit({
    op: 'copy',
    destination: addressOfPlace(place),
    source: staticAddress(name),
    size: constI32(size),
    to: 'private',
    from: 'private',
    strict: false,
  });
}

interface Gap {
  readonly start: number;
  readonly end: number;
}

/** Bytes without a part. Bit-fields are written into zeroed units. */
function gapsOf(size: number, parts: readonly InitialPart[]): Gap[] {
  const covered = parts
    .filter((part) => part.bitField === undefined)
    .map((part) => ({ start: part.offset, end: part.offset + staticSize(part.type.type) }))
    .sort((a, b) => a.start - b.start);
  const gaps: Gap[] = [];
  let reached = 0;
  for (const { start, end } of covered) {
    if (start > reached) gaps.push({ start: reached, end: start });
    reached = Math.max(reached, end);
  }
  if (reached < size) gaps.push({ start: reached, end: size });
  return gaps;
}

/** Maximum number of stores; beyond it one fill is better. */
const MOST_STORES = 4;

function zeroUncovered(f: FunctionLowering, place: Place, size: number, parts: readonly InitialPart[]): void {
  const gaps = gapsOf(size, parts);
  const alignment = offsetInSlot(place) === 0 ? LARGEST_PIECE : alignmentOf(place.type);
  const stores = gaps.flatMap(({ start, end }) => alignedPieces(start, end, alignment));
  if (stores.length <= MOST_STORES) {
    for (const { offset, memory } of stores) storeZero(f, place, offset, memory);
    return;
  }
  fillZero(f, place, (gaps[0] as Gap).start, (gaps.at(-1) as Gap).end);
}

const PIECES: readonly [number, MemoryType][] = [
  [8, 'f64'],
  [4, 'i32'],
  [2, 'i16'],
  [1, 'i8'],
];
const LARGEST_PIECE = 8;

/** Offset in a slot of the frame; slots are aligned to their largest piece (newSlot). */
const offsetInSlot = (place: Place): number | undefined =>
  place.kind === 'memory' && place.address.op === 'frame' ? place.address.offset : undefined;

/** The range split into naturally aligned scalars, of an object with a known alignment. */
function alignedPieces(start: number, end: number, alignment: number): { offset: number; memory: MemoryType }[] {
  const pieces: { offset: number; memory: MemoryType }[] = [];
  for (let offset = start; offset < end && pieces.length <= MOST_STORES; ) {
    const fits = (bytes: number) => bytes <= alignment && offset % bytes === 0 && offset + bytes <= end;
    const [size, memory] = PIECES.find(([bytes]) => fits(bytes)) as [number, MemoryType];
    pieces.push({ offset, memory });
    offset += size;
  }
  return pieces;
}

function storeZero(f: FunctionLowering, place: Place, offset: number, memory: MemoryType): void {
  const value = zero(memory === 'f64' ? 'f64' : 'i32');
  // A piece spans members of any type.
  f.emit({ op: 'store', memory, address: plus(addressOfPlace(place), constI32(offset)), value, punned: true });
}

/** Strings up to this many bytes are stored as words; longer ones are copied from a static object. */
const SHORT_STRING = 16;

/** `char s[n] = "..."`: the string's bytes, then zeros. */
function copyString(f: FunctionLowering, place: Place, part: InitialPart): void {
  const size = staticSize(part.type.type);
  const bytes = new Uint8Array(size);
  bytes.set(stringBytes(f.unit, part).subarray(0, size));
  if (size <= SHORT_STRING) {
    storeBytes(f, place, bytes);
    return;
  }
  const source = f.unit.template('string', part.type, [{ ...part, offset: 0 }]);
  copyStatic(f, place, source, size);
}

function storeBytes(f: FunctionLowering, place: Place, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer);
  const aligned = (offsetInSlot(place) ?? 1) % 4 === 0;
  for (let offset = 0; offset < bytes.length; ) {
    const word = aligned && offset + 4 <= bytes.length;
    const value = constI32(word ? view.getInt32(offset, true) : view.getInt8(offset));
    const address = plus(addressOfPlace(place), constI32(offset));
    f.emit({ op: 'store', memory: word ? 'i32' : 'i8', address, value });
    offset += word ? 4 : 1;
  }
}
