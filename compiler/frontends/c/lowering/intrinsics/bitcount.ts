/**
 * GNU's bit-counting and bit-permuting intrinsics: counts of zeros by operators of the IR, the rest in plain arithmetic
 * (Hacker's Delight, chapter 5).
 *
 * One idea: 64-bit arguments are two halves.
 */
import { add, binary, constI32, constI64, convert, mul, select, sub, unary } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import { argumentValues, type CallNode } from '../expressions/arguments.ts';
import { stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { wrapped } from '../places/address.ts';
import { scalarValue, type Value } from '../value.ts';

type Count = (f: FunctionLowering, value: Expression) => Expression;

const shr = (value: Expression, count: number) => binary('shr_u', value, constI32(count));
const masked = (value: Expression, mask: number) => binary('and', value, constI32(mask));

function popcount32(f: FunctionLowering, value: Expression): Expression {
  const x = stable(f, value);
  const pairs = stable(f, sub(x, masked(shr(x, 1), 0x55555555)));
  const nibbles = stable(f, add(masked(pairs, 0x33333333), masked(shr(pairs, 2), 0x33333333)));
  const bytes = masked(add(nibbles, shr(nibbles, 4)), 0x0f0f0f0f);
  return shr(mul(bytes, constI32(0x01010101)), 24);
}

const clz32 = (value: Expression) => unary('clz', value);
const ctz32 = (value: Expression) => unary('ctz', value);

const lowHalf = (value: Expression) => wrapped(value);
const highHalf = (value: Expression) => wrapped(binary('shr_u', value, constI64(32n)));

/** A count of an i64 from counts of its halves. */
function ofHalves(f: FunctionLowering, value: Expression, join: (low: Expression, high: Expression) => Expression) {
  const whole = stable(f, value);
  const low = stable(f, lowHalf(whole));
  return join(low, stable(f, highHalf(whole)));
}

const POPCOUNT: Count = (f, value) =>
  value.type === 'i64'
    ? ofHalves(f, value, (low, high) => add(popcount32(f, low), popcount32(f, high)))
    : popcount32(f, value);

const CTZ: Count = (f, value) =>
  value.type === 'i64'
    ? ofHalves(f, value, (low, high) => select(low, ctz32(low), add(ctz32(high), constI32(32))))
    : ctz32(value);

const CLZ: Count = (f, value) =>
  value.type === 'i64'
    ? ofHalves(f, value, (low, high) => select(high, clz32(high), add(clz32(low), constI32(32))))
    : clz32(value);

const PARITY: Count = (f, value) => masked(POPCOUNT(f, value), 1);

const FFS: Count = (f, value) => {
  const x = stable(f, value);
  const isZero = binary('eq', x, x.type === 'i64' ? constI64(0n) : constI32(0));
  return select(isZero, constI32(0), add(CTZ(f, x), constI32(1)));
};

/** Copies of the sign bit after it. */
const CLRSB: Count = (f, value) => {
  const x = stable(f, value);
  const sign = x.type === 'i64' ? constI64(63n) : constI32(31);
  return sub(CLZ(f, binary('xor', x, binary('shr_s', x, sign))), constI32(1));
};

function bswap32(f: FunctionLowering, value: Expression): Expression {
  const x = stable(f, value);
  const shl = (part: Expression, count: number) => binary('shl', part, constI32(count));
  const outer = binary('or', shl(x, 24), shr(x, 24));
  const inner = binary('or', shl(masked(x, 0xff00), 8), masked(shr(x, 8), 0xff00));
  return binary('or', outer, inner);
}

const bswap16: Count = (f, value) => shr(bswap32(f, value), 16);

function bswap64(f: FunctionLowering, value: Expression): Expression {
  const whole = stable(f, value);
  const low = bswap32(f, lowHalf(whole));
  const high = bswap32(f, highHalf(whole));
  const top = binary('shl', convert('i64', low, false), constI64(32n));
  return binary('or', top, convert('i64', high, false));
}

function counting(count: Count) {
  return (f: FunctionLowering, e: CallNode): Value => {
    const [value] = argumentValues(f, e);
    return scalarValue(count(f, value as Expression));
  };
}

const widths = (name: string, count: Count) =>
  Object.fromEntries(['', 'l', 'll'].map((suffix) => [`__builtin_${name}${suffix}`, counting(count)]));

export const BIT_COUNTS = {
  ...widths('popcount', POPCOUNT),
  ...widths('ctz', CTZ),
  ...widths('clz', CLZ),
  ...widths('parity', PARITY),
  ...widths('ffs', FFS),
  ...widths('clrsb', CLRSB),
  __builtin_bswap16: counting(bswap16),
  __builtin_bswap32: counting(bswap32),
  __builtin_bswap64: counting(bswap64),
};
