/**
 * Whether control can reach the end of a function, for the warning about a missing return.
 *
 * One idea: each statement answers whether its end can be reached; loops with a constant test end only by break, and
 * labels are taken to be reached.
 */
import type { BlockItem, Compound, Expression, Statement } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { isTrue } from '../constants/constants.ts';

export function endIsReachable(a: Analysis, body: Compound): boolean {
  return itemsEnd(a, body.items);
}

function itemsEnd(a: Analysis, items: readonly BlockItem[]): boolean {
  let reachable = true;
  for (const item of items) {
    if (item.kind === 'Declaration' || item.kind === 'StaticAssert') continue;
    if (item.kind === 'PragmaUpc' || item.kind === 'FunctionDefinition') continue;
    if (reachable || hasLabel(item)) reachable = ends(a, item);
  }
  return reachable;
}

function ends(a: Analysis, node: Statement): boolean {
  switch (node.kind) {
    case 'Compound':
      return itemsEnd(a, node.items);
    case 'ExpressionStatement':
      return !node.expression || !neverReturns(a, node.expression);
    case 'If':
      return ifEnds(a, node);
    case 'While':
      return testOf(a, node.test) !== true || breaksOut(node.body);
    case 'DoWhile':
      return (testOf(a, node.test) !== true && (ends(a, node.body) || continues(node.body))) || breaksOut(node.body);
    case 'For':
      return (node.test !== undefined && testOf(a, node.test) !== true) || breaksOut(node.body);
    case 'Switch':
      return (
        ends(a, node.body) || breaksOut(node.body) || !(a.casesOf[node.id] ?? []).some(({ low }) => low === undefined)
      );
    case 'Labeled':
    case 'Case':
    case 'Critical':
    case 'ChangeTeam':
      return ends(a, node.body);
    case 'Goto':
    case 'ComputedGoto':
    case 'Return':
    case 'Break':
    case 'Continue':
      return false;
    default:
      return true;
  }
}

function ifEnds(a: Analysis, node: Statement & { kind: 'If' }): boolean {
  const test = testOf(a, node.test);
  const then = test !== false && ends(a, node.then);
  const otherwise = test !== true && (!node.otherwise || ends(a, node.otherwise));
  return then || otherwise;
}

function testOf(a: Analysis, node: Expression): boolean | undefined {
  const constant = a.constantOf[node.id];
  return constant && isTrue(constant);
}

function neverReturns(a: Analysis, node: Expression): boolean {
  if (node.kind === 'Comma') return neverReturns(a, node.left) || neverReturns(a, node.right);
  if (node.kind === 'Cast') return neverReturns(a, node.operand);
  if (node.kind === 'Conditional') return !!node.then && neverReturns(a, node.then) && neverReturns(a, node.otherwise);
  if (node.kind === 'StatementExpression') return !itemsEnd(a, node.body.items);
  if (node.kind !== 'Call') return false;
  const symbol = a.symbolOf[node.callee.id];
  return symbol?.kind === 'function' && symbol.noreturn;
}

/** Statements right below a statement; `loops` says whether to go into loops, and likewise for switches. */
function below(node: Statement, loops: boolean, switches: boolean): readonly BlockItem[] {
  switch (node.kind) {
    case 'Compound':
      return node.items;
    case 'If':
      return node.otherwise ? [node.then, node.otherwise] : [node.then];
    case 'Labeled':
    case 'Case':
    case 'Critical':
    case 'ChangeTeam':
      return [node.body];
    case 'Switch':
      return switches ? [node.body] : [];
    case 'While':
    case 'DoWhile':
    case 'For':
    case 'UpcForall':
      return loops ? [node.body] : [];
    default:
      return [];
  }
}

function some(node: BlockItem, loops: boolean, switches: boolean, holds: (node: Statement) => boolean): boolean {
  const waiting: BlockItem[] = [node];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (item.kind === 'Declaration' || item.kind === 'StaticAssert') continue;
    if (item.kind === 'PragmaUpc' || item.kind === 'FunctionDefinition') continue;
    if (holds(item)) return true;
    waiting.push(...below(item, loops, switches));
  }
  return false;
}

/** A break that belongs to the statement whose body this is. */
function breaksOut(body: Statement): boolean {
  return some(body, false, false, ({ kind }) => kind === 'Break');
}

function continues(body: Statement): boolean {
  return some(body, false, true, ({ kind }) => kind === 'Continue');
}

function hasLabel(node: BlockItem): boolean {
  return some(node, true, true, ({ kind }) => kind === 'Labeled' || kind === 'Case');
}
