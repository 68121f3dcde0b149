/**
 * Narrows 64-bit arithmetic of which only the lower 32 bits are demanded, or whose operands are known to fit.
 *
 * The lower half of a sum, difference, product, bit operation or shift by a constant depends on the lower halves of
 * the operands alone. 64-bit integers cost ten times as much in JavaScript; C's `long` indexes become cheap by this.
 */
import { binary, constI32, convert, load, unary } from '../../ir/builders.ts';
import type { Binary, BinaryOperator, Function as Definition, Expression } from '../../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements } from '../../ir/walk.ts';

export function narrowIntegers(definition: Definition): Definition {
  const body = mapStatements(definition.body, (s) => mapExpressionsOf(s, (e) => mapExpression(e, narrowNode)));
  return body === definition.body ? definition : { ...definition, body };
}

function narrowNode(e: Expression): Expression {
  if (e.op === 'convert' && e.type === 'i32' && e.operand.type === 'i64') return lowHalf(e.operand) ?? e;
  if (e.op === 'binary') return narrowComparison(e);
  return e;
}

const HALVING: ReadonlySet<BinaryOperator> = new Set(['add', 'sub', 'mul', 'and', 'or', 'xor']);

/** The lower 32 bits of an i64 expression as an i32 expression, where that is cheaper. */
function lowHalf(e: Expression): Expression | undefined {
  switch (e.op) {
    case 'const':
      return convert('i32', e);
    case 'convert':
      return e.operand.type === 'i32' ? e.operand : undefined;
    case 'load':
      return e.volatile || e.unaligned ? undefined : load('i32', e.address, e.punned ? { punned: true } : {});
    case 'unary':
      return e.operator === 'neg' || e.operator === 'complement' ? unary(e.operator, halved(e.operand)) : undefined;
    case 'binary':
      return lowHalfOfBinary(e);
    default:
      return undefined;
  }
}

function lowHalfOfBinary(e: Binary): Expression | undefined {
  if (HALVING.has(e.operator)) return binary(e.operator, halved(e.left), halved(e.right));
  if (e.operator !== 'shl' || e.right.op !== 'const') return undefined;
  const count = Number(e.right.value) & 63;
  return count < 32 ? binary('shl', halved(e.left), constI32(count)) : undefined;
}

const halved = (e: Expression): Expression => lowHalf(e) ?? convert('i32', e);

// ---------------------------------------------------------------- comparisons

const INT_MIN = -(2n ** 31n);
const INT_MAX = 2n ** 31n - 1n;

/** A comparison of two values that came from 32 bits is a comparison of those. */
function narrowComparison(e: Binary): Expression {
  if (e.left.type !== 'i64' || e.type !== 'i32' || (e.left.op === 'const' && e.right.op === 'const')) return e;
  const [left, right] = [signExtended(e.left), signExtended(e.right)];
  if (left && right) return binary(e.operator, left, right);
  const [low, high] = [zeroExtended(e.left), zeroExtended(e.right)];
  if (low && high) return binary(e.operator.replace(/_s$/, '_u') as BinaryOperator, low, high);
  return e;
}

/**
 * The i32 expression of which an i64 one is the sign extension. Unsigned comparison too keeps its outcome: the
 * extension maps 32-bit order to 64-bit order in either reading.
 */
function signExtended(e: Expression): Expression | undefined {
  if (e.op === 'convert' && e.signed && e.operand.type === 'i32') return e.operand;
  if (e.op !== 'const') return undefined;
  const value = e.value as bigint;
  return value >= INT_MIN && value <= INT_MAX ? constI32(Number(value)) : undefined;
}

/** The i32 expression of which an i64 one is the zero extension: never negative, so ordered as unsigned. */
function zeroExtended(e: Expression): Expression | undefined {
  if (e.op === 'convert' && !e.signed && e.operand.type === 'i32') return e.operand;
  if (e.op !== 'const') return undefined;
  const value = e.value as bigint;
  return value >= 0n && value < 2n ** 32n ? constI32(Number(value)) : undefined;
}
