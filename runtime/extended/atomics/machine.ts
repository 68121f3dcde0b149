/**
 * Atomic operations on local memory, with the arguments of RemoteAtomic (conduits/conduit.ts): of a thread on its own
 * memory, of a handler for the sender of a message, of all threads where all memory is shared.
 *
 * Takes addresses, so that 64-bit integers need not become bigints. Operations on integers with a machine instruction
 * use it; any other operation reads the target's bits, computes, and repeats a compare-and-swap until it succeeds.
 */
import { SECOND_RESULT } from '../../abi.ts';
import type { AtomicOperation, AtomicType } from '../../conduits/conduit.ts';
import { type Rmw, type RmwName, rmwOperations } from '../../memory/rmw.ts';
import type { Space } from '../../memory/space.ts';
import { bitsOfDouble, bitsOfFloat, doubleOf, floatOf, update32, update64 } from '../../memory/words.ts';

/** `target`, `operand`, `compare` and `result` are aligned; `result` may be 0. */
export type MachineAtomic = (
  operation: AtomicOperation,
  type: AtomicType,
  target: number,
  operand: number,
  compare: number,
  result: number,
) => void;

/** Bytes of a scalar. */
export function sizeOfAtomic(type: AtomicType): 4 | 8 {
  return type === 'i64' || type === 'u64' || type === 'f64' ? 8 : 4;
}

const TYPES: readonly AtomicType[] = ['i32', 'u32', 'i64', 'u64', 'f32', 'f64'];
const OPERATIONS: readonly AtomicOperation[] = [
  ...(['add', 'mult', 'min', 'max', 'and', 'or', 'xor', 'set', 'get', 'cas'] as const),
];
const TYPE_BITS = 3;

/** An operation on a type as a number, for messages. */
export function codeOf(operation: AtomicOperation, type: AtomicType): number {
  return (OPERATIONS.indexOf(operation) << TYPE_BITS) | TYPES.indexOf(type);
}

export function operationOf(code: number): AtomicOperation {
  return OPERATIONS[code >>> TYPE_BITS]!;
}

export function typeOf(code: number): AtomicType {
  return TYPES[code & ((1 << TYPE_BITS) - 1)]!;
}

const isFloating = (type: AtomicType) => type === 'f32' || type === 'f64';

/** Interpretation of the bits of a type, in signed form, for comparisons of values. */
interface Scalar<Bits> {
  equal(one: Bits, other: Bits): boolean;
  /** The new bits, for operations other than get and cas. */
  next(operation: AtomicOperation, old: Bits, operand: Bits): Bits;
}

function scalar<Bits, Value>(
  value: (bits: Bits) => Value,
  bits: (value: Value) => Bits,
  compute: Partial<Record<AtomicOperation, (old: Value, operand: Value) => Value>>,
): Scalar<Bits> {
  return {
    equal: (one, other) => value(one) === value(other),
    next: (operation, old, operand) => bits(compute[operation]!(value(old), value(operand))),
  };
}

const EXTREMES = {
  min: <T>(old: T, operand: T) => (old < operand ? old : operand),
  max: <T>(old: T, operand: T) => (old > operand ? old : operand),
};
const INTEGERS = { ...EXTREMES, mult: Math.imul };
const LONGS = { ...EXTREMES, mult: (old: bigint, operand: bigint) => old * operand };
const FLOATS = {
  ...EXTREMES,
  add: (old: number, operand: number) => old + operand,
  mult: (old: number, operand: number) => old * operand,
  set: (_old: number, operand: number) => operand,
};
const toI32 = (value: number) => value | 0;
const toI64 = (value: bigint) => BigInt.asIntN(64, value);

const SCALARS_32: Readonly<Partial<Record<AtomicType, Scalar<number>>>> = {
  i32: scalar<number, number>(toI32, toI32, INTEGERS),
  u32: scalar<number, number>((bits) => bits >>> 0, toI32, INTEGERS),
  f32: scalar<number, number>(floatOf, bitsOfFloat, FLOATS),
};
const SCALARS_64: Readonly<Partial<Record<AtomicType, Scalar<bigint>>>> = {
  i64: scalar<bigint, bigint>(toI64, toI64, LONGS),
  u64: scalar<bigint, bigint>((bits) => BigInt.asUintN(64, bits), toI64, LONGS),
  f64: scalar<bigint, number>(doubleOf, bitsOfDouble, FLOATS),
};
const INSTRUCTIONS: Partial<Record<AtomicOperation, RmwName>> = {
  ...{ add: 'add', and: 'and', or: 'or', xor: 'xor', set: 'set' },
};

export function machineAtomics(space: Space): MachineAtomic {
  const { I32, I64, BASE } = space;
  /** Destination of unwanted old values. */
  const nowhere = BASE + SECOND_RESULT;
  /** By size; created on first use. */
  const instructions: Partial<Record<4 | 8, Record<RmwName, Rmw>>> = {};

  return (operation, type, target, operand, compare, result) => {
    const size = sizeOfAtomic(type);
    const instruction = isFloating(type) ? undefined : INSTRUCTIONS[operation];
    if (instruction !== undefined) {
      instructions[size] ??= rmwOperations(space, size);
      instructions[size][instruction](target, operand, result === 0 ? nowhere : result);
    } else if (size === 4) {
      const old = change32(I32, SCALARS_32[type]!, operation, target, operand, compare);
      if (result !== 0) I32[result >>> 2] = old;
    } else {
      const old = change64(I64, SCALARS_64[type]!, operation, target, operand, compare);
      if (result !== 0) I64[result >>> 3] = old;
    }
  };
}

function change32(
  view: Int32Array,
  type: Scalar<number>,
  operation: AtomicOperation,
  target: number,
  operand: number,
  compare: number,
): number {
  const index = target >>> 2;
  if (operation === 'get') return Atomics.load(view, index);
  const given = view[operand >>> 2]!;
  if (operation !== 'cas') return update32(view, index, (old) => type.next(operation, old, given));
  const wanted = view[compare >>> 2]!;
  return update32(view, index, (old) => (type.equal(old, wanted) ? given : old));
}

function change64(
  view: BigInt64Array,
  type: Scalar<bigint>,
  operation: AtomicOperation,
  target: number,
  operand: number,
  compare: number,
): bigint {
  const index = target >>> 3;
  if (operation === 'get') return Atomics.load(view, index);
  const given = view[operand >>> 3]!;
  if (operation !== 'cas') return update64(view, index, (old) => type.next(operation, old, given));
  const wanted = view[compare >>> 3]!;
  return update64(view, index, (old) => (type.equal(old, wanted) ? given : old));
}
