/**
 * Does lowering an expression emit statements? Asked of the right sides of && and || in tests, to nest control flow
 * instead of computing 0 or 1. The answer affects only readability and speed.
 */
import type { Expression as CExpression } from '../../ast/ast.ts';
import { childrenOf, type TreeNode } from '../../ast/tree.ts';
import { isShared } from '../../semantics/types/primitives.ts';
import type { FunctionLowering } from '../function.ts';
import { isPureCall } from '../intrinsics/mathematics.ts';

export function hasStatements(f: FunctionLowering, e: CExpression): boolean {
  switch (e.kind) {
    case 'Call':
      return !isPureCall(f, e) || e.arguments.some((each) => hasStatements(f, each));
    case 'Assignment':
    case 'IncrementDecrement':
    case 'StatementExpression':
    case 'VaArg':
    case 'CompoundLiteral':
    case 'Coindex':
      return true;
    case 'SizeOf':
      return false;
    default:
      return readsShared(f, e) || childrenOf(e).some((child) => isExpression(f, child) && hasStatements(f, child));
  }
}

function readsShared(f: FunctionLowering, e: CExpression): boolean {
  const type = f.unit.facts.typeOf[e.id];
  if (!type || !isShared(type)) return false;
  return f.unit.facts.conversions[e.id]?.[0]?.kind === 'load';
}

function isExpression(f: FunctionLowering, node: TreeNode): node is CExpression {
  return f.unit.facts.typeOf[node.id] !== undefined;
}
