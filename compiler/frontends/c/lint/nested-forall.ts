/**
 * -Wnested-forall: an affinity that has no effect, because a upc_forall around it shares out already (UPC 6.6.2p8).
 */

import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { UpcForall } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { FunctionFacts } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';
import { sharesOut } from './single-valued.ts';

const CODE = 'UPC3303';

export function nestedForall(lint: Lint, { definition }: FunctionFacts): void {
  inside(lint, definition.body, undefined);
}

function inside(lint: Lint, node: TreeNode, outer: UpcForall | undefined): void {
  const shares = node.kind === 'UpcForall' && sharesOut(node as UpcForall);
  if (shares && outer) {
    const { location } = (node as UpcForall).affinity as Exclude<UpcForall['affinity'], 'continue' | undefined>;
    const text =
      'this affinity has no effect: the upc_forall is inside of another, which shares out the iterations (UPC 1.3, 6.6.2)';
    lint.warning(
      CODE,
      text,
      location,
      noteAt("write a 'for' here, or 'continue' as the affinity of this one", outer.location),
    );
  }
  const controlling = outer ?? (shares ? (node as UpcForall) : undefined);
  for (const child of childrenOf(node)) inside(lint, child, controlling);
}
