/**
 * -Wmpi-wait: a request of this function that a call begins, and that nothing is done with: nobody waits for it (MPI 3.1, 3.7.3).
 *
 * One idea: such a request, or array of them, is named in nothing but the last arguments of calls that begin something.
 */
import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Call, Identifier, Index, Unary } from '../ast/ast.ts';
import type { TreeNode } from '../ast/tree.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';
import { type MpiCall, mpiCalls } from './mpi-calls.ts';

export function mpiWait(lint: Lint): void {
  const begins = new Map<TreeNode, MpiCall>();
  for (const call of mpiCalls(lint)) if (call.isBegun) begins.set(call.node, call);
  if (begins.size === 0) return;
  const found = new Map<ObjectSymbol, Call | undefined>();
  for (const use of lint.outline.all('Identifier')) {
    const symbol = lint.facts.symbolOf[use.id];
    if (symbol?.kind !== 'object' || symbol.storage !== 'automatic') continue;
    const call = beginningOf(lint, begins, use);
    if (!found.has(symbol)) found.set(symbol, call);
    else if (call === undefined) found.set(symbol, undefined);
  }
  for (const [symbol, call] of found) if (call) tell(lint, symbol, begins.get(call)!);
}

function tell(lint: Lint, { name, location }: ObjectSymbol, { name: begun, node }: MpiCall): void {
  const text = `nobody waits for the request '${name}' that '${begun}' begins: MPI_Wait or MPI_Test completes it (MPI 3.1, 3.7.3)`;
  lint.warning('SEM3662', text, node.location, noteAt(`'${name}' is declared here`, location));
}

/** The call that begins something and whose last argument is the address of this variable, or of an element of it. */
function beginningOf({ outline }: Lint, begins: ReadonlyMap<TreeNode, MpiCall>, use: Identifier): Call | undefined {
  let node: TreeNode = use;
  for (let parent = outline.parentOf(node); parent; parent = outline.parentOf(node)) {
    const call = begins.get(parent)?.node;
    if (call) return call.arguments.at(-1)?.id === node.id ? call : undefined;
    if (!isPlace(parent, node)) return undefined;
    node = parent;
  }
  return undefined;
}

/** `&r`, `r[i]`, `r + i` of r. */
function isPlace(parent: TreeNode, node: TreeNode): boolean {
  if (parent.kind === 'Index') return (parent as unknown as Index).array.id === node.id;
  return parent.kind === 'Binary' || (parent.kind === 'Unary' && (parent as unknown as Unary).operator === '&');
}
