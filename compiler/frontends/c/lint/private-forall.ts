/**
 * -Wprivate-forall: a private array that the iterations of a upc_forall fill, each thread its own copy, and that one
 * thread reads after it: the elements of the other threads' iterations are not there. It was meant to be shared.
 *
 * Nothing is said where the array is filled or given away elsewhere, or where the thread may read its own elements only.
 */

import { advice, type Fix, insertion, noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Declaration, Expression, Identifier, If, Index, UpcForall } from '../ast/ast.ts';
import { type TreeNode, visitTree } from '../ast/tree.ts';
import type { FunctionFacts, ObjectSymbol } from '../semantics/facts.ts';
import { isShared } from '../semantics/types/primitives.ts';
import type { Lint } from './lint.ts';
import { sharesOut } from './single-valued.ts';
import { mentions } from './synchronization.ts';

const CODE = 'UPC3309';

/** A use of the array, as one element of it. */
interface Use {
  readonly name: Identifier;
  /** The outermost of `a[i][j]`; undefined where the array itself is used. */
  readonly element?: Index;
}

export function privateForall(lint: Lint, f: FunctionFacts): void {
  if (lint.threads === 1) return;
  const reported = new Set<ObjectSymbol>();
  for (const loop of lint.outline.all('UpcForall')) {
    if (!sharesOut(loop)) continue;
    for (const symbol of filledBy(lint, loop)) {
      if (reported.has(symbol) || usedElsewhere(lint, symbol, f)) continue;
      if (check(lint, loop, symbol)) reported.add(symbol);
    }
  }
}

/** Private arrays of which the loop assigns elements that its counter chooses. */
function filledBy(lint: Lint, loop: UpcForall): Set<ObjectSymbol> {
  const filled = new Set<ObjectSymbol>();
  visitTree(loop.body, (node) => {
    const target = assignedBy(node);
    const use = target && useOf(lint, nameIn(target));
    if (use?.element !== target || !use?.element) return;
    const symbol = arrayOf(lint, use.name);
    if (symbol && dependsOn(lint, use.element, counterOf(lint, loop))) filled.add(symbol);
  });
  return filled;
}

function assignedBy(node: TreeNode): Expression | undefined {
  if (node.kind === 'Assignment') return (node as Expression & { kind: 'Assignment' }).left;
  return node.kind === 'IncrementDecrement' ? (node as Expression & { kind: 'IncrementDecrement' }).operand : undefined;
}

/** `a` of `a[i][j]`. */
function nameIn(node: Expression): Identifier | undefined {
  let at = node;
  while (at.kind === 'Index') at = at.array;
  return at.kind === 'Identifier' ? at : undefined;
}

function arrayOf({ facts }: Lint, { id }: Identifier): ObjectSymbol | undefined {
  const symbol = facts.symbolOf[id];
  if (symbol?.kind !== 'object' || symbol.type.type.kind !== 'array') return undefined;
  return isShared(symbol.type) || symbol.coshape ? undefined : symbol;
}

function counterOf({ facts }: Lint, { initial }: UpcForall): unknown {
  if (initial?.kind === 'Declaration') return facts.symbolOf[initial.declarators[0]?.id ?? -1];
  return initial?.kind === 'Assignment' ? facts.symbolOf[initial.left.id] : undefined;
}

function dependsOn({ facts }: Lint, element: Index, counter: unknown): boolean {
  let depends = false;
  for (let at: Expression = element; at.kind === 'Index'; at = at.array)
    visitTree(at.index, ({ id, kind }) => {
      depends ||= kind === 'Identifier' && counter !== undefined && facts.symbolOf[id] === counter;
    });
  return depends;
}

/** The element that a use of the name is about: an access of a scalar, not an address. */
function useOf(lint: Lint, name: Identifier | undefined): Use | undefined {
  if (!name) return undefined;
  let at: TreeNode = name;
  for (let up = lint.outline.parentOf(at); up?.kind === 'Index' && (up as Index).array === at; ) {
    at = up;
    up = lint.outline.parentOf(at);
  }
  const isElement = at !== name && lint.facts.typeOf[at.id]?.type.kind !== 'array' && !isAddressed(lint, at);
  return { name, ...(isElement && { element: at as Index }) };
}

function isAddressed(lint: Lint, node: TreeNode): boolean {
  const up = lint.outline.parentOf(node);
  return up?.kind === 'Unary' && (up as Expression & { kind: 'Unary' }).operator === '&';
}

/** True where another function names the array, or another unit may. */
function usedElsewhere({ facts }: Lint, symbol: ObjectSymbol, { definition }: FunctionFacts): boolean {
  if (symbol.owner) return false;
  if (symbol.linkage === 'external' && !facts.functions.some(({ symbol: { name } }) => name === 'main')) return true;
  return facts.functions.some(
    (other) => other.definition !== definition && mentionsSymbol(facts, other.definition.body, symbol),
  );
}

function mentionsSymbol(facts: Lint['facts'], body: TreeNode, symbol: ObjectSymbol): boolean {
  let found = false;
  visitTree(body, ({ id, kind }) => {
    found ||= kind === 'Identifier' && facts.symbolOf[id] === symbol;
  });
  return found;
}

/** Warns where all that follows the loop only reads elements, and one thread reads those of all iterations. */
function check(lint: Lint, loop: UpcForall, symbol: ObjectSymbol): boolean {
  let witness: { element: Index; by: If } | undefined;
  let behind = false;
  for (const name of lint.outline.all('Identifier')) {
    if (lint.facts.symbolOf[name.id] !== symbol) continue;
    const use = useOf(lint, name) as Use;
    const around = [...lint.outline.around(name)];
    if (around.includes(loop)) behind = true;
    if (!use.element) return false;
    if (around.some(({ kind }) => kind === 'UpcForall')) continue;
    const isRead = !isAssigned(lint, use.element);
    if (behind && !isRead) return false;
    const by = behind ? oneThread(lint, around, use.element) : undefined;
    if (by) witness ??= { element: use.element, by };
  }
  if (witness) warn(lint, loop, symbol, witness.element);
  return witness !== undefined;
}

function isAssigned(lint: Lint, element: TreeNode): boolean {
  const up = lint.outline.parentOf(element);
  return up !== undefined && assignedBy(up) === element;
}

const OF_ONE: ReadonlySet<string> = new Set(['MyThread', 'Call', 'UpcForall']);
const OF_THREADS: ReadonlySet<string> = new Set(['Threads', ...OF_ONE]);

/** `i < 10 * THREADS` of a loop leaves out no thread's elements. */
function isBound(node: TreeNode, part: TreeNode): boolean {
  if (node.kind !== 'For' || part !== (node as unknown as UpcForall).test) return false;
  return part.kind === 'Binary' && /^[<>]=?$/.test((part as Expression & { kind: 'Binary' }).operator);
}

/** The `if (MYTHREAD == 0)` around a read whose index runs through a loop in it that knows nothing of threads. */
function oneThread(lint: Lint, around: readonly TreeNode[], element: Index): If | undefined {
  let inLoop = false;
  for (const [k, node] of around.entries()) {
    if (node.kind === 'If' && (node as If).then === around[k - 1] && isOneThread(lint, (node as If).test))
      return inLoop && !mentions(element, OF_THREADS) ? (node as If) : undefined;
    if (
      controlOf(node).some((part) => mentions(part, isBound(node, part) ? OF_ONE : OF_THREADS) || differs(lint, part))
    )
      return undefined;
    if (node.kind === 'For') inLoop ||= runsThrough(lint, node as TreeNode & { kind: 'For' }, element);
  }
  return undefined;
}

function differs(lint: Lint, node: TreeNode): boolean {
  let found = false;
  visitTree(node, ({ id }) => {
    found ||= lint.divergence().has(id);
  });
  return found;
}

/** Expressions that decide which iterations and branches run. */
function controlOf(node: TreeNode): TreeNode[] {
  const { test, step, initial } = node as { test?: TreeNode; step?: TreeNode; initial?: TreeNode };
  return [test, step, initial].filter((part) => part !== undefined);
}

function runsThrough(lint: Lint, node: TreeNode, element: Index): boolean {
  return dependsOn(lint, element, counterOf(lint, node as unknown as UpcForall));
}

/** `MYTHREAD == 0`, `!MYTHREAD`, or either with `&&` more. */
function isOneThread(lint: Lint, test: Expression): boolean {
  if (test.kind === 'Unary') return test.operator === '!' && isOwn(lint, test.operand);
  if (test.kind !== 'Binary') return false;
  const { operator, left, right } = test;
  if (operator === '&&') return isOneThread(lint, left) || isOneThread(lint, right);
  return operator === '==' && (isOwn(lint, left) ? isFixed(lint, right) : isOwn(lint, right) && isFixed(lint, left));
}

function isOwn({ divergence }: Lint, node: Expression): boolean {
  const origin = divergence().get(node.id);
  return node.kind === 'MyThread' || (node.kind === 'Identifier' && origin?.text === `'${node.name}'`);
}

function isFixed({ facts }: Lint, { id, kind }: Expression): boolean {
  return facts.constantOf[id]?.kind === 'integer' || kind === 'Identifier';
}

function warn(lint: Lint, loop: UpcForall, symbol: ObjectSymbol, element: Index): void {
  const { name } = symbol;
  const text = `'${name}' is private: each thread has its own, with the elements of its own iterations alone, and one thread reads them all here (UPC 1.3, 6.6.2)`;
  const dealt = isDealt(lint, symbol);
  const fixes = declareShared(lint, symbol, dealt);
  const notes = noteAt(`the upc_forall that fills '${name}' is here`, loop.location);
  if (!dealt)
    notes.push(
      ...advice(
        `'shared' without '[]' deals the elements to the threads, where their number is a multiple of THREADS or -T=N fixes it`,
      ),
    );
  if (fixes.length === 0) notes.push(...advice(`declare '${name}' shared`));
  lint.warning(CODE, text, element.location, notes, fixes);
}

/** Whether an array of this length can be dealt to any number of threads, or to the number that is fixed. */
function isDealt(lint: Lint, symbol: ObjectSymbol): boolean {
  const declaration = declarationOf(lint, symbol);
  return lint.threads !== undefined || (!!declaration && mentions(declaration, new Set(['Threads'])));
}

/** An array that is not dealt goes to thread 0 as a whole. */
function declareShared(lint: Lint, symbol: ObjectSymbol, dealt: boolean): Fix[] {
  const declaration = declarationOf(lint, symbol);
  if (declaration?.declarators.length !== 1 || declaration.location.expansion) return [];
  const text = `${symbol.storage === 'automatic' ? 'static ' : ''}shared ${dealt ? '' : '[] '}`;
  return [{ ...insertion(declaration.location, text), title: `declare '${symbol.name}' shared` }];
}

function declarationOf({ facts, outline, unit }: Lint, symbol: ObjectSymbol): Declaration | undefined {
  const declares = ({ declarators }: Declaration) => declarators.some(({ id }) => facts.symbolOf[id] === symbol);
  const ofFile = () => unit.declarations.filter((each) => each.kind === 'Declaration');
  return outline.all('Declaration').find(declares) ?? ofFile().find(declares);
}
