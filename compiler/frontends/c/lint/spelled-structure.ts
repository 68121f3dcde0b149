/**
 * -Wempty-body, -Wparentheses, -Wdangling-else: where the text looks as if it meant another structure than it has.
 *
 * The tree has no parentheses: the text around an operand shows whether it stands in some.
 */

import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Binary, Expression, If, Statement } from '../ast/ast.ts';
import type { Lint } from './lint.ts';

export function emptyBody(lint: Lint): void {
  for (const { then, otherwise } of lint.outline.all('If')) {
    if (otherwise && isEmpty(otherwise)) warnEmpty(lint, otherwise, "an 'else' statement");
    else if (!otherwise && isEmpty(then)) warnEmpty(lint, then, "an 'if' statement");
  }
}

function isEmpty(node: Statement): boolean {
  return node.kind === 'ExpressionStatement' && !node.expression && !node.location.expansion;
}

function warnEmpty(lint: Lint, { location }: Statement, what: string): void {
  lint.warning('SEM3651', `suggest braces around empty body in ${what}`, location);
}

/** `if (a) if (b) x; else y;` */
export function danglingElse(lint: Lint): void {
  for (const node of lint.outline.all('If')) {
    const inner = innerIf(node.then);
    if (!inner?.otherwise || node.otherwise || node.location.expansion) continue;
    const text = "suggest explicit braces to avoid ambiguous 'else'";
    lint.warning('SEM3652', text, node.location, noteAt("the 'else' belongs to this 'if'", inner.location));
  }
}

function innerIf(node: Statement): If | undefined {
  if (node.kind === 'If') return node;
  return node.kind === 'For' || node.kind === 'While' || node.kind === 'UpcForall' ? innerIf(node.body) : undefined;
}

export function parentheses(lint: Lint): void {
  for (const kind of ['If', 'While', 'DoWhile', 'For'] as const)
    for (const { test } of lint.outline.all(kind)) if (test) truthOf(lint, test);
  for (const node of lint.outline.all('Binary')) mixed(lint, node);
}

/** An assignment as a condition, in one pair of parentheses only. */
function truthOf(lint: Lint, node: Expression): void {
  if (node.kind !== 'Assignment' || node.operator !== '=' || isBraced(node)) return;
  lint.warning('SEM3653', 'suggest parentheses around assignment used as truth value', node.location);
}

/** True where two parentheses open before the first token; what comes from a macro is taken to be alright. */
function isBraced(node: Expression): boolean {
  const { file, offset, expansion } = firstOf(node).location;
  return (
    expansion !== undefined ||
    node.location.expansion !== undefined ||
    /\(\s*\(\s*$/.test(file.text.slice(Math.max(0, offset - 40), offset))
  );
}

function firstOf(node: Expression): Expression {
  let at = node;
  for (;;) {
    if (at.kind === 'Assignment' || at.kind === 'Binary') at = at.left;
    else if (at.kind === 'Index') at = at.array;
    else if (at.kind === 'Member') at = at.object;
    else if (at.kind === 'Call') at = at.callee;
    else return at;
  }
}

const BITS: ReadonlySet<string> = new Set(['&', '|', '^']);
const SUMS: ReadonlySet<string> = new Set(['+', '-']);
const ORDER: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '==', '!=']);
const ONLY_ORDER: ReadonlySet<string> = new Set(['<', '>', '<=', '>=']);

interface Mixture {
  readonly outer: ReadonlySet<string>;
  readonly inner: ReadonlySet<string>;
  text(outer: string, inner: string): string;
}

const MIXTURES: readonly Mixture[] = [
  { outer: new Set(['||']), inner: new Set(['&&']), text: (outer, inner) => `'${inner}' within '${outer}'` },
  { outer: new Set(['<<', '>>']), inner: SUMS, text: (outer, inner) => `'${inner}' inside '${outer}'` },
  { outer: BITS, inner: ORDER, text: (outer) => `comparison in operand of '${outer}'` },
  { outer: new Set(['|', '^']), inner: SUMS, text: (outer) => `arithmetic in operand of '${outer}'` },
  { outer: new Set(['&']), inner: SUMS, text: (outer, inner) => `'${inner}' in operand of '${outer}'` },
  { outer: ONLY_ORDER, inner: ONLY_ORDER, text: (_, inner) => `'${inner}': 'a < b < c' compares a truth value` },
];

function mixed(lint: Lint, node: Binary): void {
  if (node.location.expansion) return;
  for (const side of [node.left, node.right]) {
    if (side.kind !== 'Binary' || side.location.expansion || isApart(node, side)) continue;
    const mixture = MIXTURES.find(({ outer, inner }) => outer.has(node.operator) && inner.has(side.operator));
    if (mixture)
      lint.warning(
        'SEM3653',
        `suggest parentheses around ${mixture.text(node.operator, side.operator)}`,
        side.location,
      );
  }
}

/** True where a parenthesis stands between an operand and the operator. */
function isApart({ location, left }: Binary, side: Binary): boolean {
  const { file, offset, length } = location;
  if (side.location.file !== file) return true;
  if (side === left) return file.text.slice(side.location.offset, offset).includes(')');
  return file.text.slice(offset + length, side.location.offset).includes('(');
}
