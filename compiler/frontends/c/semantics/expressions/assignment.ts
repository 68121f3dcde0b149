/**
 * Simple and compound assignment (C99 6.5.16).
 *
 * One idea: the left operand keeps its facts as an lvalue; what a compound assignment computes in is a fact of the
 * assignment itself.
 */
import type { Assignment } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { checkCoarrayAddress } from '../coarrays/coindices.ts';
import { isArithmetic, isInteger, isPointer, unqualified } from '../types/primitives.ts';
import { assign } from './assignable.ts';
import { checkShiftCount, invalidOperands, warnZeroDivisor } from './binary.ts';
import { commonType, promote, promotedType, toCommon } from './conversions.ts';
import { expression, rvalue } from './expressions.ts';
import { checkModifiable } from './increments.ts';
import { failure, type Operand, operand } from './operand.ts';
import { checkArithmeticPointer } from './pointers.ts';

export function assignment(a: Analysis, node: Assignment): Operand {
  const left = expression(a, node.left);
  const right = rvalue(a, node.right);
  if (left.failed || !checkModifiable(a, left, 'left operand of assignment', 'assignment')) return failure(a, node);
  if (right.failed) return failure(a, node);
  if (node.operator === '=') plain(a, node, left, right);
  else if (!compound(a, node, left, right)) return failure(a, node);
  return operand(a, node, unqualified(left.type), left.bits === undefined ? {} : { bits: left.bits });
}

function plain(a: Analysis, node: Assignment, left: Operand, right: Operand): void {
  assign(a, right, unqualified(left.type), { kind: 'assignment' }, node.location);
  const symbol = a.symbolOf[node.left.id];
  if (symbol?.kind === 'object') checkCoarrayAddress(a, node.right, `what '${symbol.name}' points to`, symbol);
}

function compound(a: Analysis, node: Assignment, left: Operand, right: Operand): boolean {
  const operator = node.operator.slice(0, -1);
  const { type } = left.type;
  const other = right.type.type;
  if (isPointer(type) && isInteger(other) && (operator === '+' || operator === '-')) {
    promote(a, right);
    return checkArithmeticPointer(a, type, node.location);
  }
  const suits = /^(%|&|\^|\||<<|>>)$/.test(operator) ? isInteger : isArithmetic;
  if (!suits(type) || !suits(other)) {
    invalidOperands(a, node, operator, left, right);
    return false;
  }
  if (operator === '<<' || operator === '>>') compoundShift(a, node, left, right);
  else compoundArithmetic(a, node, operator, left, right);
  return true;
}

function compoundShift(a: Analysis, node: Assignment, left: Operand, right: Operand): void {
  promote(a, right);
  const type = promotedType(left);
  checkShiftCount(a, node, type, right);
  a.computationType[node.id] = type;
}

function compoundArithmetic(a: Analysis, node: Assignment, operator: string, left: Operand, right: Operand): void {
  const type = commonType(left, right);
  a.computationType[node.id] = type;
  toCommon(a, right, type);
  warnZeroDivisor(a, node, operator, right, type, false);
}
