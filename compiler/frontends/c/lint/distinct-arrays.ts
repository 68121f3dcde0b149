/**
 * -Wdistinct-arrays: differences and order of pointers into different shared arrays, which are undefined (UPC 6.4.2p8).
 */
import type { Binary } from '../ast/ast.ts';
import { isShared } from '../semantics/types/primitives.ts';
import type { Lint } from './lint.ts';
import { rootOf } from './roots.ts';

const CODE = 'UPC3308';

const OPERATORS: ReadonlySet<string> = new Set(['-', '<', '>', '<=', '>=']);

export function distinctArrays(lint: Lint): void {
  for (const binary of lint.outline.all('Binary')) check(lint, binary);
}

function check(lint: Lint, { operator, left, right, location }: Binary): void {
  if (!OPERATORS.has(operator)) return;
  const [x, y] = [rootOf(lint.facts, left), rootOf(lint.facts, right)];
  if (!x || !y || x.isPointer || y.isPointer || x.symbol === y.symbol) return;
  if (!isShared(x.symbol.type) || !isShared(y.symbol.type)) return;
  const text = `'${operator}' on pointers into different arrays, '${x.symbol.name}' and '${y.symbol.name}', is undefined (UPC 1.3, 6.4.2)`;
  lint.warning(CODE, text, location);
}
