/**
 * Elements in the shared memory, by datatype: reading operands, and changing a target at one stroke.
 *
 * Up to 8 bytes a compare-and-exchange of the bits is tried until nobody comes between. For 16 a word in the target's memory
 * is held: all who change such elements do.
 */
import { perMemory } from '../../../../memory/permemory.ts';
import type { Space } from '../../../../memory/space.ts';
import type { Datatype } from '../../atomic.ts';
import type { Value } from './arithmetic.ts';

export interface ElementType {
  readonly size: number;
  /** Anywhere, aligned or not. */
  read(address: number): Value;
  write(address: number, value: Value): void;
  /**
   * Replaces the element at an aligned address; gives the old one. One that does not change keeps its bits, also those of a NaN. `lock` is
   * the index of the word of its rank.
   */
  update(address: number, lock: number, change: (old: Value) => Value): Value;
}

type Narrow = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array;

/** Bits of one number as those of another type. */
const bits = new DataView(new ArrayBuffer(8));

export const elementTypes = perMemory(typesOf);

function typesOf(space: Space): Record<Datatype, ElementType> {
  const { I8, U8, I16, U16, I32 } = space;
  const double = wide(space, doubleBits, doubleOf);
  const doubleComplex = paired(space);
  return {
    FI_INT8: narrow(U8, I8, 1, identity, identity),
    FI_UINT8: narrow(U8, U8, 1, identity, identity),
    FI_INT16: narrow(U8, I16, 2, identity, identity),
    FI_UINT16: narrow(U8, U16, 2, identity, identity),
    FI_INT32: narrow(U8, I32, 4, identity, identity),
    FI_UINT32: narrow(U8, I32, 4, (raw) => raw >>> 0, identity),
    FI_INT64: wide(space, signed, (raw) => raw),
    FI_UINT64: wide(space, signed, (raw) => BigInt.asUintN(64, raw)),
    FI_FLOAT: narrow(U8, I32, 4, floatOf, floatBits),
    FI_DOUBLE: double,
    FI_FLOAT_COMPLEX: wide(space, floatPairBits, floatPairOf),
    FI_DOUBLE_COMPLEX: doubleComplex,
    FI_LONG_DOUBLE: double,
    FI_LONG_DOUBLE_COMPLEX: doubleComplex,
  };
}

// ---------------------------------------------------------------- types by size

/** Up to 4 bytes, by the words of `view`. */
function narrow(
  U8: Uint8Array,
  view: Narrow,
  size: 1 | 2 | 4,
  fromBits: (raw: number) => number,
  toBits: (value: number) => number,
): ElementType {
  const shift = size >> 1;
  const own = new (view.constructor as Int32ArrayConstructor)(1);
  const raw = new Uint8Array(own.buffer);
  return {
    size,
    read(address) {
      for (let i = 0; i < size; i++) raw[i] = U8[(address + i) >>> 0]!;
      return fromBits(own[0]!);
    },
    write(address, value) {
      own[0] = toBits(value as number);
      for (let i = 0; i < size; i++) U8[(address + i) >>> 0] = raw[i]!;
    },
    update(address, _, change) {
      const index = address >>> shift;
      for (let old = Atomics.load(view, index); ; ) {
        const value = fromBits(old);
        const next = change(value);
        const seen = Object.is(next, value)
          ? Atomics.load(view, index)
          : Atomics.compareExchange(view, index, old, toBits(next as number));
        if (seen === old) return value;
        old = seen;
      }
    },
  };
}

/** 8 bytes. */
function wide<T extends Value>(
  { I64, memory }: Space,
  toBits: (value: T) => bigint,
  fromBits: (raw: bigint) => T,
): ElementType {
  const bytes = new DataView(memory.buffer);
  return {
    size: 8,
    read: (address) => fromBits(bytes.getBigInt64(address >>> 0, true)),
    write: (address, value) => bytes.setBigInt64(address >>> 0, toBits(value as T), true),
    update(address, _, change) {
      const index = address >>> 3;
      for (let old = Atomics.load(I64, index); ; ) {
        const value = fromBits(old);
        const next = change(value);
        const seen = Object.is(next, value)
          ? Atomics.load(I64, index)
          : Atomics.compareExchange(I64, index, old, toBits(next as T));
        if (seen === old) return value;
        old = seen;
      }
    },
  };
}

/** 16 bytes: two doubles. */
function paired({ I32, memory }: Space): ElementType {
  const bytes = new DataView(memory.buffer);
  const read = (address: number): Value => [
    bytes.getFloat64(address >>> 0, true),
    bytes.getFloat64((address + 8) >>> 0, true),
  ];
  const write = (address: number, value: Value): void => {
    const [re, im] = value as readonly [number, number];
    bytes.setFloat64(address >>> 0, re, true);
    bytes.setFloat64((address + 8) >>> 0, im, true);
  };
  return {
    size: 16,
    read,
    write,
    update(address, lock, change) {
      while (Atomics.compareExchange(I32, lock, 0, 1) !== 0) Atomics.wait(I32, lock, 1, 1);
      const old = read(address);
      write(address, change(old));
      Atomics.store(I32, lock, 0);
      Atomics.notify(I32, lock, 1);
      return old;
    },
  };
}

// ---------------------------------------------------------------- bits of values

function identity(value: number): number {
  return value;
}

function signed(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

function floatOf(raw: number): number {
  bits.setInt32(0, raw);
  return bits.getFloat32(0);
}

function floatBits(value: number): number {
  bits.setFloat32(0, value);
  return bits.getInt32(0);
}

function doubleOf(raw: bigint): number {
  bits.setBigInt64(0, raw);
  return bits.getFloat64(0);
}

function doubleBits(value: number): bigint {
  bits.setFloat64(0, value);
  return bits.getBigInt64(0);
}

function floatPairOf(raw: bigint): readonly [number, number] {
  bits.setBigInt64(0, raw, true);
  return [bits.getFloat32(0, true), bits.getFloat32(4, true)];
}

function floatPairBits([re, im]: readonly [number, number]): bigint {
  bits.setFloat32(0, re, true);
  bits.setFloat32(4, im, true);
  return bits.getBigInt64(0, true);
}
