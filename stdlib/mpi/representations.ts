/**
 * Representations of data in files (MPI 3.1, 13.5): "native", "internal", "external32", and those that programs register.
 *
 * A representation says how many bytes a datatype has in the file, and converts elements of the program to such bytes and back.
 */
import type { Datatype } from './datatype.ts';
import { bytesOf, unitsIn } from './datatype.ts';
import { ERR_CONVERSION, ERR_DUP_DATAREP, ERR_UNSUPPORTED_DATAREP, Mistake } from './errors.ts';
import { convert, externalSequence } from './external.ts';
import { storedAs } from './filetypes.ts';
import type { Packing } from './packing.ts';
import type { Body, State } from './state.ts';

/** Elements of the program. */
export interface Elements {
  readonly call: string;
  readonly address: number;
  readonly count: number;
  readonly type: Datatype;
}

export interface Representation {
  readonly name: string;
  /** The datatype as it lies in the file. */
  stored(type: Datatype): Datatype;
  /** Absent where the bytes are those of memory. */
  readonly conversion?: Conversion;
}

export interface Conversion {
  /** Makes bytes of the file of elements. */
  toFile(elements: Elements, at: number): void;
  /** Gives elements back of so many bytes of the file; how many bytes they are in memory. */
  fromFile(elements: Elements, at: number, bytes: number): number;
}

const MOST_NAME = 128;

export class Representations {
  private readonly all = new Map<string, Representation>();

  constructor(
    private readonly state: State,
    private readonly packing: Packing,
  ) {
    const same = (type: Datatype) => type;
    for (const name of ['native', 'internal']) this.all.set(name, { name, stored: same });
    const stored = (type: Datatype) => storedAs(type, ({ sequence }) => externalSequence(sequence));
    this.all.set('external32', { name: 'external32', stored, conversion: this.external() });
  }

  get native(): Representation {
    return this.all.get('native')!;
  }

  at(call: string, address: number): Representation {
    const name = this.state.text(call, 'datarep', address);
    const known = [...this.all.keys()].map((each) => `"${each}"`).join(', ');
    const rule = `known here are ${known}; others are registered by MPI_Register_datarep`;
    return this.all.get(name) ?? this.state.refuse(call, 'datarep', `"${name}"`, rule, ERR_UNSUPPORTED_DATAREP);
  }

  // ---------------------------------------------------------------- external32

  private external(): Conversion {
    const { packing, state } = this;
    const { U8 } = state.environment;
    const layoutOf = ({ call, address, count, type }: Elements) => packing.layoutAt(call, 'buf', address, count, type);
    return {
      toFile: (elements, at) => {
        const layout = layoutOf(elements);
        const room = packing.room(elements.call, layout.bytes);
        packing.pack(layout, elements.address, room.address, 0, layout.bytes);
        convert(U8, elements.type.sequence, elements.count, room.address, at, true);
        packing.release(room);
      },
      fromFile: (elements, at, bytes) => {
        const layout = layoutOf(elements);
        const room = packing.room(elements.call, layout.bytes);
        convert(U8, elements.type.sequence, elements.count, room.address, at, false);
        const native = nativeBytes(elements.type, this.all.get('external32')!.stored(elements.type), bytes);
        packing.unpack(layout, elements.address, room.address, 0, native);
        packing.release(room);
        return native;
      },
    };
  }

  // ---------------------------------------------------------------- those of the program

  private register(
    ...[call, nameAt, read, write, extent, extra]: [string, number, number, number, number, number]
  ): void {
    const name = this.state.text(call, 'datarep', nameAt);
    if (name.length === 0 || name.length >= MOST_NAME)
      this.state.refuse(call, 'datarep', `of ${name.length} characters`, `it has 1 .. ${MOST_NAME - 1}`);
    if (this.all.has(name))
      this.state.refuse(call, 'datarep', `"${name}"`, 'it is known already; take another name', ERR_DUP_DATAREP);
    if (extent === 0) this.state.refuse(call, 'dtype_file_extent_fn', 'a null pointer', 'it must be a function');
    const bytesOf = (type: Datatype) => this.extentBy(name, extent, type, extra);
    const stored = (type: Datatype) => storedAs(type, (basic) => ({ units: 1, bytes: bytesOf(basic) }));
    // Without functions the bytes are those of memory (13.5.3).
    const conversion = read === 0 && write === 0 ? {} : { conversion: this.converted(stored, read, write, extra) };
    this.all.set(name, { name, stored: read === 0 && write === 0 ? (type) => type : stored, ...conversion });
  }

  private extentBy(name: string, pointer: number, type: Datatype, extra: number): number {
    const { heap, I64 } = this.state.environment;
    const room = heap.allocate(8);
    const failed = this.call(pointer, type.handle, room, extra);
    const bytes = Number(I64[room >>> 3]);
    heap.free(room);
    if (failed !== 0) throw failure(`the extent function of "${name}"`, failed);
    return bytes;
  }

  private converted(stored: (type: Datatype) => Datatype, read: number, write: number, extra: number): Conversion {
    const through = (what: string, pointer: number, elements: Elements, count: number, at: number) => {
      const { call, address, type } = elements;
      if (pointer === 0) throw new Mistake(ERR_CONVERSION, `${call}: the datarep has no ${what} function`);
      const failed = this.call(pointer, address, type.handle, count, at, 0n, extra);
      if (failed !== 0) throw failure(`${call}: the ${what} function of the datarep`, failed);
    };
    return {
      toFile: (elements, at) => through('write conversion', write, elements, elements.count, at),
      fromFile: (elements, at, bytes) => {
        const { size } = stored(elements.type);
        const whole = size === 0 ? 0 : Math.floor(bytes / size);
        if (whole > 0) through('read conversion', read, elements, whole, at);
        return whole * elements.type.size;
      },
    };
  }

  private call(pointer: number, ...parameters: (number | bigint)[]): number {
    return (this.state.environment.table[pointer] as (...parameters: (number | bigint)[]) => number)(...parameters);
  }

  readonly bodies: Record<string, Body> = {
    MPI_Register_datarep: (call, name, read, write, extent, extra) =>
      this.register(call, name!, read!, write!, extent!, extra!),
  };
}

const failure = (what: string, code: number): Mistake => new Mistake(ERR_CONVERSION, `${what} has returned ${code}`);

/** Bytes in memory of the whole basic elements in so many bytes of the file. */
function nativeBytes(type: Datatype, stored: Datatype, bytes: number): number {
  if (stored.size === 0) return 0;
  const whole = Math.floor(bytes / stored.size);
  let rest = bytes - whole * stored.size;
  while (unitsIn(stored.sequence, rest) === undefined) rest--;
  return whole * type.size + bytesOf(type.sequence, unitsIn(stored.sequence, rest)!);
}
