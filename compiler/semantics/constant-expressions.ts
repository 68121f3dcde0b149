/**
 * Places where C wants an integer constant expression (C99 6.6p6).
 */
import type { Expression } from '../ast/ast.ts';
import type { Analysis } from './analysis.ts';
import { rvalue } from './expressions.ts';
import { isInteger } from './primitives.ts';
import { typeText } from './typetext.ts';

/** The value, or undefined after a message that begins with `what` ("case label", "bit-field 'x' width"). */
export function integerConstantExpression(a: Analysis, node: Expression, what: string): bigint | undefined {
  const o = rvalue(a, node);
  if (o.failed) return undefined;
  if (!isInteger(o.type.type)) {
    a.error('SEM3300', `${what} has type '${typeText(o.type)}', not an integer type`, node.location);
    return undefined;
  }
  if (o.constant?.kind === 'integer') return o.constant.value;
  a.error('SEM3301', `${what} is not an integer constant expression`, node.location);
  return undefined;
}
