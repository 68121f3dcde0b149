/**
 * Floating arithmetic. f64 is a number; f32 is a number rounded by Math.fround after each operation, which for
 * + - * / and the square root gives exactly the single-precision result.
 */
import type { Binary, Convert, Unary } from '../ir/ir.ts';
import { type FunctionContext, twice } from './context.ts';
import { value } from './expressions.ts';
import {
  assign,
  binary,
  call,
  conditional,
  element,
  identifier,
  literal,
  logical,
  math,
  member,
  type Node,
  sequence,
  unary,
} from './tree.ts';
import { scalar } from './types.ts';

const OPERATORS: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*', div: '/' };

/** The bits of a double: its high half is HALVES[1], its low one HALVES[0]. */
const half = (operand: Node, at: 0 | 1): Node =>
  sequence(assign(element(identifier('DOUBLE'), literal(0)), operand), element(identifier('HALVES'), literal(at)));

const rounded = (type: string, node: Node): Node => (type === 'f32' ? math('fround', node) : node);

export function floatBinary(f: FunctionContext, e: Binary): Node {
  if (e.operator === 'min' || e.operator === 'max') return math(e.operator, value(f, e.left), value(f, e.right));
  if (e.operator === 'copysign') return copysign(f, e);
  return rounded(e.type, binary(OPERATORS[e.operator] as string, value(f, e.left), value(f, e.right)));
}

function copysign(f: FunctionContext, e: Binary): Node {
  const size = twice(f, math('abs', value(f, e.left)), e.type);
  const isNegative = (left: Node): Node => binary('<', sequence(left, half(value(f, e.right), 1)), literal(0));
  return conditional(isNegative(size.first), unary('-', size.again), size.again);
}

/** Half the bits of a double, as an integer. */
export function halfOf(f: FunctionContext, e: Unary): Node {
  return half(value(f, e.operand), e.operator === 'high' ? 1 : 0);
}

export function floatUnary(f: FunctionContext, e: Unary): Node {
  const operand = value(f, e.operand);
  switch (e.operator) {
    case 'neg':
      return unary('-', operand);
    case 'sqrt':
      return rounded(e.type, math('sqrt', operand));
    case 'power':
      return element(identifier('POWERS'), binary('+', value(f, e.operand), literal(1022)));
    case 'rint':
      f.program.support.add('rint');
      return call(identifier('rint'), operand);
    default:
      // Exact in single precision too: abs, floor, ceil, trunc.
      return math(e.operator, operand);
  }
}

/** From f32 or f64: to the other, or to an integer as the x86-64 instructions truncate. */
export function convertFromFloat(f: FunctionContext, e: Convert): Node {
  const operand = value(f, e.operand);
  switch (scalar(e.type)) {
    case 'f32':
      return e.operand.type === 'f32' ? operand : math('fround', operand);
    case 'f64':
      return operand;
    case 'i32':
      return e.signed ? toI32(f, operand) : toU32(f, operand);
    case 'i64':
      return e.signed ? toI64(f, operand) : toU64(f, operand);
  }
}

const INT_MIN = literal(-0x80000000);
const LONG_MIN = literal(-0x8000000000000000n);
const TWO63 = literal(2 ** 63);

const between = (first: Node, low: Node, again: Node, high: Node): Node =>
  logical('&&', binary('>=', first, low), binary('<', again, high));

/** cvttsd2si: what does not fit gives the smallest integer. */
function toI32(f: FunctionContext, operand: Node): Node {
  const x = twice(f, operand, 'f64');
  const fits = logical('&&', binary('>', x.first, literal(-2147483649)), binary('<', x.again, literal(2147483648)));
  return conditional(fits, binary('|', x.again, literal(0)), INT_MIN);
}

/** The low half of what 64 bits hold: what does not fit those gives the smallest integer, whose low half is 0. */
function toU32(f: FunctionContext, operand: Node): Node {
  const x = twice(f, operand, 'f64');
  const fits = between(x.first, literal(-(2 ** 63)), x.again, TWO63);
  return conditional(fits, binary('|', x.again, literal(0)), literal(0));
}

function toI64(f: FunctionContext, operand: Node): Node {
  const x = twice(f, operand, 'f64');
  return conditional(between(x.first, literal(-(2 ** 63)), x.again, TWO63), integerOf(x.again), LONG_MIN);
}

function toU64(f: FunctionContext, operand: Node): Node {
  const x = twice(f, operand, 'f64');
  const wide = call(member(identifier('BigInt'), 'asIntN'), literal(64), integerOf(x.again));
  const outside = conditional(binary('>=', x.again, literal(2 ** 64)), literal(0n), LONG_MIN);
  return conditional(between(x.first, literal(-(2 ** 63)), x.again, literal(2 ** 64)), wide, outside);
}

const integerOf = (node: Node): Node => call(identifier('BigInt'), math('trunc', node));
