/**
 * -Warray-bounds: a constant index that an array has not; of shared arrays too, where their length is known.
 */
import type { Index } from '../ast/ast.ts';
import type { TreeNode } from '../ast/tree.ts';
import type { ArrayType } from '../semantics/types/types.ts';
import { typeText } from '../semantics/types/typetext.ts';
import type { Lint } from './lint.ts';

export function arrayBounds(lint: Lint): void {
  for (const node of lint.outline.all('Index')) {
    const { type } = lint.facts.typeOf[node.array.id] ?? {};
    const constant = lint.facts.constantOf[node.index.id];
    if (type?.kind !== 'array' || constant?.kind !== 'integer' || isUnevaluated(lint, node)) continue;
    check(lint, node, type, constant.value);
  }
}

/** The element past the last may be named where only its address is taken. */
function check(lint: Lint, node: Index, type: ArrayType, index: bigint): void {
  const { length, timesThreads } = type;
  if (typeof length !== 'number' || timesThreads || isFlexible(node, length)) return;
  const last = isAddress(lint, node) ? length : length - 1;
  if (index >= 0n && index <= BigInt(last)) return;
  const where = index < 0n ? 'below' : 'above';
  const text = `array subscript ${index} is ${where} array bounds of '${typeText({ type })}'`;
  lint.warning('SEM3640', text, node.location);
}

/** The old form of a flexible array member: the last one of a struct. */
function isFlexible({ array }: Index, length: number): boolean {
  return array.kind === 'Member' && length <= 1;
}

function isAddress({ outline, facts }: Lint, node: Index): boolean {
  const up = outline.parentOf(node);
  if (up?.kind === 'Unary' && (up as { operator?: string }).operator === '&') return true;
  return facts.typeOf[node.id]?.type.kind === 'array';
}

/** In sizeof, or on a side that a constant test rules out. */
export function isUnevaluated({ outline, facts }: Lint, node: TreeNode): boolean {
  let below: { id: number } = node;
  for (const up of outline.around(node)) {
    if (up.kind === 'SizeOf' || up.kind === 'TypeOf') return true;
    const { test, left, operator } = up as { test?: { id: number }; left?: { id: number }; operator?: string };
    const decider = test ?? (operator === '&&' || operator === '||' ? left : undefined);
    if (decider && decider !== below && facts.constantOf[decider.id]) return true;
    below = up;
  }
  return false;
}
