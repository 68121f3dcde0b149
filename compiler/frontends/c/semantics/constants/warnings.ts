/**
 * The warnings about constant arithmetic that does not give what mathematics says.
 */
import type { Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import type { CType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import type { FoldReport } from './fold.ts';

/** The report of folding an operator at a node; nothing is said about what is never evaluated. */
export function warnFold(a: Analysis, node: Expression, type: CType): FoldReport {
  return (problem, result) => {
    if (a.unevaluated > 0) return;
    switch (problem) {
      case 'overflow': {
        const text = `integer overflow in expression of type '${typeText({ type })}' results in '${result}'`;
        return a.warning('SEM3030', 'overflow', text, node.location);
      }
      case 'division by zero':
        return a.warning('SEM3031', 'div-by-zero', 'division by zero', node.location);
      case 'negative shift':
        return a.warning('SEM3032', 'shift-count-negative', `shift count ${result} is negative`, node.location);
      case 'large shift': {
        const text = `shift count ${result} >= width of type '${typeText({ type })}'`;
        return a.warning('SEM3033', 'shift-count-overflow', text, node.location);
      }
    }
  };
}
