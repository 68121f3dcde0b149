/**
 * Expressions of the IR to expressions of JavaScript.
 *
 * Values are canonical: i32 a signed integer, i64 a signed bigint, f32 rounded. Three questions can be asked of an
 * expression: its `value`; its `test`, for a place where only truth counts; and, in integers.ts, its `loose` value,
 * for a place that takes integers modulo 2^32 anyway, where `| 0` would be noise.
 */
import type { Binary, Constant, Expression, PureCall, Select } from '../ir/ir.ts';
import { addressValue } from './addresses.ts';
import type { FunctionContext } from './context.ts';
import { convertFromFloat, floatBinary, floatUnary } from './floats.ts';
import { convertFromInteger, integerBinary, integerUnary, signed, unsigned } from './integers.ts';
import { loadValue } from './memory.ts';
import { binary, call, conditional, identifier, literal, logical, type Node, unary } from './tree.ts';
import { refuseVector } from './types.ts';

/** The canonical value. */
export function value(f: FunctionContext, e: Expression): Node {
  switch (e.op) {
    case 'const':
      return literal(e.value);
    case 'local':
      return f.local(e.name);
    case 'static':
    case 'shared':
    case 'frame':
      return addressValue(f, e);
    case 'function':
      return literal(f.program.linked.tableIndex.get(e.symbol) ?? 0);
    case 'threads':
      return threads(f);
    case 'mythread':
      return identifier('MYTHREAD');
    case 'regionshift':
      return identifier('SHIFT');
    case 'origin':
      return identifier('ORIGIN');
    case 'load':
      return loadValue(f, e);
    case 'select':
      return selectValue(f, e);
    case 'pure':
      return pureValue(f, e);
    case 'binary':
    case 'unary':
    case 'convert':
      return operation(f, e);
    case 'vector':
    case 'vector.const':
    case 'lane':
    case 'bitmask':
    case 'shuffle':
      return refuseVector();
    default:
      throw new Error(`${e.op} is not for back ends: expand makes scalars of it`);
  }
}

export function threads(f: FunctionContext): Node {
  const fixed = f.program.threads;
  return fixed === undefined ? identifier('THREADS') : literal(fixed);
}

const isFloat = (e: Expression): boolean => e.type === 'f32' || e.type === 'f64';
const isInteger = (e: Expression): boolean => !isFloat(e);

function operation(f: FunctionContext, e: Extract<Expression, { op: 'binary' | 'unary' | 'convert' }>): Node {
  if (isCondition(e)) return conditional(test(f, e), literal(1), literal(0));
  if (e.op === 'binary') return isInteger(e) ? integerBinary(f, e) : floatBinary(f, e);
  if (e.op === 'unary') return isInteger(e) ? integerUnary(f, e) : floatUnary(f, e);
  return isInteger(e.operand) ? convertFromInteger(f, e) : convertFromFloat(f, e);
}

function selectValue(f: FunctionContext, e: Select): Node {
  const tested = test(f, e.test);
  const isOne = (c: Expression): boolean => c.op === 'const' && c.value === 1;
  const isZero = (c: Expression): boolean => c.op === 'const' && c.value === 0;
  // C's && and ||: one test with one result.
  const isLogical = (isZero(e.otherwise) && isCondition(e.then)) || (isOne(e.then) && isCondition(e.otherwise));
  if (isLogical) return conditional(test(f, e), literal(1), literal(0));
  return conditional(tested, value(f, e.then), value(f, e.otherwise));
}

function pureValue(f: FunctionContext, e: PureCall): Node {
  const values = e.arguments.map((argument) => value(f, argument));
  return call(identifier(f.program.functionName(e.symbol)), ...values);
}

// ---------------------------------------------------------------- truth

const COMPARISON: Readonly<Record<string, string>> = { eq: '===', ne: '!==', lt: '<', le: '<=', gt: '>', ge: '>=' };

/** Comparisons and negations: they are conditions in JavaScript and 0 or 1 in C. */
export function isCondition(e: Expression): boolean {
  if (e.op === 'unary') return e.operator === 'not';
  if (e.op === 'select') return isLogicalSelect(e);
  return e.op === 'binary' && comparisonOf(e.operator) !== undefined;
}

function isLogicalSelect(e: Select): boolean {
  if (e.type !== 'i32') return false;
  if (e.otherwise.op === 'const' && e.otherwise.value === 0) return isCondition(e.then);
  return e.then.op === 'const' && e.then.value === 1 && isCondition(e.otherwise);
}

function comparisonOf(operator: string): string | undefined {
  return COMPARISON[operator.replace(/_[su]$/, '')];
}

/** An expression whose truth is that of `e`. */
export function test(f: FunctionContext, e: Expression): Node {
  switch (e.op) {
    case 'const':
      return literal(Number(e.value) !== 0);
    case 'unary':
      if (e.operator === 'not') return negatedTest(f, e.operand);
      break;
    case 'binary': {
      const operator = comparisonOf(e.operator);
      if (operator) return compare(f, operator, e);
      break;
    }
    case 'select':
      return testSelect(f, e);
  }
  return binary('!==', value(f, e), zeroOf(e));
}

/** A comparison as a condition of JavaScript. */
function compare(f: FunctionContext, operator: string, e: Binary): Node {
  const read = e.operator.endsWith('_u') ? unsigned : value;
  return binary(operator, read(f, e.left), read(f, e.right));
}

function testSelect(f: FunctionContext, e: Select): Node {
  const constant = (c: Expression): boolean | undefined =>
    c.op === 'const' ? Number((c as Constant).value) !== 0 : undefined;
  const then = constant(e.then);
  const otherwise = constant(e.otherwise);
  if (otherwise === false) return logical('&&', test(f, e.test), test(f, e.then));
  if (then === true) return logical('||', test(f, e.test), test(f, e.otherwise));
  if (then === false) return logical('&&', negatedTest(f, e.test), test(f, e.otherwise));
  return conditional(test(f, e.test), test(f, e.then), test(f, e.otherwise));
}

function negatedTest(f: FunctionContext, e: Expression): Node {
  if (isCondition(e)) return unary('!', test(f, e));
  return binary('===', e.type === 'i32' ? signed(f, e) : value(f, e), zeroOf(e));
}

const zeroOf = (e: Expression): Node => literal(e.type === 'i64' ? 0n : 0);
