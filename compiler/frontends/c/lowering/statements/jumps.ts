/**
 * break, continue, goto and labels.
 *
 * Takes: the C statements. Gives: IR breaks and continues; for goto the pseudo statements `jump` and `mark`, which
 * restructure.ts turns into structured IR when the function is complete. One idea: a jump restores the stack of
 * the scopes that it leaves; its target is resolved later.
 */

import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import type { Statement } from '../../../../ir/ir.ts';
import type { Position } from '../../../../source/source.ts';
import type { FunctionDefinition, Goto, Labeled } from '../../ast/ast.ts';
import { childrenOf, type TreeNode } from '../../ast/tree.ts';
import { isVariableLength } from '../../semantics/types/sizes.ts';
import type { FunctionLowering } from '../function.ts';

/** Pseudo statement until restructuring: the target of the jumps to `label`. */
export interface Mark {
  readonly op: 'mark';
  readonly label: string;
  readonly at?: Position;
}
export interface Jump {
  readonly op: 'jump';
  readonly label: string;
  readonly at?: Position;
}

export function asMark(statement: Statement): Mark | undefined {
  return (statement.op as string) === 'mark' ? (statement as unknown as Mark) : undefined;
}

export function asJump(statement: Statement): Jump | undefined {
  return (statement.op as string) === 'jump' ? (statement as unknown as Jump) : undefined;
}

export function mark(label: string): Statement {
  return { op: 'mark', label } satisfies Mark as unknown as Statement;
}

export function jump(label: string): Statement {
  return { op: 'jump', label } satisfies Jump as unknown as Statement;
}

export function lowerBreak(f: FunctionLowering): void {
  const target = f.scopes.breakTarget;
  if (!target) throw new InternalError('break outside of loop and switch');
  target.breaks++;
  restoreFor(f, target.depth);
  f.emit({ op: 'break', label: target.breakLabel });
}

export function lowerContinue(f: FunctionLowering): void {
  const target = f.scopes.continueTarget;
  if (!target) throw new InternalError('continue outside of a loop');
  target.continues++;
  restoreFor(f, target.depth);
  f.emit({ op: target.continueBy ?? 'continue', label: target.continueLabel as string });
}

function restoreFor(f: FunctionLowering, depth: number, kept = 0): void {
  const saved = f.scopes.restoring(depth, kept);
  if (saved) f.emit({ op: 'stack.restore', local: saved });
}

export function lowerLabel(f: FunctionLowering, s: Labeled): void {
  f.emit(mark(f.labelOf(s.label)));
}

export function lowerGoto(f: FunctionLowering, s: Goto): void {
  const { depth, kept } = commonScopes(f, s.label);
  restoreFor(f, depth, kept);
  f.emit(jump(f.labelOf(s.label)));
}

/** Number of open scopes that also contain the label, and of arrays of the innermost of them declared before it. */
function commonScopes(f: FunctionLowering, label: string): { depth: number; kept: number } {
  const around = f.labelScopes().get(label);
  let depth = 0;
  let kept = 0;
  for (const { node } of f.scopes.stack) {
    const before = around?.get(node);
    if (before === undefined) break;
    depth++;
    kept = before;
  }
  return depth > 0 ? { depth: depth - 1, kept } : { depth, kept };
}

/** Of each label, the scopes around it and the number of variable-length arrays declared before it in each. */
export type LabelScopes = ReadonlyMap<string, ReadonlyMap<object, number>>;

export function findLabelScopes(f: FunctionLowering, definition: FunctionDefinition): LabelScopes {
  const found = new Map<string, ReadonlyMap<object, number>>();
  const open = new Map<object, number>();
  const visit = (node: TreeNode, scope: object | undefined): void => {
    if (node.kind === 'Labeled') found.set((node as Labeled).label, new Map(open));
    if (scope && isArrayDeclarator(f, node)) open.set(scope, (open.get(scope) ?? 0) + 1);
    const opens = node.kind === 'Compound' || node.kind === 'For' || node.kind === 'UpcForall';
    if (opens) open.set(node, 0);
    for (const child of childrenOf(node)) visit(child, opens ? node : scope);
    if (opens) open.delete(node);
  };
  visit(definition.body, undefined);
  return found;
}

function isArrayDeclarator(f: FunctionLowering, node: TreeNode): boolean {
  if (node.kind !== 'InitDeclarator') return false;
  const symbol = f.unit.facts.symbolOf[node.id];
  return symbol?.kind === 'object' && symbol.storage === 'automatic' && isVariableLength(symbol.type.type);
}
