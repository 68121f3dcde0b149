/**
 * Divisions whose operands are not negative: unsigned ones, which look for no -1; by powers of two shifts and masks; of
 * 64-bit integers that have no more than 32 bits in 32. Where the dividend is below the divisor, nothing is divided.
 * Whether a power of two divides a number shows in its low bits, whatever its sign.
 */
import { binary, constant, convert, isConstantValue, isDroppable, zero } from '../../ir/builders.ts';
import type { Binary, BinaryOperator, Expression } from '../../ir/ir.ts';
import type { Bounds } from './bounds.ts';
import { type Interval, interval, isNatural, isWithin } from './intervals.ts';

export function divideNaturals(e: Expression, bounds: Bounds): Expression | undefined {
  if (e.op !== 'binary') return undefined;
  if (e.operator === 'eq' || e.operator === 'ne') return divides(e);
  if (!/^(div|rem)_[su]$/.test(e.operator)) return undefined;
  const [a, b] = [bounds.of(e.left), bounds.of(e.right)];
  if (!isNatural(a) || !isNatural(b)) return undefined;
  const isRemainder = e.operator.startsWith('rem');
  if (a.high < b.low) return undivided(e, isRemainder);
  return byPower(e, isRemainder) ?? inFewerBits(e, a, b) ?? unsigned(e);
}

function undivided(e: Binary, isRemainder: boolean): Expression | undefined {
  if (isRemainder) return isDroppable(e.right) ? e.left : undefined;
  return isDroppable(e.left) && isDroppable(e.right) ? zero(e.type) : undefined;
}

function byPower({ left, right, type }: Binary, isRemainder: boolean): Expression | undefined {
  const power = powerOf(right);
  if (power === undefined) return undefined;
  return isRemainder
    ? binary('and', left, constant(type, (1n << power) - 1n))
    : binary('shr_u', left, constant(type, power));
}

/** The exponent of a constant power of two. */
function powerOf(e: Expression): bigint | undefined {
  if (e.op !== 'const') return undefined;
  const value = BigInt(e.value);
  return value > 0n && (value & (value - 1n)) === 0n ? BigInt(value.toString(2).length - 1) : undefined;
}

const UNSIGNED_32 = interval(0n, 2n ** 32n - 1n);

function inFewerBits(e: Binary, a: Interval, b: Interval): Expression | undefined {
  if (e.type !== 'i64' || !isWithin(a, UNSIGNED_32) || !isWithin(b, UNSIGNED_32)) return undefined;
  return convert('i64', binary(operatorOf(e), convert('i32', e.left), convert('i32', e.right)), false);
}

const operatorOf = ({ operator }: Binary): BinaryOperator => operator.replace(/_s$/, '_u') as BinaryOperator;

const unsigned = (e: Binary): Expression | undefined =>
  e.operator.endsWith('_s') ? { ...e, operator: operatorOf(e) } : undefined;

/** x % 2**k == 0 */
function divides(e: Binary): Expression | undefined {
  const { left: rest, right } = e;
  if (rest.op !== 'binary' || rest.operator !== 'rem_s' || !isConstantValue(right, 0)) return undefined;
  const power = powerOf(rest.right);
  if (power === undefined) return undefined;
  return binary(e.operator, binary('and', rest.left, constant(rest.type, (1n << power) - 1n)), right);
}
