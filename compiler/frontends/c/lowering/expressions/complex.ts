/**
 * Complex arithmetic on pairs of scalars (C99 6.5.5, annex G without the recovery of infinities).
 *
 * Takes: two values, at least one of them complex. Gives: a complex value. The one idea: an operand known to be real
 * (its imaginary part is the constant zero) is treated as real, which is both faster and what annex G requires.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { add, binary, isConstantValue, mul, sub, unary, zero } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { BinaryOperator as COperator } from '../../ast/ast.ts';
import type { FunctionLowering } from '../function.ts';
import { expressionOf, type Value } from '../value.ts';
import { stable } from './sequencing.ts';

interface Pair {
  readonly re: Expression;
  readonly im: Expression;
}

const complexValue = (real: Expression, imaginary: Expression): Value => ({ kind: 'complex', real, imaginary });

function pairOf(value: Value): Pair {
  if (value.kind === 'complex') return { re: value.real, im: value.imaginary };
  const re = expressionOf(value);
  return { re, im: zero(re.type) };
}

function isReal({ im }: Pair): boolean {
  return isConstantValue(im, 0);
}

/** The pair, each part usable several times. */
function stablePair(f: FunctionLowering, { re, im }: Pair): Pair {
  const kept = stable(f, re);
  return { re: kept, im: stable(f, im) };
}

export function computeComplex(f: FunctionLowering, operator: COperator, left: Value, right: Value): Value {
  const a = pairOf(left);
  const b = pairOf(right);
  switch (operator) {
    case '+':
      return complexValue(add(a.re, b.re), sum(a.im, b.im));
    case '-':
      return complexValue(sub(a.re, b.re), isReal(a) ? unary('neg', b.im) : isReal(b) ? a.im : sub(a.im, b.im));
    case '*':
      return multiply(f, a, b);
    case '/':
      return isReal(b) ? divideByReal(f, a, b.re) : divide(f, a, b);
    default:
      throw new InternalError(`no operation ${operator} of complex values`);
  }
}

function sum(a: Expression, b: Expression): Expression {
  if (isConstantValue(a, 0)) return b;
  return isConstantValue(b, 0) ? a : add(a, b);
}

function multiply(f: FunctionLowering, left: Pair, right: Pair): Value {
  const a = stablePair(f, left);
  const b = stablePair(f, right);
  if (isReal(a)) return complexValue(mul(a.re, b.re), mul(a.re, b.im));
  if (isReal(b)) return complexValue(mul(a.re, b.re), mul(a.im, b.re));
  return complexValue(sub(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re)));
}

function divideByReal(f: FunctionLowering, a: Pair, divisor: Expression): Value {
  const { re, im } = stablePair(f, a);
  const by = stable(f, divisor);
  return complexValue(binary('div', re, by), binary('div', im, by));
}

/** Smith's algorithm (CACM 5, 1962): the larger part of the divisor scales the smaller. */
function divide(f: FunctionLowering, left: Pair, right: Pair): Value {
  const a = stablePair(f, left);
  const b = stablePair(f, right);
  const { type } = a.re;
  const re = f.temporary(type);
  const im = f.temporary(type);
  const ratio = f.temporary(type);
  const scale = f.temporary(type);
  const test = binary('lt', unary('abs', b.re), unary('abs', b.im));
  const r = f.read(ratio);
  const finish = (real: Expression, imaginary: Expression) => {
    f.set(re, binary('div', real, f.read(scale)));
    f.set(im, binary('div', imaginary, f.read(scale)));
  };
  const imaginaryLarger = f.collect(() => {
    f.set(ratio, binary('div', b.re, b.im));
    f.set(scale, add(mul(b.re, r), b.im));
    finish(add(mul(a.re, r), a.im), sub(mul(a.im, r), a.re));
  });
  const realLarger = f.collect(() => {
    f.set(ratio, binary('div', b.im, b.re));
    f.set(scale, add(mul(b.im, r), b.re));
    finish(add(mul(a.im, r), a.re), sub(a.im, mul(a.re, r)));
  });
  f.emit({ op: 'if', test, then: imaginaryLarger, otherwise: realLarger });
  return complexValue(f.read(re), f.read(im));
}

export function compareComplex(f: FunctionLowering, operator: COperator, left: Value, right: Value): Expression {
  const a = stablePair(f, pairOf(left));
  const b = stablePair(f, pairOf(right));
  if (operator === '==') return binary('and', binary('eq', a.re, b.re), binary('eq', a.im, b.im));
  if (operator === '!=') return binary('or', binary('ne', a.re, b.re), binary('ne', a.im, b.im));
  throw new InternalError(`no comparison ${operator} of complex values`);
}
