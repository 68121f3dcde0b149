/**
 * Walks over the syntax tree without knowing its node kinds: whatever has a `kind` and an `id` is a node.
 */
import type { Statement } from './ast.ts';

export interface TreeNode {
  readonly id: number;
  readonly kind: string;
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
  'ComputedGoto',
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
  const fields = node as Record<string, unknown>;
  for (const key in fields) {
    const value = fields[key];
    if (typeof value === 'object' && value !== null && key !== 'location' && key !== 'end') gather(value, children);
  }
  return children;
}

function gather(value: object, into: TreeNode[]): void {
  if (Array.isArray(value)) {
    for (const child of value) if (typeof child === 'object' && child !== null) gather(child, into);
    return;
  }
  const { kind, id, offset } = value as { kind?: unknown; id?: unknown; offset?: unknown };
  if (kind !== undefined && id !== undefined) into.push(value as TreeNode);
  else if (offset === undefined) for (const child of Object.values(value)) if (isObject(child)) gather(child, into);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Calls `visit` for the node and all in it. */
export function visitTree(node: TreeNode, visit: (node: TreeNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) visitTree(child, visit);
}
