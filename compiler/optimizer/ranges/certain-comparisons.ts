/** Comparisons whose outcome is the same for all values that their sides can have. */
import { constI32, isComparison, isDroppable } from '../../ir/builders.ts';
import type { Expression } from '../../ir/ir.ts';
import type { Bounds } from './bounds.ts';
import { comparison, isInteger } from './intervals.ts';

export function decideComparison(e: Expression, bounds: Bounds): Expression | undefined {
  if (e.op !== 'binary' || !isComparison(e.operator) || !isInteger(e.left.type)) return undefined;
  const outcome = comparison(e, bounds.of(e.left), bounds.of(e.right));
  return outcome !== undefined && isDroppable(e) ? constI32(outcome ? 1 : 0) : undefined;
}
