/**
 * Arithmetic of addresses and indices that keeps constants outermost, and narrow arithmetic out of wide.
 *
 * One idea: `a[i + 1].m` is (a + i * size) + constant, so that the constant folds into an address offset; modular i64
 * arithmetic whose result is truncated to 32 bits is done in 32 bits.
 */
import { add, binary, constI32, convert, isSum, mul, sub } from '../../../../ir/builders.ts';
import type { BinaryOperator, Constant, Expression } from '../../../../ir/ir.ts';

/** Sum of two i32, constants combined at the end. */
export function plus(left: Expression, right: Expression): Expression {
  const [base, first] = splitConstant(left);
  const [moved, second] = splitConstant(right);
  const total = add(first ?? constI32(0), second ?? constI32(0));
  return base && moved ? add(add(base, moved), total) : add(base ?? moved ?? constI32(0), total);
}

export function minus(left: Expression, right: Expression): Expression {
  const [base, constant] = splitConstant(left);
  return base && constant && right.op !== 'const' ? add(sub(base, right), constant) : sub(left, right);
}

/** Splits off the constant summand of a sum. */
function splitConstant(expression: Expression): [Expression | undefined, Constant | undefined] {
  if (expression.op === 'const') return [undefined, expression];
  const hasConstant = isSum(expression) && expression.right.op === 'const';
  return hasConstant ? [expression.left, expression.right as Constant] : [expression, undefined];
}

/** `index * size`; a constant summand of the index is scaled separately. */
export function times(index: Expression, size: number): Expression {
  const [inner, constant] = splitConstant(index);
  if (!inner) return mul(constant as Constant, constI32(size));
  return constant ? add(mul(inner, constI32(size)), mul(constant, constI32(size))) : mul(index, constI32(size));
}

/** `left * right` where the right factor may be known only at run time. */
export function product(left: Expression, right: Expression): Expression {
  return right.op === 'const' ? times(left, Number(right.value)) : mul(left, right);
}

const MODULAR: ReadonlySet<BinaryOperator> = new Set(['add', 'sub', 'mul', 'and', 'or', 'xor']);

/** Truncates i64 to i32. It commutes with modular arithmetic, and moves inward where that saves a wide operation. */
export function wrapped(operand: Expression): Expression {
  if (operand.type !== 'i64' || operand.op === 'const') return convert('i32', operand, true);
  if (operand.op === 'convert' && operand.operand.type === 'i32') return operand.operand;
  if (operand.op !== 'binary') return convert('i32', operand, true);
  const { operator, left, right } = operand;
  const shift = operator === 'shl' && right.op === 'const' && BigInt(right.value) < 32n;
  if (shift || (MODULAR.has(operator) && (isNarrow(left) || isNarrow(right))))
    return binary(operator, wrapped(left), wrapped(right));
  return convert('i32', operand, true);
}

function isNarrow(operand: Expression): boolean {
  return operand.op === 'const' || (operand.op === 'convert' && operand.operand.type === 'i32');
}
