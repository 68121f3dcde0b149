/**
 * -Wunmatched-barriers: barriers and collective calls that not all threads execute, or not equally often (UPC 3.9,
 * 6.6.1p3, 6.6.2p10).
 *
 * One idea: where a condition differs between threads, the ways that it chooses between must synchronise alike; a way
 * that ends in a jump is compared with what the jump leaves out.
 */

import { type Note, noteAt } from '../../../diagnostics/diagnostic.ts';
import type { BlockItem, Compound, Expression, If, Statement, UpcForall } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { FunctionFacts } from '../semantics/facts.ts';
import type { Origin } from './divergence.ts';
import type { Lint } from './lint.ts';
import { inOrder, mentions, type Sequence, type Step, words } from './synchronization.ts';

const CODE = 'UPC3300';

/** Nesting of a statement: in the body of the function, of a loop, or deeper. */
type Place = 'function' | 'loop' | 'block';

export function unmatchedBarriers(lint: Lint, { definition }: FunctionFacts): void {
  if (hasSteps(lint)) inItems(lint, definition.body, 'function');
}

/** Is there anything in the function that threads could execute unequally often? */
function hasSteps({ outline, facts, synchronization }: Lint): boolean {
  const barriers = ['UpcNotify', 'UpcWait', 'UpcBarrier'] as const;
  if (barriers.some((kind) => outline.all(kind).length > 0)) return true;
  return outline.all('Call').some(({ callee }) => synchronization.isStep(facts.symbolOf[callee.id]));
}

function inItems(lint: Lint, { items }: Compound, place: Place): void {
  items.forEach((item, index) => {
    if (item.kind === 'If') checkIf(lint, item, items.slice(index + 1), place);
    inside(lint, item);
  });
}

/** A statement's own check, and those of the statements in it. */
function check(lint: Lint, node: TreeNode, place: Place): void {
  const statement = node as BlockItem;
  if (statement.kind === 'If') checkIf(lint, statement, [], place);
  if (statement.kind === 'Compound') inItems(lint, statement, place);
  else inside(lint, node);
}

function inside(lint: Lint, node: TreeNode): void {
  const statement = node as BlockItem;
  switch (statement.kind) {
    case 'Compound':
      inItems(lint, statement, 'block');
      return;
    case 'While':
    case 'DoWhile':
    case 'For':
      checkLoop(lint, statement.test, statement.body);
      check(lint, statement.body, 'loop');
      return;
    case 'UpcForall':
      checkForall(lint, statement);
      return;
    default:
      for (const child of childrenOf(node)) check(lint, child, 'block');
  }
}

// ---------------------------------------------------------------- loops

function checkLoop(lint: Lint, test: Expression | undefined, body: Statement): void {
  const origin = test && lint.divergence().get(test.id);
  const [step] = origin ? lint.synchronization.of(body).steps : [];
  if (!test || !origin || !step) return;
  const text = `'${step.name}' in a loop whose number of iterations depends on ${origin.text}: threads execute it unequally often (UPC 1.3, 3.9)`;
  lint.warning(CODE, text, step.location, notesOf(origin, test));
}

/** Not even where all threads run all iterations: UPC 6.6.2p10. */
function checkForall(lint: Lint, { body, location }: UpcForall): void {
  const step = lint.synchronization.anywhere(body);
  if (!step) return;
  const text = `'${step.name}' in the body of a upc_forall, where nothing collective may be executed (UPC 1.3, 6.6.2)`;
  lint.warning(CODE, text, step.location, noteAt('the upc_forall is here', location));
}

// ---------------------------------------------------------------- conditions

const JUMPS: ReadonlySet<string> = new Set(['Return', 'Goto', 'ComputedGoto', 'Break', 'Continue', 'Labeled', 'Case']);

interface Ways {
  readonly then: Sequence;
  readonly otherwise: Sequence;
  /** True where what follows the statement is the same for both. */
  readonly complete: boolean;
}

function checkIf(lint: Lint, node: If, rest: readonly BlockItem[], place: Place): void {
  const origin = lint.divergence().get(node.test.id);
  if (!origin) return;
  const ways = waysOf(lint, node, rest, place);
  if (!ways) return;
  const { then, otherwise, complete } = ways;
  if (words(then) === words(otherwise)) return;
  const empty = [then, otherwise].find(({ steps }) => steps.length === 0);
  const differ = complete && then.exact && otherwise.exact;
  if (differ || (empty?.exact && (complete || empty === then))) report(lint, node, origin, ways);
}

/** Nothing where the text does not say which ways are to be compared. */
function waysOf(lint: Lint, { then, otherwise }: If, rest: readonly BlockItem[], place: Place): Ways | undefined {
  const first = lint.synchronization.of(then);
  const second = otherwise ? lint.synchronization.of(otherwise) : lint.synchronization.items([]);
  if (neverReturns(lint, then) || (otherwise && neverReturns(lint, otherwise))) return undefined;
  if (otherwise && mentions(otherwise, JUMPS)) return undefined;
  if (!mentions(then, JUMPS)) return { then: first, otherwise: second, complete: true };
  if (!endsOnlyIn(then, place === 'loop' ? LEAVING_LOOP : LEAVING)) return undefined;
  const passed = inOrder([second, lint.synchronization.items(rest)]);
  return {
    then: first,
    otherwise: passed,
    complete: place === 'function' && !rest.some((item) => mentions(item, JUMPS)),
  };
}

const LEAVING: ReadonlySet<string> = new Set(['Return']);
const LEAVING_LOOP: ReadonlySet<string> = new Set(['Return', 'Break', 'Continue']);

/** True where a jump of one of the kinds is the last statement, and there is no other. */
function endsOnlyIn(node: Statement, kinds: ReadonlySet<string>): boolean {
  if (kinds.has(node.kind)) return true;
  if (node.kind !== 'Compound') return false;
  const last = node.items.at(-1);
  return !!last && kinds.has(last.kind) && !node.items.slice(0, -1).some((item) => mentions(item, JUMPS));
}

/** An exit for errors: the threads that take it end the program or themselves. */
function neverReturns(lint: Lint, node: TreeNode): boolean {
  if (node.kind === 'Call') {
    const symbol = lint.facts.symbolOf[(node as TreeNode & { callee: TreeNode }).callee.id];
    return symbol?.kind === 'function' && symbol.noreturn;
  }
  return childrenOf(node).some((child) => neverReturns(lint, child));
}

function report(lint: Lint, { test }: If, origin: Origin, { then, otherwise }: Ways): void {
  const step = unmatched(then, otherwise) ?? unmatched(otherwise, then);
  if (!step) return;
  const text = `'${step.name}' is executed only by threads that the condition on ${origin.text} chooses: all must execute the same collective operations (UPC 1.3, 3.9)`;
  lint.warning(CODE, text, step.location, notesOf(origin, test));
}

/** Notes: place of the condition, and of the assignment of a value that differs to its variable. */
function notesOf({ text, location }: Origin, test: Expression): Note[] {
  const notes = noteAt(`the condition depends on ${text}`, test.location);
  return text.startsWith("'")
    ? [...notes, ...noteAt(`${text} differs between threads because of this`, location)]
    : notes;
}

/** The first step that the other sequence does not have in its place. */
function unmatched(one: Sequence, other: Sequence): Step | undefined {
  return one.steps.find(({ word }, index) => other.steps[index]?.word !== word);
}
