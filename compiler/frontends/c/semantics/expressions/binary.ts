/**
 * Binary operators (C99 6.5.5 to 6.5.14); those with a pointer among their operands are in pointers.ts.
 *
 * One idea: `a + b + c + ...` leans to the left, so the left spine is walked in a loop and length costs no stack.
 */
import type { Binary, BinaryOperator, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { integerConstant, isTrue } from '../constants/constants.ts';
import { foldBinary } from '../constants/fold.ts';
import { warnFold } from '../constants/warnings.ts';
import type { Constant } from '../facts.ts';
import { INT, isArithmetic, isInteger, isPointer, isReal, isScalar } from '../types/primitives.ts';
import type { CType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { promote, usualArithmetic, value } from './conversions.ts';
import { expression, rvalue } from './expressions.ts';
import { failure, type Operand, operand } from './operand.ts';
import { compareWithPointer, pointerDifference, pointerSum } from './pointers.ts';
import { isMixed, reportMixed } from './shared-pointers.ts';

export function binary(a: Analysis, node: Binary): Operand {
  const spine: Binary[] = [];
  let leftmost: Expression = node;
  while (leftmost.kind === 'Binary') {
    spine.push(leftmost);
    leftmost = leftmost.left;
  }
  let left = expression(a, leftmost);
  for (const each of spine.reverse()) left = combine(a, each, value(a, left));
  return left;
}

function combine(a: Analysis, node: Binary, left: Operand): Operand {
  if (node.operator === '&&' || node.operator === '||') return logical(a, node, left);
  const right = rvalue(a, node.right);
  if (left.failed || right.failed) return failure(a, node);
  switch (node.operator) {
    case '<<':
    case '>>':
      return shift(a, node, left, right);
    case '<':
    case '>':
    case '<=':
    case '>=':
    case '==':
    case '!=':
      return comparison(a, node, left, right);
    case '+':
    case '-':
      return additive(a, node, left, right);
    default:
      return arithmetic(a, node, left, right);
  }
}

/** "invalid operands to binary +", with what they are. */
export function invalidOperands(
  a: Analysis,
  node: Expression,
  operator: string,
  left: Operand,
  right: Operand,
): Operand {
  if (isMixed(left.type.type, right.type.type)) {
    reportMixed(a, node, operator, left, right);
    return failure(a, node);
  }
  const types = `have '${typeText(left.type)}' and '${typeText(right.type)}'`;
  a.error('SEM3050', `invalid operands to binary ${operator} (${types})`, node.location);
  return failure(a, node);
}

function additive(a: Analysis, node: Binary, left: Operand, right: Operand): Operand {
  const [x, y] = [left.type.type, right.type.type];
  if (isPointer(x) && isPointer(y) && node.operator === '-') return pointerDifference(a, node, left, right);
  if (isPointer(x) && isInteger(y)) return pointerSum(a, node, left, right, node.operator === '-');
  if (isInteger(x) && isPointer(y) && node.operator === '+') return pointerSum(a, node, right, left, false);
  return arithmetic(a, node, left, right);
}

const ON_INTEGERS: ReadonlySet<BinaryOperator> = new Set(['%', '&', '^', '|']);

function arithmetic(a: Analysis, node: Binary, left: Operand, right: Operand): Operand {
  const { operator } = node;
  const suits = ON_INTEGERS.has(operator) ? isInteger : isArithmetic;
  if (!suits(left.type.type) || !suits(right.type.type)) return invalidOperands(a, node, operator, left, right);
  const type = usualArithmetic(a, left, right);
  warnZeroDivisor(a, node, operator, right, type, left.constant !== undefined);
  const constant = fold(a, node, type, left, right);
  return operand(a, node, { type }, constant ? { constant } : {});
}

/** Folding says it where both operands are constants. */
export function warnZeroDivisor(
  a: Analysis,
  node: Expression,
  operator: string,
  right: Operand,
  type: CType,
  folded: boolean,
): void {
  if (folded || (operator !== '/' && operator !== '%') || !isInteger(type)) return;
  const zero = right.constant?.kind === 'integer' && right.constant.value === 0n;
  if (zero) warnFold(a, node, type)('division by zero', 0n);
}

function fold(a: Analysis, node: Binary, type: CType, left: Operand, right: Operand): Constant | undefined {
  if (!left.constant || !right.constant) return undefined;
  return foldBinary(node.operator, type, left.constant, right.constant, warnFold(a, node, type));
}

/** Each side is promoted by itself; the result has the left one's type (C99 6.5.7p3). */
function shift(a: Analysis, node: Binary, left: Operand, right: Operand): Operand {
  if (!isInteger(left.type.type) || !isInteger(right.type.type))
    return invalidOperands(a, node, node.operator, left, right);
  promote(a, left);
  promote(a, right);
  const { type } = left.type;
  if (!left.constant) checkShiftCount(a, node, type, right);
  const constant = fold(a, node, type, left, right);
  return operand(a, node, { type }, constant ? { constant } : {});
}

/** The warning about a constant count that is out of range. */
export function checkShiftCount(a: Analysis, node: Expression, type: CType, count: Operand): void {
  if (count.constant?.kind === 'integer' && isInteger(type))
    foldBinary('<<', type, integerConstant(0), count.constant, warnFold(a, node, type));
}

function comparison(a: Analysis, node: Binary, left: Operand, right: Operand): Operand {
  const [x, y] = [left.type.type, right.type.type];
  if (isPointer(x) || isPointer(y)) return compareWithPointer(a, node, left, right);
  const equality = node.operator === '==' || node.operator === '!=';
  const suits = equality ? isArithmetic : isReal;
  if (!suits(x) || !suits(y)) return invalidOperands(a, node, node.operator, left, right);
  const type = usualArithmetic(a, left, right);
  const constant = fold(a, node, type, left, right);
  return operand(a, node, { type: INT }, constant ? { constant } : {});
}

/** The right side counts only where the left one leaves the matter open (C99 6.5.13, 6.5.14). */
function logical(a: Analysis, node: Binary, left: Operand): Operand {
  const decisive = node.operator === '||';
  const known = left.constant && isTrue(left.constant);
  const decided = known !== undefined && known === decisive;
  const right = decided ? a.withoutEvaluation(() => rvalue(a, node.right)) : rvalue(a, node.right);
  if (left.failed || right.failed) return failure(a, node);
  if (!isScalar(left.type.type) || !isScalar(right.type.type))
    return invalidOperands(a, node, node.operator, left, right);
  const other = right.constant && isTrue(right.constant);
  const result = decided ? decisive : known !== undefined ? other : undefined;
  return operand(a, node, { type: INT }, result === undefined ? {} : { constant: integerConstant(result ? 1 : 0) });
}
