/**
 * Which calls are collective: all threads make them, in one order (UPC 3.9, 7.2, 7.4).
 *
 * One idea: the library names them so; a function of the program that has such a name is taken for one of them.
 */
import type { Expression } from '../ast/ast.ts';
import type { Analysis } from './analysis.ts';

/** The name of the collective function that an expression calls, or nothing. */
export function collectiveName(a: Analysis, node: Expression): string | undefined {
  if (node.kind !== 'Call' || a.symbolOf[node.callee.id]?.kind !== 'function') return undefined;
  const name = a.symbolOf[node.callee.id]?.name;
  return name?.startsWith('upc_all_') ? name : undefined;
}
