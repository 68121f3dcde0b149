/**
 * Constant folding, exactly as the emitted program would compute.
 *
 * Takes: an operator and machine values (i32 and f32/f64 as number, i64 as bigint). Gives: the value, or undefined
 * where the operation traps (division by zero). i32 and i64 are signed and wrap, f32 is rounded after every
 * operation; out-of-range conversions give the results of the x86-64 instructions.
 */
import type { BinaryOperator, MachineType, UnaryOperator } from './ir.ts';

export type Value = number | bigint;

const INT_MIN = -0x80000000;
const LONG_MIN = -0x8000000000000000n;
const TWO63 = 2 ** 63;

const wrap64 = (value: bigint): bigint => BigInt.asIntN(64, value);
const unsigned64 = (value: bigint): bigint => BigInt.asUintN(64, value);

/** Canonicalizes a value of a type. */
export function canonical(type: MachineType, value: Value): Value {
  if (type === 'i64') return wrap64(BigInt(value));
  const number = Number(value);
  if (type === 'i32' || type === 'shared') return number | 0;
  return type === 'f32' ? Math.fround(number) : number;
}

/** Round to nearest, ties to even: C's rint in the default mode. */
export function roundToEven(x: number): number {
  if (!Number.isFinite(x) || Math.abs(x) >= 2 ** 52) return x;
  const magic = x < 0 || Object.is(x, -0) ? -(2 ** 52) : 2 ** 52;
  const rounded = x + magic - magic;
  return rounded === 0 ? x * 0 : rounded;
}

const halves = new DataView(new ArrayBuffer(8));

/** Half of a double's bits. */
function half(which: 'high' | 'low', x: number): number {
  halves.setFloat64(0, x);
  return halves.getInt32(which === 'high' ? 0 : 4);
}

const bit = (condition: boolean): number => (condition ? 1 : 0);

type Table<T> = { readonly [operator in BinaryOperator]?: (a: T, b: T) => T | number | undefined };

const ON_I32: Table<number> = {
  add: (a, b) => (a + b) | 0,
  sub: (a, b) => (a - b) | 0,
  mul: (a, b) => Math.imul(a, b),
  div_s: (a, b) => (b === 0 ? undefined : (a / b) | 0),
  div_u: (a, b) => (b === 0 ? undefined : ((a >>> 0) / (b >>> 0)) | 0),
  rem_s: (a, b) => (b === 0 ? undefined : (a % b) | 0),
  rem_u: (a, b) => (b === 0 ? undefined : ((a >>> 0) % (b >>> 0)) | 0),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => a << b,
  shr_s: (a, b) => a >> b,
  shr_u: (a, b) => (a >>> b) | 0,
  eq: (a, b) => bit(a === b),
  ne: (a, b) => bit(a !== b),
  lt_s: (a, b) => bit(a < b),
  le_s: (a, b) => bit(a <= b),
  gt_s: (a, b) => bit(a > b),
  ge_s: (a, b) => bit(a >= b),
  lt_u: (a, b) => bit(a >>> 0 < b >>> 0),
  le_u: (a, b) => bit(a >>> 0 <= b >>> 0),
  gt_u: (a, b) => bit(a >>> 0 > b >>> 0),
  ge_u: (a, b) => bit(a >>> 0 >= b >>> 0),
};

const ON_I64: Table<bigint> = {
  add: (a, b) => wrap64(a + b),
  sub: (a, b) => wrap64(a - b),
  mul: (a, b) => wrap64(a * b),
  div_s: (a, b) => (b === 0n ? undefined : wrap64(a / b)),
  div_u: (a, b) => (b === 0n ? undefined : wrap64(unsigned64(a) / unsigned64(b))),
  rem_s: (a, b) => (b === 0n ? undefined : wrap64(a % b)),
  rem_u: (a, b) => (b === 0n ? undefined : wrap64(unsigned64(a) % unsigned64(b))),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  shl: (a, b) => wrap64(a << (b & 63n)),
  shr_s: (a, b) => a >> (b & 63n),
  shr_u: (a, b) => wrap64(unsigned64(a) >> (b & 63n)),
  eq: (a, b) => bit(a === b),
  ne: (a, b) => bit(a !== b),
  lt_s: (a, b) => bit(a < b),
  le_s: (a, b) => bit(a <= b),
  gt_s: (a, b) => bit(a > b),
  ge_s: (a, b) => bit(a >= b),
  lt_u: (a, b) => bit(unsigned64(a) < unsigned64(b)),
  le_u: (a, b) => bit(unsigned64(a) <= unsigned64(b)),
  gt_u: (a, b) => bit(unsigned64(a) > unsigned64(b)),
  ge_u: (a, b) => bit(unsigned64(a) >= unsigned64(b)),
};

/** On constants, which are offsets in thread 0's memory: null is 0. */
const ON_SHARED: Table<number> = {
  offset: (a, b) => (a + b) | 0,
  word: () => undefined,
  eq: (a, b) => bit(a === b),
  ne: (a, b) => bit(a !== b),
  lt_u: (a, b) => bit(a >>> 0 < b >>> 0),
  le_u: (a, b) => bit(a >>> 0 <= b >>> 0),
  gt_u: (a, b) => bit(a >>> 0 > b >>> 0),
  ge_u: (a, b) => bit(a >>> 0 >= b >>> 0),
};

const ON_FLOATS: Table<number> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => a / b,
  min: (a, b) => Math.min(a, b),
  max: (a, b) => Math.max(a, b),
  copysign: (a, b) => (half('high', b) < 0 ? -Math.abs(a) : Math.abs(a)),
  eq: (a, b) => bit(a === b),
  ne: (a, b) => bit(a !== b),
  lt: (a, b) => bit(a < b),
  le: (a, b) => bit(a <= b),
  gt: (a, b) => bit(a > b),
  ge: (a, b) => bit(a >= b),
};

/** `left operator right` in the machine type of the operands; f32 results are rounded. */
export function foldBinary(operator: BinaryOperator, type: MachineType, left: Value, right: Value): Value | undefined {
  if (type === 'i64') return ON_I64[operator]?.(left as bigint, right as bigint);
  if (type === 'i32') return ON_I32[operator]?.(left as number, right as number);
  if (type === 'shared') return ON_SHARED[operator]?.(left as number, right as number);
  const result = ON_FLOATS[operator]?.(left as number, right as number);
  return type === 'f32' && result !== undefined ? Math.fround(result) : result;
}

const TABLES: { readonly [type in MachineType]?: Table<number> | Table<bigint> } = {
  i32: ON_I32,
  i64: ON_I64,
  shared: ON_SHARED,
};

/** Whether the type has the operator (for the verifier). */
export function hasOperator(operator: BinaryOperator, type: MachineType): boolean {
  return (TABLES[type] ?? ON_FLOATS)[operator] !== undefined;
}

export function foldUnary(operator: UnaryOperator, type: MachineType, value: Value): Value | undefined {
  if (operator === 'not') return bit(Number(value) === 0);
  if (type === 'i64') return foldUnary64(operator, value as bigint);
  if (type === 'i32') return foldUnary32(operator, value as number);
  if (type === 'shared') return operator === 'private' && value === 0 ? 0 : undefined;
  if (operator === 'high' || operator === 'low') return type === 'f64' ? half(operator, value as number) : undefined;
  const result = foldUnaryFloat(operator, value as number);
  return type === 'f32' && result !== undefined ? Math.fround(result) : result;
}

function foldUnary64(operator: UnaryOperator, value: bigint): bigint | undefined {
  if (operator === 'neg') return wrap64(-value);
  if (operator === 'complement') return ~value;
  return operator === 'abs' ? wrap64(value < 0n ? -value : value) : undefined;
}

function foldUnary32(operator: UnaryOperator, value: number): number | undefined {
  switch (operator) {
    case 'neg':
      return -value | 0;
    case 'complement':
      return ~value;
    case 'extend8':
      return (value << 24) >> 24;
    case 'extend16':
      return (value << 16) >> 16;
    case 'abs':
      return (value < 0 ? -value : value) | 0;
    case 'clz':
      return Math.clz32(value);
    case 'ctz':
      return 32 - Math.clz32(~value & (value - 1));
    case 'power':
      return value >= -1022 && value <= 1023 ? 2 ** value : undefined;
    default:
      return undefined;
  }
}

function foldUnaryFloat(operator: UnaryOperator, value: number): number | undefined {
  switch (operator) {
    case 'neg':
      return -value;
    case 'sqrt':
      return Math.sqrt(value);
    case 'abs':
      return Math.abs(value);
    case 'floor':
      return Math.floor(value);
    case 'ceil':
      return Math.ceil(value);
    case 'trunc':
      return Math.trunc(value);
    case 'rint':
      return roundToEven(value);
    default:
      return undefined;
  }
}

/** Conversion between machine types; `signed` is the signedness of the integer side. */
export function foldConvert(from: MachineType, to: MachineType, signed: boolean, value: Value): Value {
  if (typeof value === 'bigint') return fromI64(to, signed, value);
  if (from === 'i32' || from === 'shared') return fromI32(to, signed ? value : value >>> 0);
  if (to === 'i32') return signed ? toI32(value) : Number(BigInt.asIntN(32, toI64(value)));
  if (to === 'i64') return signed ? toI64(value) : toU64(value);
  return to === 'f32' ? Math.fround(value) : value;
}

function fromI64(to: MachineType, signed: boolean, value: bigint): Value {
  if (to === 'i64') return value;
  if (to === 'i32' || to === 'shared') return Number(BigInt.asIntN(32, value));
  const integer = signed ? value : unsigned64(value);
  return to === 'f32' ? roundToF32(integer) : Number(integer);
}

function fromI32(to: MachineType, value: number): Value {
  if (to === 'i64') return BigInt(value);
  if (to === 'i32' || to === 'shared') return value | 0;
  return to === 'f32' ? Math.fround(value) : value;
}

/** Rounds once: the bits beyond a double's precision are collected in a sticky bit first. */
function roundToF32(value: bigint): number {
  const lost = value & 0x7ffn;
  const wide = value >= 1n << 53n || value <= -(1n << 53n);
  return Math.fround(Number(wide && lost !== 0n ? (value - lost) | 0x800n : value));
}

function toI32(x: number): number {
  return x > INT_MIN - 1 && x < -INT_MIN ? x | 0 : INT_MIN;
}

function toI64(x: number): bigint {
  return x >= -TWO63 && x < TWO63 ? BigInt(Math.trunc(x)) : LONG_MIN;
}

function toU64(x: number): bigint {
  return x >= TWO63 ? wrap64(toI64(x - TWO63) ^ LONG_MIN) : toI64(x);
}
