/**
 * Berkeley's atomics: bupc_atomic<TYPE>_<operation>_<relaxed|strict>(target, operands).
 *
 * Atomic operations are sequentially consistent among themselves; a strict operation is fenced on both sides, so that
 * relaxed accesses do not cross it. 32-bit integers are numbers, 64-bit integers bigints, both in signed form;
 * floating-point values go through their bits.
 */
import { allOf, type NativeFunction } from '../abi.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { badTransfer, misaligned } from '../errors.ts';
import { rangeFault, surelyInside } from '../memory/check.ts';
import { bitsOfDouble, bitsOfFloat, doubleOf, floatOf } from '../memory/words.ts';

/** The validated address of an atomic object of `size` bytes. */
export function atomicAddress(environment: RuntimeEnvironment, name: string, address: number, size: 4 | 8): number {
  if (!surelyInside(environment, address, size)) refuse(environment, name, address, size);
  if ((address & (size - 1)) !== 0) environment.runtime.job.fail(misaligned(name, address, size));
  return address;
}

function refuse(environment: RuntimeEnvironment, name: string, address: number, size: number): void {
  const fault = rangeFault(environment, address, size);
  if (fault !== undefined) environment.runtime.job.fail(badTransfer(name, address, size, fault));
}

export function berkeleyAtomics(environment: RuntimeEnvironment): Record<string, NativeFunction> {
  const library = allOf([]);
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

/** A strict atomic operation: an atomic load alone could overtake an earlier plain store. */
export function fenced(environment: RuntimeEnvironment, perform: NativeFunction): NativeFunction {
  return (...values) => {
    environment.fence();
    const result = perform(...values);
    environment.fence();
    return result;
  };
}

function integers32(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const { runtime } = environment;
  const at = (address: number) => atomicAddress(environment, name, address, 4);
  return {
    read: (a: number, _p: number) => runtime.words32.load(at(a)),
    set: (a: number, _p: number, value: number) => void runtime.words32.store(at(a), value),
    swap: (a: number, _p: number, value: number) => runtime.words32.exchange(at(a), value),
    cswap: (a: number, _p: number, old: number, value: number) => runtime.words32.compareExchange(at(a), old, value),
    mswap: (a: number, _p: number, mask: number, value: number) =>
      runtime.words32.update(at(a), (old) => (old & ~mask) | (value & mask)),
    fetchadd: (a: number, _p: number, value: number) => runtime.words32.add(at(a), value),
    fetchand: (a: number, _p: number, value: number) => runtime.words32.and(at(a), value),
    fetchor: (a: number, _p: number, value: number) => runtime.words32.or(at(a), value),
    fetchxor: (a: number, _p: number, value: number) => runtime.words32.xor(at(a), value),
    fetchnot: (a: number, _p: number) => runtime.words32.xor(at(a), -1),
  };
}

function integers64(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const { runtime } = environment;
  const at = (address: number) => atomicAddress(environment, name, address, 8);
  return {
    read: (a: number, _p: number) => runtime.words64.load(at(a)),
    set: (a: number, _p: number, value: bigint) => void runtime.words64.store(at(a), value),
    swap: (a: number, _p: number, value: bigint) => runtime.words64.exchange(at(a), value),
    cswap: (a: number, _p: number, old: bigint, value: bigint) => runtime.words64.compareExchange(at(a), old, value),
    mswap: (a: number, _p: number, mask: bigint, value: bigint) =>
      runtime.words64.update(at(a), (old) => (old & ~mask) | (value & mask)),
    fetchadd: (a: number, _p: number, value: bigint) => runtime.words64.add(at(a), value),
    fetchand: (a: number, _p: number, value: bigint) => runtime.words64.and(at(a), value),
    fetchor: (a: number, _p: number, value: bigint) => runtime.words64.or(at(a), value),
    fetchxor: (a: number, _p: number, value: bigint) => runtime.words64.xor(at(a), value),
    fetchnot: (a: number, _p: number) => runtime.words64.xor(at(a), -1n),
  };
}

function floats(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const { runtime } = environment;
  const at = (address: number) => atomicAddress(environment, name, address, 4);
  return {
    read: (a: number, _p: number) => floatOf(runtime.words32.load(at(a))),
    set: (a: number, _p: number, value: number) => void runtime.words32.store(at(a), bitsOfFloat(value)),
    swap: (a: number, _p: number, value: number) => floatOf(runtime.words32.exchange(at(a), bitsOfFloat(value))),
    cswap: (a: number, _p: number, old: number, value: number) =>
      floatOf(runtime.words32.compareExchange(at(a), bitsOfFloat(old), bitsOfFloat(value))),
    fetchadd: (a: number, _p: number, value: number) =>
      floatOf(runtime.words32.update(at(a), (old) => bitsOfFloat(floatOf(old) + value))),
  };
}

function doubles(environment: RuntimeEnvironment, name: string): Record<string, NativeFunction> {
  const { runtime } = environment;
  const at = (address: number) => atomicAddress(environment, name, address, 8);
  return {
    read: (a: number, _p: number) => doubleOf(runtime.words64.load(at(a))),
    set: (a: number, _p: number, value: number) => void runtime.words64.store(at(a), bitsOfDouble(value)),
    swap: (a: number, _p: number, value: number) => doubleOf(runtime.words64.exchange(at(a), bitsOfDouble(value))),
    cswap: (a: number, _p: number, old: number, value: number) =>
      doubleOf(runtime.words64.compareExchange(at(a), bitsOfDouble(old), bitsOfDouble(value))),
    fetchadd: (a: number, _p: number, value: number) =>
      doubleOf(runtime.words64.update(at(a), (old) => bitsOfDouble(doubleOf(old) + value))),
  };
}
