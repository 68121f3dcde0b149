import type { Expression as CExpression, UpcForall } from '../ast/ast.ts';
import type { Expression } from '../ir/ir.ts';
import type { FunctionLowering } from './function.ts';

export function emitSharedOut(
  _f: FunctionLowering,
  _s: UpcForall,
  _affinity: CExpression,
  _controls: Expression | undefined,
): boolean {
  return false;
}
