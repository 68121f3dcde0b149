/**
 * -Wsequence-point: a variable that one expression changes twice, or changes and reads, in no order (C99, 6.5p2).
 */
import type { Expression, Identifier } from '../ast/ast.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';

export function sequencePoint(lint: Lint): void {
  for (const node of lint.outline.all('Assignment')) {
    const { left, right } = node;
    const symbol = scalarOf(lint, left);
    if (symbol && changes(lint, right, symbol)) warn(lint, symbol, node);
  }
  for (const node of lint.outline.all('Binary')) {
    if (node.operator === '&&' || node.operator === '||') continue;
    const symbol = changedIn(lint, node.left).find((each) => mentionsScalar(lint, node.right, each));
    const other = changedIn(lint, node.right).find((each) => mentionsScalar(lint, node.left, each));
    const unordered = symbol ?? other;
    if (unordered) warn(lint, unordered, node);
  }
}

function warn(lint: Lint, { name }: ObjectSymbol, { location }: Expression): void {
  lint.warning('SEM3643', `operation on '${name}' may be undefined`, location);
}

function scalarOf({ facts }: Lint, node: Expression): ObjectSymbol | undefined {
  const symbol = node.kind === 'Identifier' ? facts.symbolOf[(node as Identifier).id] : undefined;
  return symbol?.kind === 'object' ? symbol : undefined;
}

/** Parts of an expression between which no order is given. */
function partsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'Binary':
      return node.operator === '&&' || node.operator === '||' ? [] : [node.left, node.right];
    case 'Unary':
    case 'Cast':
    case 'IncrementDecrement':
      return [node.operand];
    case 'Index':
      return [node.array, node.index];
    case 'Assignment':
      return [node.left, node.right];
    case 'Member':
      return [node.object];
    default:
      return [];
  }
}

/** Variables that `++`, `--` or an assignment in the expression changes. */
function changedIn(lint: Lint, node: Expression): ObjectSymbol[] {
  const own =
    node.kind === 'IncrementDecrement'
      ? scalarOf(lint, node.operand)
      : node.kind === 'Assignment'
        ? scalarOf(lint, node.left)
        : undefined;
  const below = partsOf(node).flatMap((part) => changedIn(lint, part));
  return own ? [own, ...below] : below;
}

function changes(lint: Lint, node: Expression, symbol: ObjectSymbol): boolean {
  return changedIn(lint, node).includes(symbol);
}

function mentionsScalar(lint: Lint, node: Expression, symbol: ObjectSymbol): boolean {
  return scalarOf(lint, node) === symbol || partsOf(node).some((part) => mentionsScalar(lint, part, symbol));
}
