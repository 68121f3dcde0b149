/**
 * Places where C wants an integer constant expression (C99 6.6p6).
 */

import type { Note } from '../../../../diagnostics/diagnostic.ts';
import type { Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { rvalue } from '../expressions/expressions.ts';
import { isInteger } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';

/** The value, or undefined after a message that begins with `what` ("case label") and ends in `clause` (" (UPC 1.3, ...)"). */
export function integerConstantExpression(
  a: Analysis,
  node: Expression,
  what: string,
  clause = '',
): bigint | undefined {
  const o = rvalue(a, node);
  if (o.failed) return undefined;
  if (!isInteger(o.type.type)) {
    a.error('SEM3300', `${what} has type '${typeText(o.type)}', not an integer type${clause}`, node.location);
    return undefined;
  }
  if (o.constant?.kind === 'integer') return o.constant.value;
  a.error('SEM3301', `${what} is not an integer constant expression${clause}`, node.location, threadsNotes(node));
  return undefined;
}

/** Why an expression of THREADS is no constant, and the cure. */
export function threadsNotes(node: Expression): Note[] {
  if (!mentionsThreads(node)) return [];
  return [{ text: "'THREADS' is known only when the program starts; -T=N makes it a constant" }];
}

export function mentionsThreads(node: Expression): boolean {
  switch (node.kind) {
    case 'Threads':
      return true;
    case 'Unary':
    case 'Cast':
      return mentionsThreads(node.operand);
    case 'Binary':
      return mentionsThreads(node.left) || mentionsThreads(node.right);
    case 'Conditional':
      return [node.test, node.then, node.otherwise].some((each) => each !== undefined && mentionsThreads(each));
    default:
      return false;
  }
}
