/**
 * Folding of operators on constants (C99 6.6).
 *
 * Takes: an operator, the common type of the operands and their values. Gives: the value in the result's type, or
 * undefined where the result is no constant; overflow and its like are reported through `warn`. One idea: integers are
 * computed exactly and wrapped once, floats are rounded to their type after every operation.
 */
import type { BinaryOperator } from '../../ast/ast.ts';
import type { Constant } from '../facts.ts';
import { integerOf, isInteger } from '../types/primitives.ts';
import type { ComplexType, CType, EnumType, FloatingType, IntegerType } from '../types/types.ts';
import { integerConstant, isTrue, partsOf, round, toComplex, wrap } from './constants.ts';

/** Reported for operations whose result is not the mathematical one. */
export type FoldProblem = 'overflow' | 'division by zero' | 'negative shift' | 'large shift';
export type FoldReport = (problem: FoldProblem, result: bigint) => void;

const truth = (condition: boolean): Constant => integerConstant(condition ? 1 : 0);

/** `type` is the operands' common type (for shifts, the left operand's). */
export function foldBinary(
  operator: BinaryOperator,
  type: CType,
  left: Constant,
  right: Constant,
  report: FoldReport,
): Constant | undefined {
  if (left.kind === 'integer' && right.kind === 'integer') {
    if (isInteger(type)) return foldIntegers(operator, type, left.value, right.value, report);
    return type.kind === 'pointer' ? comparison(operator, left.value, right.value) : undefined;
  }
  if (type.kind === 'floating' && left.kind === 'floating' && right.kind === 'floating')
    return foldFloats(operator, type, left.value, right.value);
  if (type.kind === 'complex') return foldComplex(operator, type, left, right);
  if (left.kind === 'address' && right.kind === 'address' && left.symbol === right.symbol)
    return comparison(operator, left.offset, right.offset);
  return undefined;
}

function comparison<T extends bigint | number>(operator: BinaryOperator, left: T, right: T): Constant | undefined {
  switch (operator) {
    case '<':
      return truth(left < right);
    case '>':
      return truth(left > right);
    case '<=':
      return truth(left <= right);
    case '>=':
      return truth(left >= right);
    case '==':
      return truth(left === right);
    case '!=':
      return truth(left !== right);
    default:
      return undefined;
  }
}

function foldIntegers(
  operator: BinaryOperator,
  type: IntegerType | EnumType,
  left: bigint,
  right: bigint,
  report: FoldReport,
): Constant | undefined {
  const compared = comparison(operator, left, right);
  if (compared) return compared;
  if (operator === '<<' || operator === '>>') return foldShift(operator, type, left, right, report);
  const exact = exactInteger(operator, left, right);
  if (exact === undefined) {
    report('division by zero', 0n);
    return undefined;
  }
  const value = wrap(exact, type);
  if (value !== exact && integerOf(type).signed) report('overflow', value);
  return integerConstant(value);
}

function exactInteger(operator: BinaryOperator, left: bigint, right: bigint): bigint | undefined {
  switch (operator) {
    case '*':
      return left * right;
    case '/':
      return right === 0n ? undefined : left / right;
    case '%':
      return right === 0n ? undefined : left % right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '&':
      return left & right;
    case '^':
      return left ^ right;
    case '|':
      return left | right;
    case '&&':
      return left !== 0n && right !== 0n ? 1n : 0n;
    default:
      return left !== 0n || right !== 0n ? 1n : 0n;
  }
}

function foldShift(
  operator: '<<' | '>>',
  type: IntegerType | EnumType,
  left: bigint,
  count: bigint,
  report: FoldReport,
): Constant | undefined {
  if (count < 0n || count >= BigInt(integerOf(type).size * 8)) {
    report(count < 0n ? 'negative shift' : 'large shift', count);
    return undefined;
  }
  return integerConstant(operator === '<<' ? wrap(left << count, type) : left >> count);
}

function foldFloats(operator: BinaryOperator, type: FloatingType, left: number, right: number): Constant | undefined {
  const value = exactFloat(operator, left, right);
  return value === undefined ? comparison(operator, left, right) : { kind: 'floating', value: round(value, type) };
}

function exactFloat(operator: BinaryOperator, left: number, right: number): number | undefined {
  switch (operator) {
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    default:
      return undefined;
  }
}

/** Finite values only: what C99's annex G asks of infinities is left to the program's run. */
function foldComplex(operator: BinaryOperator, type: ComplexType, left: Constant, right: Constant) {
  const a = partsOf(left);
  const b = partsOf(right);
  if (!a || !b || ![a.real, a.imaginary, b.real, b.imaginary].every(Number.isFinite)) return undefined;
  switch (operator) {
    case '+':
      return toComplex(a.real + b.real, addImaginary(left, right, a.imaginary, b.imaginary), type);
    case '-':
      return toComplex(a.real - b.real, addImaginary(left, right, a.imaginary, -b.imaginary), type);
    case '*':
      return multiply(left, right, a, b, type);
    case '/':
      return right.kind === 'complex' ? undefined : toComplex(a.real / b.real, a.imaginary / b.real, type);
    case '==':
      return truth(a.real === b.real && a.imaginary === b.imaginary);
    case '!=':
      return truth(a.real !== b.real || a.imaginary !== b.imaginary);
    default:
      return undefined;
  }
}

/** A real operand has no imaginary part, not a zero one: -0i stays. */
function addImaginary(left: Constant, right: Constant, a: number, b: number): number {
  if (left.kind !== 'complex') return b;
  return right.kind === 'complex' ? a + b : a;
}

interface Parts {
  readonly real: number;
  readonly imaginary: number;
}

function multiply(left: Constant, right: Constant, a: Parts, b: Parts, type: ComplexType): Constant {
  if (left.kind !== 'complex') return toComplex(a.real * b.real, a.real * b.imaginary, type);
  if (right.kind !== 'complex') return toComplex(a.real * b.real, a.imaginary * b.real, type);
  const f = (value: number) => round(value, type.component);
  return toComplex(
    f(a.real * b.real) - f(a.imaginary * b.imaginary),
    f(a.real * b.imaginary) + f(a.imaginary * b.real),
    type,
  );
}

/** Unary operators on a promoted operand. */
export function foldUnary(
  operator: '+' | '-' | '~' | '!',
  type: CType,
  operand: Constant,
  report: FoldReport,
): Constant | undefined {
  if (operator === '!') {
    const value = isTrue(operand);
    return value === undefined ? undefined : truth(!value);
  }
  if (operator === '+') return operand;
  if (operand.kind === 'integer' && isInteger(type)) return foldUnaryInteger(operator, type, operand.value, report);
  if (operand.kind === 'floating' && operator === '-') return { kind: 'floating', value: -operand.value };
  if (operand.kind !== 'complex') return undefined;
  const real = operator === '-' ? -operand.real : operand.real;
  return { kind: 'complex', real, imaginary: -operand.imaginary };
}

function foldUnaryInteger(operator: '-' | '~', type: IntegerType | EnumType, value: bigint, report: FoldReport) {
  const exact = operator === '-' ? -value : ~value;
  const result = wrap(exact, type);
  if (result !== exact && integerOf(type).signed) report('overflow', result);
  return integerConstant(result);
}
