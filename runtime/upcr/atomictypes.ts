/**
 * The types of atomic objects and the operations on them, by their numbers in upc_types.h and upc_atomic.h.
 */
import type { AtomicOperation, AtomicType as MachineType } from '../conduits/conduit.ts';
import { inHex } from '../errors.ts';
import { bitsOfDouble, bitsOfFloat, doubleOf, floatOf } from '../memory/words.ts';

/** upc_op_t, as in upc_types.h and upc_atomic.h. */
export const ADD = 1 << 0;
export const MULT = 1 << 1;
export const AND = 1 << 2;
export const OR = 1 << 3;
export const XOR = 1 << 4;
export const MIN = 1 << 7;
export const MAX = 1 << 8;
export const GET = 1 << 9;
export const SET = 1 << 10;
export const CSWAP = 1 << 11;
export const SUB = 1 << 12;
export const INC = 1 << 13;
export const DEC = 1 << 14;

/** Operations on remote targets; the others are compare-and-swap loops. */
const ACCESSES: Readonly<Record<number, AtomicOperation>> = { [GET]: 'get', [SET]: 'set' };
const ARITHMETIC: Readonly<Record<number, AtomicOperation>> = {
  ...ACCESSES,
  ...{ [CSWAP]: 'cas', [ADD]: 'add', [MULT]: 'mult', [MIN]: 'min', [MAX]: 'max' },
};
const LOGIC: Readonly<Record<number, AtomicOperation>> = { ...ARITHMETIC, [AND]: 'and', [OR]: 'or', [XOR]: 'xor' };

const ACCESSORS = GET | SET | CSWAP;
const NUMERIC = ADD | SUB | MULT | INC | DEC | MAX | MIN;
/** Operations that networks do not have: they add, to a target elsewhere. */
export const STEPS = SUB | INC | DEC;
const BITWISE = AND | OR | XOR;
export const WITHOUT_OPERAND = GET | INC | DEC;
const OPERATION_NAMES: readonly (readonly [operation: number, name: string])[] = [
  [ADD, 'UPC_ADD'],
  [MULT, 'UPC_MULT'],
  [AND, 'UPC_AND'],
  [OR, 'UPC_OR'],
  [XOR, 'UPC_XOR'],
  [1 << 5, 'UPC_LOGAND'],
  [1 << 6, 'UPC_LOGOR'],
  [MIN, 'UPC_MIN'],
  [MAX, 'UPC_MAX'],
  [GET, 'UPC_GET'],
  [SET, 'UPC_SET'],
  [CSWAP, 'UPC_CSWAP'],
  [SUB, 'UPC_SUB'],
  [INC, 'UPC_INC'],
  [DEC, 'UPC_DEC'],
];

/** upc_atomichint_t: accesses come over the network (Berkeley UPC). */
export const FAVOR_FAR = 1 << 3;

/** A type of atomic objects: interpretation of its bits, and its operations. */
export interface AtomicType {
  readonly name: string;
  readonly size: 4 | 8;
  readonly operations: number;
  /** An integer type: has machine instructions. */
  readonly isInteger?: boolean;
  /** The network's name of the type, and of its operations, by their numbers here. */
  readonly machine: MachineType;
  readonly requests: Readonly<Record<number, AtomicOperation>>;
  /** What changes nothing when it is added. */
  readonly zero: Bits;
  /**
   * The new bits; `old`, `one` and `two` are bits in signed form, numbers or bigints by size. `addressBits` are those of a
   * pointer-to-shared that tell its address.
   */
  compute(op: number, old: Bits, one: Bits, two: Bits, addressBits: bigint): Bits;
}
export type Bits = number | bigint;

/** upc_type_t, as in upc_types.h. */
export const TYPES: readonly (AtomicType | undefined)[] = Object.assign([], {
  5: integer32Type('UPC_INT', 'i32', (bits) => bits),
  6: integer32Type('UPC_UINT', 'u32', (bits) => bits >>> 0),
  7: integer64Type('UPC_LONG', 'i64', (bits) => bits),
  8: integer64Type('UPC_ULONG', 'u64', (bits) => BigInt.asUintN(64, bits)),
  15: integer32Type('UPC_INT32', 'i32', (bits) => bits),
  16: integer32Type('UPC_UINT32', 'u32', (bits) => bits >>> 0),
  17: integer64Type('UPC_INT64', 'i64', (bits) => bits),
  18: integer64Type('UPC_UINT64', 'u64', (bits) => BigInt.asUintN(64, bits)),
  19: floatingType('UPC_FLOAT', 4, (bits) => floatOf(Number(bits)), bitsOfFloat),
  20: floatingType('UPC_DOUBLE', 8, (bits) => doubleOf(BigInt(bits)), bitsOfDouble),
  22: pointerType('UPC_PTS'),
});

/** UPC_ADD | UPC_MAX; unknown bits as a number. */
export function operationNames(operations: number): string {
  const names = OPERATION_NAMES.flatMap(([operation, name]) => ((operations & operation) === 0 ? [] : [name]));
  const rest = OPERATION_NAMES.reduce((bits, [operation]) => bits & ~operation, operations);
  if (rest !== 0 || names.length === 0) names.push(inHex(rest));
  return names.join(' | ');
}

/** 32-bit integers: operations without an instruction, or without network support. */
function integer32Type(name: string, machine: MachineType, toValue: (bits: number) => number): AtomicType {
  return {
    name,
    size: 4,
    operations: ACCESSORS | NUMERIC | BITWISE,
    isInteger: true,
    machine,
    requests: LOGIC,
    zero: 0,
    compute: (op, oldBits, oneBits, two) => {
      const [old, one] = [oldBits as number, oneBits as number];
      if (op === CSWAP) return old === one ? two : old;
      if (op === MULT) return Math.imul(old, one);
      if ((op & STEPS) !== 0) return (old - (op === SUB ? one : op === DEC ? 1 : -1)) | 0;
      return toValue(old) < toValue(one) === (op === MIN) ? old : one;
    },
  };
}

function integer64Type(name: string, machine: MachineType, toValue: (bits: bigint) => bigint): AtomicType {
  return {
    name,
    size: 8,
    operations: ACCESSORS | NUMERIC | BITWISE,
    isInteger: true,
    machine,
    requests: LOGIC,
    zero: 0n,
    compute: (op, oldBits, oneBits, two) => {
      const [old, one] = [oldBits as bigint, oneBits as bigint];
      if (op === CSWAP) return old === one ? two : old;
      if (op === MULT) return BigInt.asIntN(64, old * one);
      if ((op & STEPS) !== 0) return BigInt.asIntN(64, old - (op === SUB ? one : op === DEC ? 1n : -1n));
      return toValue(old) < toValue(one) === (op === MIN) ? old : one;
    },
  };
}

/** Comparison in UPC_CSWAP is of values, so that 0.0 equals -0.0. */
function floatingType(
  name: string,
  size: 4 | 8,
  toValue: (bits: Bits) => number,
  bitsOf: (value: number) => Bits,
): AtomicType {
  return {
    name,
    size,
    operations: ACCESSORS | NUMERIC,
    machine: size === 4 ? 'f32' : 'f64',
    requests: ARITHMETIC,
    zero: bitsOf(-0),
    compute: (op, old, one, two) =>
      op === CSWAP
        ? toValue(old) === toValue(one)
          ? two
          : old
        : op === SET
          ? one
          : bitsOf(floatingResult(op, toValue(old), toValue(one))),
  };
}

/** Minimum and maximum as upc_types.h defines them: not Math.min, where a NaN or a signed zero is involved. */
function floatingResult(op: number, old: number, one: number): number {
  switch (op) {
    case ADD:
      return old + one;
    case SUB:
      return old - one;
    case MULT:
      return old * one;
    case MIN:
      return old < one ? old : one;
    case MAX:
      return old > one ? old : one;
    default:
      return old + (op === INC ? 1 : -1);
  }
}

/** A pointer-to-shared: the comparison ignores the phase. */
function pointerType(name: string): AtomicType {
  return {
    name,
    size: 8,
    operations: ACCESSORS,
    machine: 'i64',
    requests: ACCESSES,
    zero: 0n,
    compute: (op, old, one, two, addressBits) =>
      op === SET ? one : ((BigInt(old) ^ BigInt(one)) & addressBits) === 0n ? two : old,
  };
}
