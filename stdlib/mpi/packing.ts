/**
 * Data of the program as the bytes of a message: packed into a buffer and unpacked (MPI 3.1, 4.2), or taken where they lie if they are dense.
 *
 * Takes so many elements of a datatype at an address. Gives: a piece of memory with the bytes in the order of the type map. One idea: all
 * communication is of such pieces; it knows nothing of datatypes.
 */
import { type Datatype, spanOf } from './datatype.ts';
import { ERR_ARG, ERR_BUFFER, ERR_OTHER, ERR_TRUNCATE, Mistake } from './errors.ts';
import { convert, externalBytes } from './external.ts';
import { type Layout, repeated, type Visitor, walk } from './layouts.ts';
import { piecesOf } from './pieces.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** Elements of the program. */
interface Elements {
  readonly address: number;
  readonly count: number;
  readonly type: number;
}

/** A buffer of the program for packed data, and where in it one is. */
interface Packed {
  readonly address: number;
  readonly size: number;
  readonly position: number;
  moved(position: number): void;
}

/** Bytes of a message, at an address. */
export interface Piece {
  readonly address: number;
  readonly bytes: number;
}

export class Packing {
  constructor(
    private readonly state: State,
    private readonly types: Types,
  ) {}

  /** The memory that `count` elements at an address have, checked. */
  layoutAt(...[call, argument, address, count, type, isWritten]: BufferArguments): Layout {
    const { state } = this;
    const bytes = count * type.size;
    if (bytes === 0) return repeated(0, 0, type.layout);
    if (bytes >= 2 ** 31) {
      const rule = `a message has less than 2^31 bytes, here ${bytes}`;
      state.refuse(call, argument, `${count} of ${type.name}`, rule, ERR_BUFFER);
    }
    const [low, high] = spanOf(type, count);
    state.local(call, argument, (address + low) | 0, high - low);
    const layout = repeated(count, type.extent, type.layout);
    if (isWritten !== undefined && state.isWatching)
      state.uses(call, argument, isWritten, () => piecesOf(layout, address, 0, bytes));
    return layout;
  }

  /** The bytes to be sent: where they are, or a packed copy, to be given back by `release`. */
  outgoing(call: string, argument: string, address: number, count: number, type: Datatype, isUsed = true): Piece {
    const layout = this.layoutAt(call, argument, address, count, type, isUsed ? false : undefined);
    if (layout.kind === 'run') return { address, bytes: layout.bytes };
    const piece = this.room(call, layout.bytes);
    this.pack(layout, address, piece.address, 0, layout.bytes);
    return piece;
  }

  /** A buffer of the library. */
  room(call: string, bytes: number): Piece {
    const address = this.state.environment.heap.allocate(Math.max(bytes, 8)) | 0;
    if (address === 0)
      throw new Mistake(ERR_OTHER, `${call}: no room for ${bytes} bytes of packed data on the private heap`);
    return { address, bytes };
  }

  release({ address }: Piece): void {
    this.state.environment.heap.free(address);
  }

  /** Copies bytes `first` to `end` of the data of a layout to an address. */
  pack(layout: Layout, address: number, to: number, first: number, end: number): void {
    walk(layout, address, first, end, this.copier(to, true));
  }

  /** The other way. */
  unpack(layout: Layout, address: number, from: number, first: number, end: number): void {
    walk(layout, address, first, end, this.copier(from, false));
  }

  /** Copies the data of a layout from one address to another, and no gap. */
  transfer(layout: Layout, from: number, to: number): void {
    const between = from - to;
    const run = (address: number, bytes: number) => this.copy(address + between, address, bytes);
    walk(layout, to, 0, layout.bytes, {
      run,
      runs: (address, size, stride, count) => {
        for (let i = 0; i < count; i++) run(address + i * stride, size);
      },
    });
  }

  copy(from: number, to: number, bytes: number): void {
    this.state.environment.runtime.bulk.copy(to | 0, from | 0, bytes);
  }

  // ---------------------------------------------------------------- buffers of the program

  /** Checks that `bytes` more fit behind a position of a buffer. */
  private fits(call: string, argument: string, size: number, position: number, bytes: number): void {
    if (position >= 0 && position + bytes <= size) return;
    const rule = `${bytes} bytes at position ${position} do not fit into a buffer of ${size}`;
    this.state.refuse(call, argument, size, rule, position < 0 ? ERR_ARG : ERR_TRUNCATE);
  }

  /** Packs or unpacks, and moves the position. `data`: the program's elements; `packed`: the buffer. */
  private move(call: string, isPacking: boolean, data: Elements, packed: Packed): void {
    const { state } = this;
    const type = this.types.used(call, data.count, data.type);
    const layout = this.layoutAt(call, isPacking ? 'inbuf' : 'outbuf', data.address, data.count, type);
    this.fits(call, isPacking ? 'outsize' : 'insize', packed.size, packed.position, layout.bytes);
    const place = packed.address + packed.position;
    state.local(call, isPacking ? 'outbuf' : 'inbuf', place | 0, layout.bytes);
    if (isPacking) this.pack(layout, data.address, place, 0, layout.bytes);
    else this.unpack(layout, data.address, place, 0, layout.bytes);
    packed.moved(packed.position + layout.bytes);
  }

  private moveExternal(call: string, isPacking: boolean, data: Elements, packed: Packed): void {
    const { state } = this;
    const type = this.types.used(call, data.count, data.type);
    const layout = this.layoutAt(call, isPacking ? 'inbuf' : 'outbuf', data.address, data.count, type);
    const bytes = data.count * externalBytes(type.sequence);
    this.fits(call, isPacking ? 'outsize' : 'insize', packed.size, packed.position, bytes);
    const place = packed.address + packed.position;
    state.local(call, isPacking ? 'outbuf' : 'inbuf', place | 0, bytes);
    const room = this.room(call, layout.bytes);
    if (isPacking) this.pack(layout, data.address, room.address, 0, layout.bytes);
    convert(state.environment.U8, type.sequence, data.count, room.address, place, isPacking);
    if (!isPacking) this.unpack(layout, data.address, room.address, 0, layout.bytes);
    this.release(room);
    packed.moved(packed.position + bytes);
  }

  private known(call: string, at: number): void {
    const name = this.state.text(call, 'datarep', at);
    if (name !== EXTERNAL) this.state.refuse(call, 'datarep', `"${name}"`, `it is "${EXTERNAL}"`);
  }

  /** A buffer whose position is an int, or an MPI_Aint, of the program. */
  private buffer(call: string, address: number, size: number, at: number, isLong: boolean): Packed {
    const { state } = this;
    state.local(call, 'position', at, isLong ? 8 : 4);
    const { I32, I64 } = state.environment;
    return {
      ...{ address, size, position: isLong ? Number(I64[at >>> 3]!) : I32[at >>> 2]! },
      moved: (position) => {
        if (isLong) I64[at >>> 3] = BigInt(position);
        else I32[at >>> 2] = position;
      },
    };
  }

  readonly bodies: Record<string, Body> = {
    MPI_Pack: (call, address, count, type, out, size, position, _comm) =>
      this.move(
        call,
        true,
        { address: address!, count: count!, type: type! },
        this.buffer(call, out!, size!, position!, false),
      ),
    MPI_Unpack: (call, buffer, size, position, address, count, type, _comm) =>
      this.move(
        call,
        false,
        { address: address!, count: count!, type: type! },
        this.buffer(call, buffer!, size!, position!, false),
      ),
    MPI_Pack_size: (call, count, type, _comm, size) =>
      this.state.give(call, 'size', size!, count! * this.types.used(call, count!, type!).size),
    MPI_Pack_external: (call, name, address, count, type, out, size, position) => {
      this.known(call, name!);
      const packed = this.buffer(call, out!, Number(size), position!, true);
      this.moveExternal(call, true, { address: address!, count: count!, type: type! }, packed);
    },
    MPI_Unpack_external: (call, name, buffer, size, position, address, count, type) => {
      this.known(call, name!);
      const packed = this.buffer(call, buffer!, Number(size), position!, true);
      this.moveExternal(call, false, { address: address!, count: count!, type: type! }, packed);
    },
    MPI_Pack_external_size: (call, name, count, type, size) => {
      this.known(call, name!);
      const { sequence } = this.types.used(call, count!, type!);
      this.state.giveLong(call, 'size', size!, count! * externalBytes(sequence));
    },
  };

  /** Goes through packed bytes as it is shown runs. */
  private copier(packed: number, isPacking: boolean): Visitor {
    const { environment } = this.state;
    const { I32 } = environment;
    let at = packed;
    const run = (address: number, bytes: number) => {
      if (isPacking) environment.runtime.bulk.copy(at | 0, address | 0, bytes);
      else environment.runtime.bulk.copy(address | 0, at | 0, bytes);
      at += bytes;
    };
    const words = (address: number, size: number, stride: number, count: number) => {
      let [inside, outside] = [(at | 0) >>> 2, (address | 0) >>> 2];
      const [step, words] = [stride >> 2, size >> 2];
      for (let i = 0; i < count; i++, outside += step)
        for (let j = 0; j < words; j++, inside++) {
          if (isPacking) I32[inside] = I32[outside + j]!;
          else I32[outside + j] = I32[inside]!;
        }
      at += count * size;
    };
    return {
      run,
      runs(address, size, stride, count) {
        if (size <= FEW && ((at | address | size | stride) & 3) === 0) words(address, size, stride, count);
        else for (let i = 0; i < count; i++) run(address + i * stride, size);
      },
    };
  }
}

/** `isWritten`: whether data may come into it; undefined: nothing is done with it. */
type BufferArguments = [
  ...[call: string, argument: string, address: number, count: number, type: Datatype, isWritten?: boolean | undefined],
];

/** What packs knows one representation besides the machine's. */
const EXTERNAL = 'external32';

/** Bytes that words are copied of faster than a call copies them. */
const FEW = 64;
