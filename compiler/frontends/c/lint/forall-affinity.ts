/**
 * -Wforall-affinity: `upc_forall (...; i)` deals iterations to the threads one by one, while the arrays that the body
 * indexes with i are dealt in blocks: most accesses are remote, and `&x[i]` would make them local (UPC 6.6.2p6).
 */

import { advice } from '../../../diagnostics/diagnostic.ts';
import type { Expression, Index, UpcForall } from '../ast/ast.ts';
import { visitTree } from '../ast/tree.ts';
import type { FunctionFacts, Symbol as Name, ObjectSymbol } from '../semantics/facts.ts';
import { blockSizeOf, isShared } from '../semantics/types/primitives.ts';
import type { Lint } from './lint.ts';

const CODE = 'UPC3304';

export function forallAffinity(lint: Lint, { definition }: FunctionFacts): void {
  visitTree(definition.body, (node) => {
    if (node.kind === 'UpcForall') check(lint, node as UpcForall);
  });
}

/** Nothing is said where one of the arrays is dealt like the iterations: the affinity may be meant for it. */
function check(lint: Lint, { affinity, body }: UpcForall): void {
  if (!affinity || affinity === 'continue' || affinity.kind !== 'Identifier') return;
  const counter = lint.facts.symbolOf[affinity.id];
  const arrays = indexedBy(lint, body, counter);
  const [first] = arrays;
  if (!first || arrays.some(({ type }) => blockSizeOf(type) === 1)) return;
  const { name, type } = first;
  const block = blockSizeOf(type);
  const layout = block === 0 ? 'is all on one thread' : `has blocks of ${block} elements`;
  const text = `iterations go to the threads one by one, but '${name}' ${layout}: most of its elements are remote (UPC 1.3, 6.6.2)`;
  lint.warning(
    CODE,
    text,
    affinity.location,
    advice(`the affinity '&${name}[${affinity.name}]' runs each iteration where its element is`),
  );
}

/** Named shared arrays of one dimension that are indexed with the counter itself. */
function indexedBy(lint: Lint, body: UpcForall['body'], counter: Name | undefined): ObjectSymbol[] {
  const found = new Set<ObjectSymbol>();
  visitTree(body, (node) => {
    if (node.kind !== 'Index') return;
    const { array, index } = node as Index;
    const symbol = nameOf(lint, array);
    if (symbol?.kind !== 'object' || nameOf(lint, index) !== counter) return;
    const { type } = symbol.type;
    if (type.kind === 'array' && type.element.type.kind !== 'array' && isShared(symbol.type)) found.add(symbol);
  });
  return [...found];
}

function nameOf(lint: Lint, node: Expression): Name | undefined {
  return node.kind === 'Identifier' ? lint.facts.symbolOf[node.id] : undefined;
}
