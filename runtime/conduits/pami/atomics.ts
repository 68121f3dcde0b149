/**
 * Atomic operations on a word of this rank's memory, requested by other ranks.
 *
 * Operands and old value are in memory too, so that 64 bits never become numbers. Floating-point values are
 * compared as such, so that 0.0 equals -0.0 and no NaN equals itself or is less than anything, and moved by their bits. Operations that the processor lacks are compare-and-swap loops.
 */
import type { Space } from '../../memory/space.ts';
import type { AtomicOperation, AtomicType } from '../conduit.ts';

export const OPERATIONS: readonly AtomicOperation[] = [
  'add',
  'mult',
  'min',
  'max',
  'and',
  'or',
  'xor',
  'set',
  'get',
  'cas',
];
export const TYPES: readonly AtomicType[] = ['i32', 'u32', 'i64', 'u64', 'f32', 'f64'];

/** Bytes of a type, by its number in TYPES. */
export const sizeOf = (type: number): 4 | 8 => (TYPES[type]!.endsWith('64') ? 8 : 4);

/** Performs the operation at these addresses; operands and result are aligned. */
export function perform(
  space: Space,
  operation: number,
  type: number,
  target: number,
  operand: number,
  compare: number,
  result: number,
): void {
  const [name, kind] = [OPERATIONS[operation]!, TYPES[type]!];
  if (sizeOf(type) === 4) {
    const { I32 } = space;
    I32[result >>> 2] = change32(I32, target >>> 2, name, kind, I32[operand >>> 2]!, I32[compare >>> 2]!);
  } else {
    const { I64 } = space;
    I64[result >>> 3] = change64(I64, target >>> 3, name, kind, I64[operand >>> 3]!, I64[compare >>> 3]!);
  }
}

function change32(
  I32: Int32Array,
  word: number,
  operation: AtomicOperation,
  type: AtomicType,
  value: number,
  test: number,
): number {
  if (operation === 'get') return Atomics.load(I32, word);
  if (operation === 'set') return Atomics.exchange(I32, word, value);
  if (operation === 'cas' && type !== 'f32') return Atomics.compareExchange(I32, word, test, value);
  for (;;) {
    const old = Atomics.load(I32, word);
    if (operation === 'cas' && real32(old) !== real32(test)) return old;
    const changed =
      operation === 'cas'
        ? value
        : type === 'f32'
          ? bitsOf32(computed(operation, real32(old), real32(value)))
          : integer32(operation, type, old, value);
    if (Atomics.compareExchange(I32, word, old, changed) === old) return old;
  }
}

function change64(
  I64: BigInt64Array,
  word: number,
  operation: AtomicOperation,
  type: AtomicType,
  value: bigint,
  test: bigint,
): bigint {
  if (operation === 'get') return Atomics.load(I64, word);
  if (operation === 'set') return Atomics.exchange(I64, word, value);
  if (operation === 'cas' && type !== 'f64') return Atomics.compareExchange(I64, word, test, value);
  for (;;) {
    const old = Atomics.load(I64, word);
    if (operation === 'cas' && real64(old) !== real64(test)) return old;
    const changed =
      operation === 'cas'
        ? value
        : type === 'f64'
          ? bitsOf64(computed(operation, real64(old), real64(value)))
          : integer64(operation, type, old, value);
    if (Atomics.compareExchange(I64, word, old, changed) === old) return old;
  }
}

function integer32(operation: AtomicOperation, type: AtomicType, a: number, b: number): number {
  if (operation === 'and') return a & b;
  if (operation === 'or') return a | b;
  if (operation === 'xor') return a ^ b;
  if (operation === 'mult') return Math.imul(a, b);
  return (type === 'u32' ? computed(operation, a >>> 0, b >>> 0) : computed(operation, a, b)) | 0;
}

function integer64(operation: AtomicOperation, type: AtomicType, a: bigint, b: bigint): bigint {
  if (operation === 'and') return a & b;
  if (operation === 'or') return a | b;
  if (operation === 'xor') return a ^ b;
  if (operation === 'mult') return BigInt.asIntN(64, a * b);
  if (operation === 'add') return BigInt.asIntN(64, a + b);
  const isLess = type === 'u64' ? BigInt.asUintN(64, a) < BigInt.asUintN(64, b) : a < b;
  return isLess === (operation === 'min') ? a : b;
}

/** Operations on numbers. */
function computed(operation: AtomicOperation, a: number, b: number): number {
  if (operation === 'add') return a + b;
  if (operation === 'mult') return a * b;
  if (operation === 'min') return a < b ? a : b;
  return a > b ? a : b;
}

const scratch = new DataView(new ArrayBuffer(8));

function real32(bits: number): number {
  scratch.setInt32(0, bits);
  return scratch.getFloat32(0);
}
function bitsOf32(value: number): number {
  scratch.setFloat32(0, value);
  return scratch.getInt32(0);
}
function real64(bits: bigint): number {
  scratch.setBigInt64(0, bits);
  return scratch.getFloat64(0);
}
function bitsOf64(value: number): bigint {
  scratch.setFloat64(0, value);
  return scratch.getBigInt64(0);
}
