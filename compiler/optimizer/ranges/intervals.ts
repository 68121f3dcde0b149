/**
 * Arithmetic on intervals: from the least and greatest values of the operands those of the result.
 *
 * Integers are read as signed; bounds are bigints, so that none is rounded. IR wraps: a result that might leave its type
 * may be anything. (R. E. Moore, Interval Analysis, 1966.)
 */
import type { Binary, MemoryType, Unary } from '../../ir/ir.ts';

export type IntegerType = 'i32' | 'i64';

/** Not empty: low <= high. */
export interface Interval {
  readonly low: bigint;
  readonly high: bigint;
}

const [ZERO, ONE] = [0n, 1n];
const BITS = { i32: 32n, i64: 64n };

export const interval = (low: bigint, high: bigint): Interval => ({ low, high });
export const isInteger = (type: string): type is IntegerType => type === 'i32' || type === 'i64';

/** All values of the type. */
export const EVERY: Readonly<Record<IntegerType, Interval>> = {
  i32: interval(-(2n ** 31n), 2n ** 31n - ONE),
  i64: interval(-(2n ** 63n), 2n ** 63n - ONE),
};
const TRUTH = interval(ZERO, ONE);

export const isWithin = (inner: Interval, { low, high }: Interval): boolean => inner.low >= low && inner.high <= high;
export const isNatural = ({ low }: Interval): boolean => low >= ZERO;
export const isSingle = ({ low, high }: Interval): boolean => low === high;

const least = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (b < a ? b : a));
const greatest = (...values: readonly bigint[]): bigint => values.reduce((a, b) => (b > a ? b : a));

/** The values of either. */
export const hull = (a: Interval, b: Interval): Interval => interval(least(a.low, b.low), greatest(a.high, b.high));

/** The values of both; undefined where there are none. */
export function intersection(a: Interval, b: Interval): Interval | undefined {
  const [low, high] = [greatest(a.low, b.low), least(a.high, b.high)];
  return low <= high ? interval(low, high) : undefined;
}

/** What does not wrap, or anything. */
const unwrapped = (type: IntegerType, made: Interval): Interval => (isWithin(made, EVERY[type]) ? made : EVERY[type]);
const around = (values: readonly bigint[]): Interval => interval(least(...values), greatest(...values));

// ---------------------------------------------------------------- memory and conversions

const LOADED: Partial<Record<MemoryType, Interval>> = {
  u8: interval(ZERO, 255n),
  i8: interval(-128n, 127n),
  u16: interval(ZERO, 65535n),
  i16: interval(-32768n, 32767n),
};

/** What may be read from memory of that type, as a value of the machine type. */
export const loaded = (memory: MemoryType, type: IntegerType): Interval => LOADED[memory] ?? EVERY[type];

/** Of an integer that becomes one of another type. */
export function converted(type: IntegerType, signed: boolean, from: Interval): Interval {
  if (type === 'i32') return unwrapped('i32', from);
  return signed || isNatural(from) ? from : interval(ZERO, 2n ** 32n - ONE);
}

export function unaryInterval({ operator, type }: Unary, a: Interval): Interval {
  if (operator === 'not') return TRUTH;
  if (!isInteger(type)) return EVERY.i64;
  switch (operator) {
    case 'neg':
      return unwrapped(type, interval(-a.high, -a.low));
    case 'complement':
      return interval(~a.high, ~a.low);
    case 'clz':
    case 'ctz':
      return interval(0n, 32n);
    case 'extend8':
      return isWithin(a, LOADED.i8 as Interval) ? a : (LOADED.i8 as Interval);
    case 'extend16':
      return isWithin(a, LOADED.i16 as Interval) ? a : (LOADED.i16 as Interval);
    default:
      return EVERY[type];
  }
}

// ---------------------------------------------------------------- two operands

const COMPARISON = /^(eq|ne|[lg][te](_[su])?)$/;

/** Of an operation on integers; comparisons give 0 or 1. */
export function binaryInterval({ operator, left }: Binary, a: Interval, b: Interval): Interval {
  if (COMPARISON.test(operator)) return TRUTH;
  const type = left.type as IntegerType;
  switch (operator) {
    case 'add':
      return unwrapped(type, interval(a.low + b.low, a.high + b.high));
    case 'sub':
      return unwrapped(type, interval(a.low - b.high, a.high - b.low));
    case 'mul':
      return unwrapped(type, around([a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]));
    case 'and':
      return conjunction(type, a, b);
    case 'or':
    case 'xor':
      return isNatural(a) && isNatural(b) ? interval(ZERO, ones(greatest(a.high, b.high))) : EVERY[type];
    case 'shl':
    case 'shr_s':
    case 'shr_u':
      return shifted(operator, type, a, b);
    case 'div_s':
    case 'div_u':
    case 'rem_s':
    case 'rem_u':
      return divided(operator, type, a, b);
    default:
      return EVERY[type];
  }
}

function conjunction(type: IntegerType, a: Interval, b: Interval): Interval {
  const natural = [a, b].filter(isNatural).map(({ high }) => high);
  return natural.length > 0 ? interval(ZERO, least(...natural)) : EVERY[type];
}

/** The number of as many bits, all ones. */
const ones = (value: bigint): bigint => (ONE << BigInt(value.toString(2).length)) - ONE;

function shifted(operator: 'shl' | 'shr_s' | 'shr_u', type: IntegerType, a: Interval, b: Interval): Interval {
  if (!isSingle(b)) return operator !== 'shl' && isNatural(a) ? interval(ZERO, a.high) : EVERY[type];
  const count = b.low & (BITS[type] - ONE);
  if (operator === 'shl') return unwrapped(type, interval(a.low << count, a.high << count));
  if (operator === 'shr_s' || isNatural(a) || count === ZERO) return interval(a.low >> count, a.high >> count);
  return interval(ZERO, (ONE << (BITS[type] - count)) - ONE);
}

type Division = 'div_s' | 'div_u' | 'rem_s' | 'rem_u';

/** A divisor of 0 gives no result. */
function divided(operator: Division, type: IntegerType, a: Interval, b: Interval): Interval {
  if (operator.endsWith('_s')) return operator === 'div_s' ? quotient(type, a, b) : remainder(a, b);
  if (!isNatural(b)) return operator === 'rem_u' && isNatural(a) ? interval(ZERO, a.high) : EVERY[type];
  const divisor = interval(greatest(b.low, ONE), greatest(b.high, ONE));
  if (isNatural(a)) return operator === 'div_u' ? quotient(type, a, divisor) : remainder(a, divisor);
  if (operator === 'rem_u') return interval(ZERO, divisor.high - ONE);
  const high = ((ONE << BITS[type]) - ONE) / divisor.low;
  return divisor.low > ONE ? interval(ZERO, high) : EVERY[type];
}

function quotient(type: IntegerType, a: Interval, b: Interval): Interval {
  if (b.low > ZERO) return around([a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high]);
  const most = greatest(-a.low, a.high);
  return unwrapped(type, interval(-most, most));
}

/** Nearer to zero than the divisor and not farther than the dividend, whose sign it has. */
function remainder(a: Interval, b: Interval): Interval {
  const most = greatest(-b.low, b.high, ONE) - ONE;
  return interval(a.low < ZERO ? -least(-a.low, most) : ZERO, a.high > ZERO ? least(a.high, most) : ZERO);
}

// ---------------------------------------------------------------- comparisons

/** Whether left < right, where it is the same for all values; signed. */
function isLess(a: Interval, b: Interval): boolean | undefined {
  if (a.high < b.low) return true;
  return a.low >= b.high ? false : undefined;
}

const opposite = (truth: boolean | undefined): boolean | undefined => (truth === undefined ? undefined : !truth);

/** What a comparison gives, where it is the same for all values. */
export function comparison({ operator }: Binary, a: Interval, b: Interval): boolean | undefined {
  const isUnsigned = operator.endsWith('_u');
  if (isUnsigned && !(isNatural(a) && isNatural(b))) return undefined;
  switch (operator.slice(0, 2)) {
    case 'eq':
      return isSame(a, b);
    case 'ne':
      return opposite(isSame(a, b));
    case 'lt':
      return isLess(a, b);
    case 'ge':
      return opposite(isLess(a, b));
    case 'gt':
      return isLess(b, a);
    case 'le':
      return opposite(isLess(b, a));
    default:
      return undefined;
  }
}

function isSame(a: Interval, b: Interval): boolean | undefined {
  if (!intersection(a, b)) return false;
  return isSingle(a) && isSingle(b) ? true : undefined;
}
