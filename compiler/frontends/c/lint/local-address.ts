/**
 * -Wreturn-local-addr: a function gives the address of a variable that ends with it.
 */

import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Expression } from '../ast/ast.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';

export function returnLocalAddress(lint: Lint): void {
  for (const { value } of lint.outline.all('Return')) {
    const local = value && localIn(lint, value);
    if (!value || !local || local.location.expansion) continue;
    const { name, location } = local;
    lint.warning(
      'SEM3641',
      `function returns the address of the local variable '${name}'`,
      value.location,
      noteAt('declared here', location),
    );
  }
}

/** The local whose address a pointer certainly is. */
function localIn(lint: Lint, node: Expression): ObjectSymbol | undefined {
  switch (node.kind) {
    case 'Cast':
      return lint.facts.typeOf[node.id]?.type.kind === 'pointer' ? localIn(lint, node.operand) : undefined;
    case 'Unary':
      return node.operator === '&' ? placeIn(lint, node.operand) : undefined;
    case 'Binary':
      return node.operator === '+' || node.operator === '-' ? localIn(lint, node.left) : undefined;
    case 'Identifier':
    case 'Index':
    case 'Member':
      return lint.facts.typeOf[node.id]?.type.kind === 'array' ? placeIn(lint, node) : undefined;
    default:
      return undefined;
  }
}

function placeIn(lint: Lint, node: Expression): ObjectSymbol | undefined {
  if (node.kind === 'Identifier') {
    const symbol = lint.facts.symbolOf[node.id];
    return symbol?.kind === 'object' && symbol.storage !== 'static' && !symbol.type.shared ? symbol : undefined;
  }
  if (node.kind === 'Member') return node.arrow ? undefined : placeIn(lint, node.object);
  if (node.kind !== 'Index') return undefined;
  return lint.facts.typeOf[node.array.id]?.type.kind === 'array' ? placeIn(lint, node.array) : undefined;
}
