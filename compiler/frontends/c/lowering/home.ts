/**
 * Storage of an object: in IR locals, in the function's frame, behind an address, or in static memory.
 *
 * Takes: an ObjectSymbol. Gives: its `Home`, decided at its declaration and kept for the function. The one idea:
 * an object whose address is not taken is one or two locals; a struct used only by its members is a set of those.
 */
import type { MachineType } from '../../../ir/ir.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import { isShared } from '../semantics/types/primitives.ts';
import { alignmentOf, isVariableLength } from '../semantics/types/sizes.ts';
import type { CType } from '../semantics/types/types.ts';
import type { FunctionLowering } from './function.ts';
import { scalarsOf, shapeOf, staticSize } from './shape.ts';

/** A member of a scalarised struct. */
export interface Field {
  readonly offset: number;
  readonly type: CType;
  readonly names: readonly string[];
}

export type Home =
  | { readonly kind: 'locals'; readonly names: readonly string[] }
  | { readonly kind: 'fields'; readonly fields: readonly Field[] }
  /** `alignment`: overaligned; the object is at its first multiple in the slot. */
  | { readonly kind: 'frame'; readonly slot: string; readonly alignment?: number }
  /** Variable-length arrays and struct parameters: a local holds the address. */
  | { readonly kind: 'address'; readonly local: string }
  | { readonly kind: 'static'; readonly name: string }
  | { readonly kind: 'shared'; readonly name: string };

/** The object's home; created on first use. */
export function homeOf(f: FunctionLowering, symbol: ObjectSymbol): Home {
  const known = f.homes.get(symbol);
  if (known) return known;
  if (symbol.storage === 'static') return staticHome(f, symbol);
  return declare(f, symbol);
}

function staticHome(f: FunctionLowering, symbol: ObjectSymbol): Home {
  const name = f.unit.objectName(symbol);
  return isShared(symbol.type) ? { kind: 'shared', name } : { kind: 'static', name };
}

/** Gives an automatic object a home in the innermost scope. */
export function declare(f: FunctionLowering, symbol: ObjectSymbol): Home {
  const home = newHome(f, symbol);
  f.homes.set(symbol, home);
  return home;
}

function newHome(f: FunctionLowering, symbol: ObjectSymbol): Home {
  const { type } = symbol.type;
  if (isVariableLength(type)) return { kind: 'address', local: f.scopedLocal(symbol.name, 'i32') };
  if (f.scalarised.has(symbol)) return { kind: 'fields', fields: declareFields(f, symbol) };
  const machines = scalarsOf(type);
  if (machines.length > 0 && !symbol.addressTaken) {
    const names = declareLocals(f, baseName(symbol), type);
    if (f.unit.options.debug) f.flag(names[0] as string, symbol.name);
    return { kind: 'locals', names };
  }
  const alignment = Math.max(symbol.alignment ?? 1, alignmentOf(type));
  const room = Math.max(0, alignment - FRAME_ALIGNMENT);
  const slot = f.newSlot(baseName(symbol), staticSize(type) + room, Math.min(alignment, FRAME_ALIGNMENT));
  return room > 0 ? { kind: 'frame', slot, alignment } : { kind: 'frame', slot };
}

/** Alignment of frames. */
const FRAME_ALIGNMENT = 16;

function baseName(symbol: ObjectSymbol): string {
  return symbol.name.replace(/[^A-Za-z0-9_$]+/g, '_') || 'object';
}

/** Locals for a value of the type: x; z_re and z_im; p and p_phase. */
function declareLocals(f: FunctionLowering, base: string, type: CType): string[] {
  const names = partNames(base, type).map((name, index) => f.scopedLocal(name, scalarsOf(type)[index] as MachineType));
  const range = rangeOfType(type);
  if (range) f.ranges.set(names[0] as string, range);
  return names;
}

/** Names of the scalars of a value called `base`. */
export function partNames(base: string, type: CType): string[] {
  const count = scalarsOf(type).length;
  if (count < 2) return count === 0 ? [] : [base];
  return shapeOf(type).kind === 'complex' ? [`${base}_re`, `${base}_im`] : [base, `${base}_phase`];
}

/** Value range of a type narrower than its machine type. */
export function rangeOfType(type: CType): readonly [number, number] | undefined {
  const shape = shapeOf(type);
  if (shape.kind !== 'scalar') return undefined;
  if (shape.boolean) return [0, 1];
  return RANGES[shape.memory];
}

const RANGES: Partial<Record<string, readonly [number, number]>> = {
  i8: [-128, 127],
  u8: [0, 255],
  i16: [-32768, 32767],
  u16: [0, 65535],
};

function declareFields(f: FunctionLowering, symbol: ObjectSymbol): Field[] {
  const isWatched = f.unit.options.debug && f.scalarised.get(symbol) === 'by member';
  return scalarMembers(symbol.type.type).map(({ path, offset, type }) => {
    const names = declareLocals(f, `${baseName(symbol)}_${path.replaceAll('.', '_')}`, type);
    if (isWatched) f.flag(names[0] as string, `${symbol.name}.${path}`);
    return { offset, type, names };
  });
}

/** The scalar members of a struct, nested ones included, with their names joined by `.`. */
export function scalarMembers(type: CType, path = '', offset = 0): { path: string; offset: number; type: CType }[] {
  if (type.kind !== 'struct') return [{ path, offset, type }];
  return (type.members ?? []).flatMap((member) => {
    const name = [path, member.name ?? ''].filter((part) => part !== '').join('.');
    return scalarMembers(member.type.type, name, offset + member.offset);
  });
}

/** True for scalars and for structs of them without unions, arrays, bit-fields and volatile members. */
export function isFlat(type: CType): boolean {
  if (type.kind === 'array') return false;
  if (type.kind !== 'struct') return true;
  if (type.union || !type.members || type.members.length === 0) return false;
  return type.members.every(
    (member) => !member.bitField && !member.type.volatile && !member.type.atomic && isFlat(member.type.type),
  );
}
