/** Arguments of a call that is expanded inline. */

import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression } from '../../ast/ast.ts';
import type { FunctionLowering } from '../function.ts';
import { expressionOf } from '../value.ts';
import { lowerValue } from './expressions.ts';
import { pending, settle } from './sequencing.ts';

export type CallNode = CExpression & { kind: 'Call' };

/** Values of all arguments, in order of evaluation. */
export function argumentValues(f: FunctionLowering, e: CallNode): Expression[] {
  const waiting = e.arguments.map((each) => pending(f, lowerValue(f, each)));
  return settle(f, waiting).map(expressionOf);
}
