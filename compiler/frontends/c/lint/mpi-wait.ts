/**
 * -Wmpi-wait: a request of this function that a call begins, and that nothing is done with: nobody waits for it (MPI 3.1, 3.7.3).
 *
 * One idea: such a request, or array of them, is named in nothing but the last arguments of calls that begin something.
 */
import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Call, Identifier } from '../ast/ast.ts';
import type { TreeNode } from '../ast/tree.ts';
import type { ObjectSymbol } from '../semantics/facts.ts';
import type { Lint } from './lint.ts';
import { mpiCalls } from './mpi-calls.ts';

export function mpiWait(lint: Lint): void {
  const begins = new Map<Call, string>();
  for (const { name, isBegun, node } of mpiCalls(lint)) if (isBegun) begins.set(node, name);
  const looked = new Set<ObjectSymbol>();
  for (const call of begins.keys()) {
    const symbol = requestIn(lint, call);
    if (!symbol || looked.has(symbol)) continue;
    looked.add(symbol);
    const calls = lint.outline.usesOf(lint.facts, symbol).map((use) => beginningOf(lint, use));
    if (calls.every((each) => each !== undefined && begins.has(each))) tell(lint, symbol, call, begins.get(call)!);
  }
}

function tell(lint: Lint, { name, location }: ObjectSymbol, call: Call, begun: string): void {
  const text = `nobody waits for the request '${name}' that '${begun}' begins: MPI_Wait or MPI_Test completes it (MPI 3.1, 3.7.3)`;
  lint.warning('SEM3662', text, call.location, noteAt(`'${name}' is declared here`, location));
}

/** The variable of this function whose address the last argument is. */
function requestIn({ facts, outline }: Lint, call: Call): ObjectSymbol | undefined {
  for (const use of outline.all('Identifier')) {
    const symbol = facts.symbolOf[use.id];
    if (symbol?.kind !== 'object' || symbol.storage !== 'automatic') continue;
    if (beginningOf({ facts, outline } as Lint, use) === call) return symbol;
  }
  return undefined;
}

/** The call whose last argument is `&r`, `&r[i]`, `r` or `r + i` of this use. */
function beginningOf({ outline, facts }: Lint, use: Identifier): Call | undefined {
  let node: TreeNode = use;
  for (let parent = outline.parentOf(node); parent; node = parent, parent = outline.parentOf(node)) {
    if (parent.kind === 'Call') {
      const call = parent as unknown as Call;
      return call.arguments.at(-1)?.id === node.id && isRequest(facts, call, node) ? call : undefined;
    }
    if (parent.kind === 'Index' && (parent as unknown as { base: TreeNode }).base.id !== node.id) return undefined;
    if (parent.kind !== 'Index' && parent.kind !== 'Unary' && parent.kind !== 'Binary' && parent.kind !== 'Paren') return undefined;
  }
  return undefined;
}
