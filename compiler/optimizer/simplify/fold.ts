/** Builds every expression anew with the folding constructors, from the leaves up. */
import {
  advanceAddress,
  advancePhase,
  convert,
  elementAddress,
  not,
  select,
  simplerBinary,
  unary,
} from '../../ir/builders.ts';
import type { Function as Definition, Expression } from '../../ir/ir.ts';
import { mapExpression, mapExpressionsOf, mapStatements } from '../../ir/walk.ts';

export function foldExpressions(definition: Definition): Definition {
  const body = mapStatements(definition.body, (s) => mapExpressionsOf(s, foldExpression));
  return body === definition.body ? definition : { ...definition, body };
}

/** The expression folded. */
export function foldExpression(expression: Expression): Expression {
  return mapExpression(expression, foldNode);
}

/** The node as its builder would make it from the same operands; the node itself when that changes nothing. */
function foldNode(e: Expression): Expression {
  const made = rebuilt(e);
  return made === e || isSame(made, e) ? e : made;
}

function rebuilt(e: Expression): Expression {
  switch (e.op) {
    case 'binary':
      return simplerBinary(e.operator, e.left, e.right) ?? e;
    case 'unary':
      return e.operator === 'not' ? not(e.operand) : unary(e.operator, e.operand);
    case 'convert':
      return convert(e.type, e.operand, e.signed);
    case 'select':
      return select(e.test, e.then, e.otherwise);
    case 'element':
      return elementAddress(e.layout, e.base, e.index);
    case 'advance':
      return advanceAddress(e.layout, e.address, e.phase, e.count);
    case 'advance.phase':
      return advancePhase(e.layout, e.phase, e.count);
    default:
      return e;
  }
}

/** Same operation on the same operands (by identity). */
function isSame(a: Expression, b: Expression): boolean {
  if (a.op !== b.op) return false;
  for (const key in a) if (a[key as keyof Expression] !== b[key as keyof Expression]) return false;
  for (const key in b) if (a[key as keyof Expression] !== b[key as keyof Expression]) return false;
  return true;
}
