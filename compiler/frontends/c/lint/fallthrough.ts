/**
 * -Wimplicit-fallthrough: a case that runs on into the next, and nothing in the text says that this is meant: neither
 * the attribute nor a comment such as `fall through`, as gcc knows them at its level 3.
 */

import { noteAt } from '../../../diagnostics/diagnostic.ts';
import { spelledAt } from '../../../source/source.ts';
import type { BlockItem, Case, Expression, Statement } from '../ast/ast.ts';
import type { Lint } from './lint.ts';

/** In a comment, in the attribute, or in the name of a macro for it. */
const MARK = /fall(s|ing)?[\s_-]*thr(ough|u)/i;

export function implicitFallthrough(lint: Lint): void {
  for (const { body } of lint.outline.all('Switch'))
    if (body.kind === 'Compound') for (const [k, item] of body.items.entries()) check(lint, body.items, item, k);
}

function check(lint: Lint, items: readonly BlockItem[], item: BlockItem, k: number): void {
  if (item.kind !== 'Case' || bodyOf(item).kind === 'Break') return;
  const before = items[k - 1] as Statement | undefined;
  if (!before || before.kind === ('Declaration' as string) || startOf(items, k) < 0) return;
  const last = lastOf(before);
  if (!runsOn(lint, last) || isMarked(before, item)) return;
  lint.warning(
    'SEM3630',
    'this statement may fall through',
    last.location,
    noteAt('the next case is here', item.location),
  );
}

/** The statement behind the labels. */
function bodyOf(node: Statement): Statement {
  return node.kind === 'Case' || node.kind === 'Labeled' ? bodyOf(node.body) : node;
}

/** The index of the case that the statements before belong to. */
function startOf(items: readonly BlockItem[], k: number): number {
  let at = k - 1;
  while (at >= 0 && (items[at] as BlockItem).kind !== 'Case') at--;
  return at;
}

/** The part of a statement that runs last: the statement behind a label, the end of a block. */
function lastOf(node: Statement): Statement {
  if (node.kind === 'Case' || node.kind === 'Labeled') return lastOf(node.body);
  const last = node.kind === 'Compound' ? node.items.at(-1) : undefined;
  return last &&
    last.kind !== 'Declaration' &&
    last.kind !== 'StaticAssert' &&
    last.kind !== 'PragmaUpc' &&
    last.kind !== 'FunctionDefinition'
    ? lastOf(last)
    : node;
}

function runsOn(lint: Lint, node: Statement): boolean {
  switch (node.kind) {
    case 'Break':
    case 'Continue':
    case 'Return':
    case 'Goto':
    case 'ComputedGoto':
      return false;
    case 'Compound':
      return node.items.length > 0;
    case 'ExpressionStatement':
      return node.expression !== undefined && !neverReturns(lint, node.expression);
    case 'If':
      return !node.otherwise || runsOn(lint, lastOf(node.then)) || runsOn(lint, lastOf(node.otherwise));
    case 'For':
    case 'While':
    case 'DoWhile':
      return !isEndless(lint, node);
    case 'Switch':
      return false;
    default:
      return true;
  }
}

function neverReturns({ facts }: Lint, node: Expression): boolean {
  if (node.kind === 'Comma') return neverReturns({ facts } as Lint, node.right);
  const symbol = node.kind === 'Call' ? facts.symbolOf[node.callee.id] : undefined;
  if (node.kind === 'Conditional')
    return !!node.then && neverReturns({ facts } as Lint, node.then) && neverReturns({ facts } as Lint, node.otherwise);
  return symbol?.kind === 'function' && (symbol.noreturn || symbol.name === '__builtin_unreachable');
}

function isEndless({ facts }: Lint, { test }: { test?: { id: number } }): boolean {
  const constant = test && facts.constantOf[test.id];
  return !test || (constant?.kind === 'integer' && constant.value !== 0n);
}

/** Between the last statement and the label stands a word that the fall is meant. */
function isMarked(before: Statement, label: Case): boolean {
  const [from, to] = [spelledAt(lastOf(before).location), spelledAt(label.location)];
  if (from.file !== to.file || label.location.expansion) return true;
  return MARK.test(from.file.text.slice(from.offset, to.offset));
}
