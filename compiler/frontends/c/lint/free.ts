/**
 * -Wfree-nonheap-object: upc_free and upc_all_free of what no allocation returned (UPC 7.2.2): declared objects, and
 * places within an allocation.
 */

import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Call } from '../ast/ast.ts';
import { isShared } from '../semantics/types/primitives.ts';
import type { Lint } from './lint.ts';
import { rootOf } from './roots.ts';

const CODE = 'UPC3307';

export function freeNonheap(lint: Lint): void {
  for (const call of lint.outline.all('Call')) check(lint, call);
}

function check(lint: Lint, { callee, arguments: values }: Call): void {
  const name = lint.facts.symbolOf[callee.id]?.name;
  const [value] = values;
  const root = value && (name === 'upc_free' || name === 'upc_all_free') ? rootOf(lint.facts, value) : undefined;
  if (!value || !root) return;
  const { symbol, isPointer, index } = root;
  if (!isPointer && isShared(symbol.type)) {
    const text = `'${name}' of '${symbol.name}', which is declared and not allocated (UPC 1.3, 7.2.2)`;
    lint.warning(CODE, text, value.location, noteAt('it is declared here', symbol.location));
  } else if (isPointer && index) {
    const distance = `${Math.abs(index)} element${Math.abs(index) === 1 ? '' : 's'} ${index < 0 ? 'before' : 'behind'}`;
    const text = `'${name}' of a place ${distance} '${symbol.name}': only what the allocation returned can be freed (UPC 1.3, 7.2.2)`;
    lint.warning(CODE, text, value.location);
  }
}
