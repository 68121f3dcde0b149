/**
 * Divisions of integers that need more than their instruction.
 *
 * THREADS, where it is not fixed, is a constant of the run: its reciprocal is imported (abi.ts, Reciprocal), and
 * a multiplication, an addition and a shift give the quotient of an unsigned number; it is V8 that computes a quotient and
 * a remainder of the same number once. Of a negative number the magnitude is divided, as C wants it. Any other signed
 * division has to look for -1: the smallest integer divided by it wraps, where the instruction would trap.
 */
import type { Binary, Expression, ScalarType } from '../../ir/ir.ts';
import { isNeverNegative } from '../../ir/signs.ts';
import type { FunctionContext } from './context.ts';
import { keptGlobal, value } from './expressions.ts';

const DIVISION = /^(div|rem)_[su]$/;

/** Writes the operation if it is such a division; else gives false. */
export function emitDivision(f: FunctionContext, e: Binary): boolean {
  if (!DIVISION.test(e.operator)) return false;
  if (e.right.op === 'threads' && f.module.linked.threads === undefined) emitByThreads(f, e);
  else if (e.operator === 'div_s' && !isSafeDivisor(e.right)) emitSignedDivision(f, e);
  else return false;
  return true;
}

const isSafeDivisor = (e: Expression): boolean => e.op === 'const' && Number(e.value) !== -1;

/** Division by zero traps by itself. */
function emitSignedDivision(f: FunctionContext, { left, right, ...e }: Binary) {
  const { code } = f;
  const type = e.type as ScalarType;
  const [dividend, divisor] = [f.temporary(type), f.temporary(type)];
  value(f, left);
  code.indexed('local.set', dividend);
  value(f, right);
  code.indexed('local.tee', divisor);
  code.constant(type, -1);
  code.op(`${type as 'i32'}.eq`);
  code.open('if', type);
  f.within(undefined, () => {
    code.constant(type, 0);
    code.indexed('local.get', dividend);
    code.op(`${type as 'i32'}.sub`);
    code.op('else');
    code.indexed('local.get', dividend);
    code.indexed('local.get', divisor);
    code.op(`${type as 'i32'}.div_s`);
  });
}

// ---------------------------------------------------------------- by THREADS

function emitByThreads(f: FunctionContext, { operator, left }: Binary) {
  const { code } = f;
  const dividend = f.temporary('i32');
  value(f, left);
  code.indexed('local.set', dividend);
  const isRemainder = operator.startsWith('rem');
  if (isRemainder) code.indexed('local.get', dividend);
  if (operator.endsWith('_u') || isNeverNegative(left)) emitQuotient(f, dividend);
  else emitTruncatedQuotient(f, dividend);
  if (!isRemainder) return;
  keptGlobal(f, 'THREADS');
  code.op('i32.mul');
  code.op('i32.sub');
}

/** Of the variable, read as unsigned. */
function emitQuotient(f: FunctionContext, dividend: number) {
  const { code } = f;
  code.indexed('local.get', dividend);
  code.op('i64.extend_i32_u');
  keptGlobal(f, 'RECIPROCAL');
  code.op('i64.mul');
  keptGlobal(f, 'RECIPROCAL_ADDEND');
  code.op('i64.add');
  keptGlobal(f, 'RECIPROCAL_SHIFT');
  code.op('i64.shr_u');
  code.op('i32.wrap_i64');
}

/** Of the variable, read as signed: the sign is taken off, and put on again. */
function emitTruncatedQuotient(f: FunctionContext, dividend: number) {
  const { code } = f;
  const [sign, magnitude] = [f.temporary('i32'), f.temporary('i32')];
  const negatedIfNegative = (): void => {
    code.indexed('local.get', sign);
    code.op('i32.xor');
    code.indexed('local.get', sign);
    code.op('i32.sub');
  };
  code.indexed('local.get', dividend);
  code.indexed('local.get', dividend);
  code.constant('i32', 31);
  code.op('i32.shr_s');
  code.indexed('local.set', sign);
  negatedIfNegative();
  code.indexed('local.set', magnitude);
  emitQuotient(f, magnitude);
  negatedIfNegative();
}
