/**
 * Integer arithmetic: i32 on numbers, i64 on bigints, both with C's wrap-around.
 *
 * The idea: a sum of i32 values is exact as a double, so it is cut to 32 bits once, where a canonical value is wanted
 * (`signed`); bit operations, shifts, typed stores and array indexes cut by themselves and take it as it is (`loose`).
 * Division by zero traps; the smallest integer divided by -1 wraps.
 */
import { isConstantValue, isNeverZero, isOwnRegion } from '../ir/builders.ts';
import type { Binary, Convert, Expression, Unary } from '../ir/ir.ts';
import { isNeverNegative } from '../ir/signs.ts';
import { type FunctionContext, twice } from './context.ts';
import { value } from './expressions.ts';
import { halfOf } from './floats.ts';
import { binary, call, conditional, identifier, literal, math, member, type Node, unary } from './tree.ts';

const BITS64 = literal(64);
const asSigned64 = (node: Node): Node => call(member(identifier('BigInt'), 'asIntN'), BITS64, node);
const asUnsigned64 = (node: Node): Node => call(member(identifier('BigInt'), 'asUintN'), BITS64, node);
/** `node | 0`, or the node where it is a signed 32-bit integer already. */
export const cut = (node: Node): Node => (isSigned32(node) ? node : binary('|', node, literal(0)));

const CUTTING = new Set(['&', '|', '^', '<<', '>>']);

/** Names hold canonical values; bit operations and Math.imul give them. */
function isSigned32(node: Node): boolean {
  if (node.type === 'Identifier') return true;
  if (node.type === 'Literal') return typeof node.value === 'number' && (node.value | 0) === node.value;
  if (node.type === 'BinaryExpression') return CUTTING.has(node.operator as string);
  if (node.type === 'SequenceExpression') return true; // half of a double
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' && (callee.property as Node).name === 'imul';
}

/** Canonical i32. */
export function signed(f: FunctionContext, e: Expression): Node {
  return value(f, e);
}

/** An integer equal to the i32 value modulo 2^32 and exact as a double. */
export function loose(f: FunctionContext, e: Expression): Node {
  if (e.op === 'unary' && e.operator === 'neg') return unary('-', value(f, e.operand));
  if (e.op === 'convert' && e.operand.type === 'i64') return value(f, e);
  if (e.op !== 'binary' || (e.operator !== 'add' && e.operator !== 'sub')) return value(f, e);
  return sum(f, e);
}

/** A sum without its final cut; constants to be added that are negative are subtracted. */
function sum(f: FunctionContext, e: Binary): Node {
  const { right } = e;
  if (e.operator === 'add' && right.op === 'const' && (right.value as number) < 0) {
    return binary('-', loose(f, e.left), literal(-(right.value as number)));
  }
  return binary(e.operator === 'add' ? '+' : '-', loose(f, e.left), loose(f, right));
}

/** The value read as unsigned: a number in [0, 2^32) or a bigint in [0, 2^64). */
export function unsigned(f: FunctionContext, e: Expression): Node {
  if (e.op === 'const') {
    return literal(typeof e.value === 'bigint' ? BigInt.asUintN(64, e.value) : e.value >>> 0);
  }
  if (e.type === 'i64') return asUnsigned64(value(f, e));
  if (isNeverNegative(e)) return value(f, e);
  return binary('>>>', loose(f, e), literal(0));
}

// ---------------------------------------------------------------- binary operations

export function integerBinary(f: FunctionContext, e: Binary): Node {
  return e.type === 'i64' ? binary64(f, e) : binary32(f, e);
}

const BITWISE: Readonly<Record<string, string>> = { and: '&', or: '|', xor: '^', shl: '<<', shr_s: '>>' };

function binary32(f: FunctionContext, e: Binary): Node {
  if (isOwnRegion(e)) return identifier('BASE');
  switch (e.operator) {
    case 'add':
    case 'sub':
      return cut(sum(f, e));
    case 'mul':
      return math('imul', loose(f, e.left), loose(f, e.right));
    case 'shr_u': {
      const shifted = binary('>>>', loose(f, e.left), loose(f, e.right));
      return isNeverNegative(e) ? shifted : cut(shifted);
    }
    case 'div_s':
    case 'rem_s':
    case 'div_u':
    case 'rem_u':
      return divide32(f, e);
    default:
      return binary(BITWISE[e.operator] as string, loose(f, e.left), loose(f, e.right));
  }
}

function divide32(f: FunctionContext, e: Binary): Node {
  const isUnsigned = e.operator.endsWith('_u');
  const operator = e.operator.startsWith('div') ? '/' : '%';
  const mask = maskOf(e);
  if (mask !== undefined) return binary('&', loose(f, e.left), literal(mask));
  const read = isUnsigned ? unsigned : signed;
  if (isNeverZero(e.right)) {
    return cut(binary(operator, read(f, e.left), read(f, e.right)));
  }
  return guarded(f, e, (left, right) => cut(binary(operator, left, right)), read);
}

/** The remainder by a power of two, where it is a mask. */
function maskOf(e: Binary): number | undefined {
  if (e.right.op !== 'const' || e.type !== 'i32' || !e.operator.startsWith('rem')) return undefined;
  const divisor = (e.right.value as number) >>> 0;
  const isPower = divisor !== 0 && (divisor & (divisor - 1)) === 0;
  return isPower && (e.operator === 'rem_u' || (isNeverNegative(e.left) && divisor < 0x80000000))
    ? divisor - 1
    : undefined;
}

/** A division that traps on zero; operands are evaluated once, left first. */
function guarded(
  f: FunctionContext,
  e: Binary,
  divide: (left: Node, right: Node) => Node,
  read: (f: FunctionContext, e: Expression) => Node,
): Node {
  const zero = literal(e.type === 'i64' ? 0n : 0);
  const trap = call(identifier('trapDivision'));
  const right = twice(f, read(f, e.right), e.type);
  const left = read(f, e.left);
  const nonZero = conditional(binary('===', right.first, zero), trap, divide(left, right.again));
  return nonZero;
}

function binary64(f: FunctionContext, e: Binary): Node {
  const left = (): Node => value(f, e.left);
  const right = (): Node => value(f, e.right);
  switch (e.operator) {
    case 'add':
      return asSigned64(binary('+', left(), right()));
    case 'sub':
      return asSigned64(binary('-', left(), right()));
    case 'mul':
      return asSigned64(binary('*', left(), right()));
    case 'and':
      return binary('&', left(), right());
    case 'or':
      return binary('|', left(), right());
    case 'xor':
      return binary('^', left(), right());
    case 'shl':
      return asSigned64(binary('<<', left(), shiftCount(f, e.right)));
    case 'shr_s':
      return binary('>>', left(), shiftCount(f, e.right));
    case 'shr_u':
      return asSigned64(binary('>>', asUnsigned64(left()), shiftCount(f, e.right)));
    default:
      return divide64(f, e);
  }
}

/** The processor takes a count modulo 64. */
function shiftCount(f: FunctionContext, e: Expression): Node {
  return e.op === 'const' ? literal((e.value as bigint) & 63n) : binary('&', value(f, e), literal(63n));
}

function divide64(f: FunctionContext, e: Binary): Node {
  const read = e.operator.endsWith('_u') ? unsigned : value;
  const operator = e.operator.startsWith('div') ? '/' : '%';
  const wraps = operator === '/' || e.operator === 'rem_u';
  const divide = (left: Node, right: Node): Node => {
    const quotient = binary(operator, left, right);
    return wraps ? asSigned64(quotient) : quotient;
  };
  if (isNeverZero(e.right)) return divide(read(f, e.left), read(f, e.right));
  return guarded(f, e, divide, read);
}

// ---------------------------------------------------------------- unary operations and conversions

export function integerUnary(f: FunctionContext, e: Unary): Node {
  if (e.type === 'i64') return unary64(f, e);
  switch (e.operator) {
    case 'neg':
      return cut(unary('-', value(f, e.operand)));
    case 'complement':
      return unary('~', loose(f, e.operand));
    case 'high':
    case 'low':
      return halfOf(f, e);
    case 'clz':
      return math('clz32', loose(f, e.operand));
    case 'ctz':
      return trailingZeros(twice(f, value(f, e.operand), 'i32'));
    case 'extend8':
    case 'extend16': {
      const count = literal(e.operator === 'extend8' ? 24 : 16);
      return binary('>>', binary('<<', loose(f, e.operand), count), count);
    }
    default:
      return cut(math('abs', value(f, e.operand)));
  }
}

/** The ones of `~x & x - 1` are the zeros below the lowest one bit. */
function trailingZeros({ first, again }: { first: Node; again: Node }): Node {
  const below = binary('&', unary('~', first), binary('-', again, literal(1)));
  return binary('-', literal(32), math('clz32', below));
}

function unary64(f: FunctionContext, e: Unary): Node {
  if (e.operator === 'complement') return unary('~', value(f, e.operand));
  if (e.operator === 'neg') return asSigned64(unary('-', value(f, e.operand)));
  const operand = twice(f, value(f, e.operand), 'i64');
  return conditional(binary('<', operand.first, literal(0n)), asSigned64(unary('-', operand.again)), operand.again);
}

/** From i32 or i64 to another type. */
export function convertFromInteger(f: FunctionContext, e: Convert): Node {
  const read = e.signed ? value : unsigned;
  const operand = e.operand;
  if (e.type === operand.type) return value(f, operand);
  if (operand.type === 'i64') return convertFrom64(f, e);
  if (e.type === 'i64') return call(identifier('BigInt'), read(f, operand));
  return e.type === 'f32' ? math('fround', read(f, operand)) : read(f, operand);
}

function convertFrom64(f: FunctionContext, e: Convert): Node {
  if (e.type === 'i32') {
    const low = call(member(identifier('BigInt'), 'asIntN'), literal(32), value(f, e.operand));
    return call(identifier('Number'), low);
  }
  const integer = e.signed ? value(f, e.operand) : unsigned(f, e.operand);
  if (e.type === 'f64') return call(identifier('Number'), integer);
  f.program.support.add('roundToF32');
  return call(identifier('roundToF32'), integer);
}

/** Extensions and masks that a store of `bits` bits makes superfluous. */
export function lowBits(e: Expression, bits: 8 | 16): Expression {
  if (e.op === 'unary' && (e.operator === 'extend16' || (e.operator === 'extend8' && bits === 8))) {
    return lowBits(e.operand, bits);
  }
  if (e.op === 'binary' && e.operator === 'and') {
    const mask = bits === 8 ? 0xff : 0xffff;
    if (isConstantValue(e.right, mask) || isConstantValue(e.right, 0xffff)) return lowBits(e.left, bits);
  }
  return e;
}
