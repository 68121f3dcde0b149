/**
 * Loops that count through integers one by one: `for (i = first; i < end; i++)` with nothing in the body that changes i,
 * leaves the loop, calls, or synchronises.
 */
import type { Assignment, Binary, Call, Expression, For, IncrementDecrement } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { Facts, ObjectSymbol } from '../semantics/facts.ts';
import { isInteger } from '../semantics/types/primitives.ts';
import { mentions } from './synchronization.ts';

export interface CountedLoop {
  readonly counter: ObjectSymbol;
  readonly first: Expression;
  readonly end: Expression;
  /** True for `i <= end`. */
  readonly includesEnd: boolean;
  readonly body: For['body'];
  /** Objects that the loop assigns: the value of an expression with none of these does not change. */
  readonly assigned: ReadonlySet<unknown>;
}

const NOT_PLAIN: ReadonlySet<string> = new Set([
  'For',
  'While',
  'DoWhile',
  'UpcForall',
  'Switch',
  'Break',
  'Continue',
  'Return',
  'Goto',
  'ComputedGoto',
  'Labeled',
  'UpcFence',
  'UpcNotify',
  'UpcWait',
  'UpcBarrier',
  'StatementExpression',
]);

export function countedLoop(facts: Facts, node: For): CountedLoop | undefined {
  const { initial, test, step, body } = node;
  const start = startOf(facts, initial);
  if (!start || !test || !step || mentions(body, NOT_PLAIN) || callsAny(facts, body)) return undefined;
  const { counter, first } = start;
  if (!isStep(facts, step, counter) || test.kind !== 'Binary' || !names(facts, test.left, counter)) return undefined;
  if (test.operator !== '<' && test.operator !== '<=') return undefined;
  const assigned = new Set<unknown>();
  collectAssigned(facts, body, assigned);
  if (assigned.has(counter)) return undefined;
  assigned.add(counter);
  const loop = { counter, first, end: test.right, includesEnd: test.operator === '<=', body, assigned };
  return isFixed(facts, test.right, loop) ? loop : undefined;
}

/** True where the value of an expression of names, numbers and arithmetic is the same in all iterations. */
export function isFixed(facts: Facts, node: TreeNode, { assigned }: Pick<CountedLoop, 'assigned'>): boolean {
  if (node.kind === 'Identifier') {
    const symbol = facts.symbolOf[node.id];
    return !assigned.has(symbol) && (symbol?.kind !== 'object' || !symbol.type.shared);
  }
  const simple = ['IntegerLiteral', 'Threads', 'MyThread', 'Binary', 'Unary', 'Index', 'Member', 'SizeOf', 'Cast'];
  return (
    simple.includes(node.kind) &&
    childrenOf(node).every((each) => each.kind === 'TypeName' || isFixed(facts, each, { assigned }))
  );
}

function startOf(facts: Facts, initial: For['initial']): { counter: ObjectSymbol; first: Expression } | undefined {
  if (initial?.kind === 'Declaration') {
    const [only, ...others] = initial.declarators;
    const symbol = only && facts.symbolOf[only.id];
    const value = only?.initializer;
    if (others.length > 0 || symbol?.kind !== 'object' || !value || value.kind === 'InitializerList') return undefined;
    return isInteger(symbol.type.type) ? { counter: symbol, first: value } : undefined;
  }
  if (initial?.kind !== 'Assignment' || initial.operator !== '=') return undefined;
  const symbol = facts.symbolOf[initial.left.id];
  if (initial.left.kind !== 'Identifier' || symbol?.kind !== 'object' || symbol.type.shared) return undefined;
  return isInteger(symbol.type.type) ? { counter: symbol, first: initial.right } : undefined;
}

/** `i++`, `++i` or `i += 1`. */
function isStep(facts: Facts, step: Expression, counter: ObjectSymbol): boolean {
  if (step.kind === 'IncrementDecrement') return step.operator === '++' && names(facts, step.operand, counter);
  if (step.kind !== 'Assignment' || step.operator !== '+=') return false;
  return names(facts, step.left, counter) && isOne(facts, step.right);
}

function isOne(facts: Facts, { id }: Expression): boolean {
  const constant = facts.constantOf[id];
  return constant?.kind === 'integer' && constant.value === 1n;
}

export function names(facts: Facts, node: Expression, symbol: ObjectSymbol): boolean {
  return node.kind === 'Identifier' && facts.symbolOf[node.id] === symbol;
}

/** The library's mathematics apart, a call may do anything. */
function callsAny(facts: Facts, node: TreeNode): boolean {
  if (node.kind === 'Call') {
    const symbol = facts.symbolOf[(node as Call).callee.id];
    if (!symbol?.location.file.name.endsWith('math.h')) return true;
  }
  return childrenOf(node).some((each) => callsAny(facts, each));
}

function collectAssigned(facts: Facts, node: TreeNode, into: Set<unknown>): void {
  const target =
    node.kind === 'Assignment'
      ? (node as Assignment).left
      : node.kind === 'IncrementDecrement'
        ? (node as IncrementDecrement).operand
        : undefined;
  if (target) into.add(facts.symbolOf[target.id]);
  for (const each of childrenOf(node)) collectAssigned(facts, each, into);
}

/** Distance of an index from the counter: `i` is 0, `i + n` is n, a number or an expression; else undefined. */
export function distanceFrom(facts: Facts, index: Expression, loop: CountedLoop): Expression | 0 | undefined {
  if (names(facts, index, loop.counter)) return 0;
  if (index.kind !== 'Binary' || index.operator !== '+') return undefined;
  const { left, right } = index as Binary;
  const other = names(facts, left, loop.counter) ? right : names(facts, right, loop.counter) ? left : undefined;
  return other && isFixed(facts, other, loop) ? other : undefined;
}
