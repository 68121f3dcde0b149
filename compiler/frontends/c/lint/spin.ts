/**
 * -Wspin: loops that wait for another thread and read what they wait for relaxed (UPC 5.1.2.3p3).
 *
 * One idea: a loop that does nothing ends only by what others write; it has to read that strictly, or with a fence or a
 * call between two reads.
 */

import { advice } from '../../../diagnostics/diagnostic.ts';
import type { Expression } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { Lint } from './lint.ts';
import { spelled } from './spelling.ts';
import { mentions } from './synchronization.ts';

const CODE = 'UPC3302';

/** Whatever changes something, synchronises, or may leave the loop. */
const DOES_SOMETHING: ReadonlySet<string> = new Set([
  'Call',
  'Assignment',
  'IncrementDecrement',
  'StatementExpression',
  'UpcFence',
  'UpcNotify',
  'UpcWait',
  'UpcBarrier',
  'Break',
  'Return',
  'Goto',
  'ComputedGoto',
]);

export function spin(lint: Lint): void {
  const { outline } = lint;
  for (const { test, body } of [...outline.all('While'), ...outline.all('DoWhile')]) check(lint, test, [body, test]);
  for (const { test, body, step } of outline.all('For')) if (test) check(lint, test, [body, test, step]);
}

function check(lint: Lint, test: Expression, parts: readonly (TreeNode | undefined)[]): void {
  if (parts.some((part) => part && mentions(part, DOES_SOMETHING))) return;
  const reads = readsIn(lint, test);
  if (reads.some((read) => isOrdered(lint, read))) return;
  const shared = reads.find((read) => lint.facts.typeOf[read.id]?.shared);
  const memory = shared ?? reads.find((read) => isMemory(lint, read));
  if (!memory) return;
  const name = spelled(memory) ? `'${spelled(memory)}'` : 'data';
  if (shared) {
    const text = `the loop waits for ${name} to change, and reads it relaxed: it need never see another thread's write (UPC 1.3, 5.1.2.3)`;
    lint.warning(CODE, text, memory.location, advice("declare it 'strict', or put 'upc_fence' into the loop"));
  } else {
    const text = `the loop waits for ${name} to change, and reads it as private data that nothing in the loop writes`;
    lint.warning(
      CODE,
      text,
      memory.location,
      advice("declare it 'volatile', or read it through a pointer to strict shared data"),
    );
  }
}

/** The lvalues whose values a test takes. */
function readsIn(lint: Lint, test: Expression): Expression[] {
  const reads: Expression[] = [];
  const enter = (node: TreeNode): void => {
    if (node.kind === 'SizeOf') return;
    if (lint.facts.conversions[node.id]?.[0]?.kind === 'load') reads.push(node as Expression);
    for (const child of childrenOf(node)) enter(child);
  };
  enter(test);
  return reads;
}

function isOrdered(lint: Lint, { id }: Expression): boolean {
  const type = lint.facts.typeOf[id];
  return lint.facts.strict[id] === true || type?.volatile === true || type?.atomic === true;
}

/** Not a local variable: a loop on those alone is endless, and no matter of other threads. */
function isMemory(lint: Lint, node: Expression): boolean {
  if (node.kind === 'Unary') return node.operator === '*';
  if (node.kind === 'Member') return node.arrow || isMemory(lint, node.object);
  if (node.kind === 'Index')
    return lint.facts.typeOf[node.array.id]?.type.kind === 'pointer' || isMemory(lint, node.array);
  const symbol = lint.facts.symbolOf[node.id];
  return symbol?.kind === 'object' && symbol.storage === 'static';
}
