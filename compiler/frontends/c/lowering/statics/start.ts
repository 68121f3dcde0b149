/**
 * Run-time initialization of static objects: pointers to elements of shared arrays, whose thread or address depends on
 * THREADS or on the location of the regions.
 *
 * Takes: the parts that statics.ts could not write. Gives: a function that stores them; the linker calls it on every
 * thread before main. All threads write shared objects, with the same values; a barrier precedes main.
 */
import { constI32 } from '../../../../ir/builders.ts';
import type { Function as Definition } from '../../../../ir/ir.ts';
import type { InitialPart, ObjectSymbol } from '../../semantics/facts.ts';
import { isShared, ultimateElement } from '../../semantics/types/primitives.ts';
import type { CType } from '../../semantics/types/types.ts';
import { lowerValue } from '../expressions/expressions.ts';
import { FunctionLowering } from '../function.ts';
import { storePlace } from '../places/access.ts';
import { partOf } from '../places/parts.ts';
import { placeOfSymbol } from '../places/places.ts';
import { layoutOf, staticSize } from '../shape.ts';
import type { UnitLowering } from '../unit.ts';
import { advanced, type Place, scalarValue } from '../value.ts';
import { isStringOf, stringBytes } from './strings.ts';

/** Name of the function for the linker. */
const START = '__pgasc_start';

/** The module's start function, if it needs one. */
export function lowerStart(unit: UnitLowering): Definition[] {
  if (unit.starts.length === 0) return [];
  const f = new FunctionLowering(unit);
  for (const { symbol, offset, part } of unit.starts) initializeShared(f, symbol, { ...part, offset });
  if (unit.starts.some(({ symbol }) => isShared(symbol.type))) f.emit({ op: 'barrier' });
  return [
    {
      name: START,
      linkage: 'internal',
      parameters: [],
      results: [],
      locals: f.locals,
      frame: f.slots,
      body: f.code,
    },
  ];
}

/** Stores a part of an object that may be shared. */
export function initializeShared(f: FunctionLowering, symbol: ObjectSymbol, part: InitialPart): void {
  const { offset, value, type } = part;
  f.moveTo(value.location);
  if (isStringOf(part)) storeString(f, symbol, part);
  else f.releasing(() => storePlace(f, placeAt(f, symbol, offset, type.type), lowerValue(f, value)));
}

function storeString(f: FunctionLowering, symbol: ObjectSymbol, part: InitialPart): void {
  const { type } = ultimateElement(part.type);
  const size = staticSize(type);
  const bytes = stringBytes(f.unit, part);
  for (let at = 0; at < Math.min(bytes.length, staticSize(part.type.type)); at += size) {
    const unit = new DataView(bytes.buffer, bytes.byteOffset + at, size);
    const value = constI32(size === 4 ? unit.getInt32(0, true) : unit.getInt8(0));
    storePlace(f, placeAt(f, symbol, part.offset + at, type), scalarValue(value));
  }
}

/** The part of an object at `offset`; of a shared array, inside the element that contains it. */
function placeAt(f: FunctionLowering, symbol: ObjectSymbol, offset: number, type: CType): Place {
  const place = placeOfSymbol(f, symbol);
  if (place.kind !== 'shared') return partOf(place, offset, type);
  const layout = layoutOf(symbol.type);
  const element = Math.floor(offset / layout.elementSize);
  const pointer = advanced(place.pointer, layout, constI32(element));
  return partOf({ ...place, pointer }, offset % layout.elementSize, type);
}
