/**
 * Atomic operations on private memory, where they are not instructions of the module (compiler/ir/atomics.ts). As the
 * instructions do, they refuse an address that is not aligned to the size.
 */

import type { LibraryEnvironment, LibraryFactory, NativeFunction } from '../../../runtime/abi.ts';
import { MISALIGNED_ATOMIC } from '../../../runtime/errors.ts';

/** Index of the word of 1 << shift bytes at an address. */
function indexOf(env: LibraryEnvironment, address: number, shift: number): number {
  if ((address & ((1 << shift) - 1)) !== 0) env.exitJob(1, MISALIGNED_ATOMIC);
  return address >>> shift;
}

type Numbers = 'U8' | 'U16' | 'I32';

/** The operations on integers of up to 32 bits. */
function small(env: LibraryEnvironment, view: Numbers, shift: number): Record<string, NativeFunction> {
  const at = (address: number): number => indexOf(env, address, shift);
  return {
    load: (address: number) => Atomics.load(env[view], at(address)),
    store: (address: number, value: number) => void Atomics.store(env[view], at(address), value),
    exchange: (address: number, value: number) => Atomics.exchange(env[view], at(address), value),
    add: (address: number, value: number) => Atomics.add(env[view], at(address), value),
    sub: (address: number, value: number) => Atomics.sub(env[view], at(address), value),
    and: (address: number, value: number) => Atomics.and(env[view], at(address), value),
    or: (address: number, value: number) => Atomics.or(env[view], at(address), value),
    xor: (address: number, value: number) => Atomics.xor(env[view], at(address), value),
    compare: (address: number, old: number, value: number) =>
      Atomics.compareExchange(env[view], at(address), old, value),
  };
}

/** The same on integers of 64 bits. */
function large(env: LibraryEnvironment): Record<string, NativeFunction> {
  const at = (address: number): number => indexOf(env, address, 3);
  return {
    load: (address: number) => Atomics.load(env.I64, at(address)),
    store: (address: number, value: bigint) => void Atomics.store(env.I64, at(address), value),
    exchange: (address: number, value: bigint) => Atomics.exchange(env.I64, at(address), value),
    add: (address: number, value: bigint) => Atomics.add(env.I64, at(address), value),
    sub: (address: number, value: bigint) => Atomics.sub(env.I64, at(address), value),
    and: (address: number, value: bigint) => Atomics.and(env.I64, at(address), value),
    or: (address: number, value: bigint) => Atomics.or(env.I64, at(address), value),
    xor: (address: number, value: bigint) => Atomics.xor(env.I64, at(address), value),
    compare: (address: number, old: bigint, value: bigint) => Atomics.compareExchange(env.I64, at(address), old, value),
  };
}

const named = (functions: Record<string, NativeFunction>, size: number): [string, NativeFunction][] =>
  Object.entries(functions).map(([name, made]) => [`__pgasc_atomic_${name}_${size}`, made]);

export const atomicsLibrary: LibraryFactory = (env) =>
  Object.fromEntries([
    ...named(small(env, 'U8', 0), 1),
    ...named(small(env, 'U16', 1), 2),
    ...named(small(env, 'I32', 2), 4),
    ...named(large(env), 8),
  ]);
