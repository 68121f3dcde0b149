/**
 * Berkeley's atomics: bupc_atomic<TYPE>_<operation>_<relaxed|strict>(target, operands).
 *
 * JavaScript's Atomics are sequentially consistent among themselves; a strict operation is fenced on both sides, so that
 * relaxed accesses keep to their side of it. Integers of 32 bits are numbers, of 64 bits bigints, both in signed form;
 * floating-point values go through their bits.
 */
import type { NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badTransfer, misaligned } from '../errors.ts';
import { rangeFault, surelyInside } from '../memory/check.ts';

/** Index of an atomic object of `size` bytes in a view of such elements, after checking the address. */
export function atomicIndex(environment: RuntimeEnvironment, name: string, address: number, size: 4 | 8): number {
  if (!surelyInside(environment, address, size)) refuse(environment, name, address, size);
  if ((address & (size - 1)) !== 0) environment.runtime.job.fail(misaligned(name, address, size));
  return address >>> (size === 4 ? 2 : 3);
}

function refuse(environment: RuntimeEnvironment, name: string, address: number, size: number): void {
  const fault = rangeFault(environment, address, size);
  if (fault !== undefined) environment.runtime.job.fail(badTransfer(name, address, size, fault));
}

export function berkeleyAtomics(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const library: Record<string, NativeFunction> = {};
  const add = (types: readonly string[], operations: (prefix: string) => Record<string, NativeFunction>) => {
    for (const type of types)
      for (const [operation, perform] of Object.entries(operations(`bupc_atomic${type}_`)))
        for (const [order, function_] of [
          ['relaxed', perform],
          ['strict', fenced(environment, perform)],
        ] as const)
          library[`bupc_atomic${type}_${operation}_${order}`] = function_;
  };
  add(['I32', 'U32', 'I', 'UI'], (prefix) => integers32(environment, prefix));
  add(['I64', 'U64', 'L', 'UL'], (prefix) => integers64(environment, prefix));
  add(['F'], (prefix) => floats(environment, prefix));
  add(['D'], (prefix) => doubles(environment, prefix));
  return library;
}

/** A strict form of an atomic operation: an atomic load alone may overtake a plain store before it. */
export function fenced(environment: RuntimeEnvironment, perform: NativeFunction): NativeFunction {
  return (...values) => {
    environment.fence();
    const result = perform(...values);
    environment.fence();
    return result;
  };
}

function integers32(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const at = (address: number) => atomicIndex(environment, name, address, 4);
  return {
    read: (a: number, _p: number) => Atomics.load(environment.I32, at(a)),
    set: (a: number, _p: number, value: number) => void Atomics.store(environment.I32, at(a), value),
    swap: (a: number, _p: number, value: number) => Atomics.exchange(environment.I32, at(a), value),
    cswap: (a: number, _p: number, old: number, value: number) =>
      Atomics.compareExchange(environment.I32, at(a), old, value),
    mswap: (a: number, _p: number, mask: number, value: number) =>
      update32(environment.I32, at(a), (old) => (old & ~mask) | (value & mask)),
    fetchadd: (a: number, _p: number, value: number) => Atomics.add(environment.I32, at(a), value),
    fetchand: (a: number, _p: number, value: number) => Atomics.and(environment.I32, at(a), value),
    fetchor: (a: number, _p: number, value: number) => Atomics.or(environment.I32, at(a), value),
    fetchxor: (a: number, _p: number, value: number) => Atomics.xor(environment.I32, at(a), value),
    fetchnot: (a: number, _p: number) => Atomics.xor(environment.I32, at(a), -1),
  };
}

function integers64(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const at = (address: number) => atomicIndex(environment, name, address, 8);
  return {
    read: (a: number, _p: number) => Atomics.load(environment.I64, at(a)),
    set: (a: number, _p: number, value: bigint) => void Atomics.store(environment.I64, at(a), value),
    swap: (a: number, _p: number, value: bigint) => Atomics.exchange(environment.I64, at(a), value),
    cswap: (a: number, _p: number, old: bigint, value: bigint) =>
      Atomics.compareExchange(environment.I64, at(a), old, value),
    mswap: (a: number, _p: number, mask: bigint, value: bigint) =>
      update64(environment.I64, at(a), (old) => (old & ~mask) | (value & mask)),
    fetchadd: (a: number, _p: number, value: bigint) => Atomics.add(environment.I64, at(a), value),
    fetchand: (a: number, _p: number, value: bigint) => Atomics.and(environment.I64, at(a), value),
    fetchor: (a: number, _p: number, value: bigint) => Atomics.or(environment.I64, at(a), value),
    fetchxor: (a: number, _p: number, value: bigint) => Atomics.xor(environment.I64, at(a), value),
    fetchnot: (a: number, _p: number) => Atomics.xor(environment.I64, at(a), -1n),
  };
}

function floats(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const at = (address: number) => atomicIndex(environment, name, address, 4);
  return {
    read: (a: number, _p: number) => floatOf(Atomics.load(environment.I32, at(a))),
    set: (a: number, _p: number, value: number) => void Atomics.store(environment.I32, at(a), bitsOfFloat(value)),
    swap: (a: number, _p: number, value: number) =>
      floatOf(Atomics.exchange(environment.I32, at(a), bitsOfFloat(value))),
    cswap: (a: number, _p: number, old: number, value: number) =>
      floatOf(Atomics.compareExchange(environment.I32, at(a), bitsOfFloat(old), bitsOfFloat(value))),
    fetchadd: (a: number, _p: number, value: number) =>
      floatOf(update32(environment.I32, at(a), (old) => bitsOfFloat(floatOf(old) + value))),
  };
}

function doubles(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const at = (address: number) => atomicIndex(environment, name, address, 8);
  return {
    read: (a: number, _p: number) => doubleOf(Atomics.load(environment.I64, at(a))),
    set: (a: number, _p: number, value: number) => void Atomics.store(environment.I64, at(a), bitsOfDouble(value)),
    swap: (a: number, _p: number, value: number) =>
      doubleOf(Atomics.exchange(environment.I64, at(a), bitsOfDouble(value))),
    cswap: (a: number, _p: number, old: number, value: number) =>
      doubleOf(Atomics.compareExchange(environment.I64, at(a), bitsOfDouble(old), bitsOfDouble(value))),
    fetchadd: (a: number, _p: number, value: number) =>
      doubleOf(update64(environment.I64, at(a), (old) => bitsOfDouble(doubleOf(old) + value))),
  };
}

/** Replaces a word by a function of it; gives the old one. */
export function update32(view: Int32Array, index: number, change: (old: number) => number): number {
  for (;;) {
    const old = Atomics.load(view, index);
    if (Atomics.compareExchange(view, index, old, change(old)) === old) return old;
  }
}

export function update64(view: BigInt64Array, index: number, change: (old: bigint) => bigint): bigint {
  for (;;) {
    const old = Atomics.load(view, index);
    if (Atomics.compareExchange(view, index, old, change(old)) === old) return old;
  }
}

const scratch = new DataView(new ArrayBuffer(8));

export function floatOf(bits: number): number {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}
export function bitsOfFloat(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getInt32(0);
}
export function doubleOf(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}
export function bitsOfDouble(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}
