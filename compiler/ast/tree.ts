/**
 * Walks over the syntax tree without knowing its node kinds: whatever has a `kind` and an `id` is a node.
 */
import type { Statement } from './ast.ts';

export interface TreeNode {
  readonly id: number;
  readonly kind: string;
}

function isNode(value: unknown): value is TreeNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}

const STATEMENTS: ReadonlySet<string> = new Set([
  'Compound',
  'ExpressionStatement',
  'If',
  'Switch',
  'While',
  'DoWhile',
  'For',
  'UpcForall',
  'Goto',
  'Continue',
  'Break',
  'Return',
  'Labeled',
  'Case',
  'UpcNotify',
  'UpcWait',
  'UpcBarrier',
  'UpcFence',
] satisfies Statement['kind'][]);

export function isStatement(node: TreeNode): node is Statement {
  return STATEMENTS.has(node.kind);
}

/** The nodes directly inside a node, in order of its properties. */
export function childrenOf(node: object): TreeNode[] {
  const children: TreeNode[] = [];
  for (const [key, value] of Object.entries(node)) {
    if (key === 'location' || key === 'end') continue;
    gather(value, children);
  }
  return children;
}

function gather(value: unknown, into: TreeNode[]): void {
  if (isNode(value)) into.push(value);
  else if (Array.isArray(value)) for (const item of value) gather(item, into);
  else if (typeof value === 'object' && value !== null && !('offset' in value))
    for (const item of Object.values(value)) gather(item, into);
}

/** Calls `visit` for the node and all in it. */
export function visitTree(node: TreeNode, visit: (node: TreeNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) visitTree(child, visit);
}
