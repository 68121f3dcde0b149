/**
 * Whether control can reach the end of a function, for the warning about a missing return.
 *
 * One idea: each statement answers whether its end can be reached; loops with a constant test end only by break, and
 * labels are taken to be reached. A break behind a return (`return 1; break;`) ends no loop. Answers are kept, as
 * nested statements are asked by each around them.
 */
import type { BlockItem, Compound, Expression, Statement } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import { isTrue } from '../constants/constants.ts';

interface Flow {
  readonly a: Analysis;
  readonly ends: Map<Statement, boolean>;
}

export function endIsReachable(a: Analysis, body: Compound): boolean {
  return itemsEnd({ a, ends: new Map() }, body.items);
}

function itemsEnd(f: Flow, items: readonly BlockItem[]): boolean {
  return walk(f, items).end;
}

/** The statements of a block that control comes to, and whether it comes to the end. */
function walk(f: Flow, items: readonly BlockItem[]): { reached: Statement[]; end: boolean } {
  const reached: Statement[] = [];
  let end = true;
  for (const item of items) {
    if (item.kind === 'Declaration' || item.kind === 'StaticAssert') continue;
    if (item.kind === 'PragmaUpc' || item.kind === 'FunctionDefinition') continue;
    if (!end && !hasLabel(item)) continue;
    reached.push(item);
    end = ends(f, item);
  }
  return { reached, end };
}

function ends(f: Flow, node: Statement): boolean {
  const known = f.ends.get(node);
  if (known !== undefined) return known;
  const answer = endOf(f, node);
  f.ends.set(node, answer);
  return answer;
}

function endOf(f: Flow, node: Statement): boolean {
  switch (node.kind) {
    case 'Compound':
      return itemsEnd(f, node.items);
    case 'ExpressionStatement':
      return !node.expression || !neverReturns(f, node.expression);
    case 'If':
      return ifEnds(f, node);
    case 'While':
      return testOf(f, node.test) !== true || breaksOut(f, node.body);
    case 'DoWhile':
      return (
        (testOf(f, node.test) !== true && (ends(f, node.body) || continues(f, node.body))) || breaksOut(f, node.body)
      );
    case 'For':
      return (node.test !== undefined && testOf(f, node.test) !== true) || breaksOut(f, node.body);
    case 'Switch':
      return (
        ends(f, node.body) ||
        breaksOut(f, node.body) ||
        !(f.a.casesOf[node.id] ?? []).some(({ low }) => low === undefined)
      );
    case 'Labeled':
    case 'Case':
    case 'Critical':
    case 'ChangeTeam':
      return ends(f, node.body);
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

function ifEnds(f: Flow, node: Statement & { kind: 'If' }): boolean {
  const test = testOf(f, node.test);
  const then = test !== false && ends(f, node.then);
  const otherwise = test !== true && (!node.otherwise || ends(f, node.otherwise));
  return then || otherwise;
}

function testOf(f: Flow, node: Expression): boolean | undefined {
  const constant = f.a.constantOf[node.id];
  return constant && isTrue(constant);
}

function neverReturns(f: Flow, node: Expression): boolean {
  if (node.kind === 'Comma') return neverReturns(f, node.left) || neverReturns(f, node.right);
  if (node.kind === 'Cast') return neverReturns(f, node.operand);
  if (node.kind === 'Conditional') return !!node.then && neverReturns(f, node.then) && neverReturns(f, node.otherwise);
  if (node.kind === 'StatementExpression') return !itemsEnd(f, node.body.items);
  if (node.kind !== 'Call') return false;
  const symbol = f.a.symbolOf[node.callee.id];
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

type Test = (node: Statement) => boolean;

/** With a flow only statements that control comes to. */
function some(node: BlockItem, loops: boolean, switches: boolean, holds: Test, f?: Flow): boolean {
  const waiting: BlockItem[] = [node];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    if (item.kind === 'Declaration' || item.kind === 'StaticAssert') continue;
    if (item.kind === 'PragmaUpc' || item.kind === 'FunctionDefinition') continue;
    if (holds(item)) return true;
    if (f && item.kind === 'Compound') waiting.push(...walk(f, item.items).reached);
    else waiting.push(...below(item, loops, switches));
  }
  return false;
}

/** A break that belongs to the statement whose body this is. */
function breaksOut(f: Flow, body: Statement): boolean {
  return some(body, false, false, ({ kind }) => kind === 'Break', f);
}

function continues(f: Flow, body: Statement): boolean {
  return some(body, false, true, ({ kind }) => kind === 'Continue', f);
}

function hasLabel(node: BlockItem): boolean {
  return some(node, true, true, ({ kind }) => kind === 'Labeled' || kind === 'Case');
}
