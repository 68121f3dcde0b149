/**
 * Which functions of a unit may synchronise, themselves or through what they call.
 *
 * One idea: what each function does and calls is read once; then what is true of a callee becomes true of its callers
 * until nothing changes.
 */
import type { Call } from '../ast/ast.ts';
import { childrenOf, type TreeNode } from '../ast/tree.ts';
import type { Facts, FunctionSymbol } from '../semantics/facts.ts';

export interface Reach {
  /** Functions that contain a barrier, one of its halves or a collective call, or reach one. */
  readonly synchronising: ReadonlySet<FunctionSymbol>;
  /** Functions that call, or lead to a call of, something that cannot be looked into. */
  readonly unknown: ReadonlySet<FunctionSymbol>;
}

interface Doings {
  synchronises: boolean;
  callsUnknown: boolean;
  readonly callees: Set<FunctionSymbol>;
}

export function reachOf(facts: Facts): Reach {
  const doings = new Map<FunctionSymbol, Doings>();
  for (const { symbol, definition, isSound } of facts.functions) {
    const own: Doings = { synchronises: false, callsUnknown: !isSound, callees: new Set() };
    collect(facts, definition.body, own);
    doings.set(symbol, own);
  }
  return {
    synchronising: closure(doings, ({ synchronises }) => synchronises),
    unknown: closure(doings, ({ callsUnknown }) => callsUnknown),
  };
}

function collect(facts: Facts, node: TreeNode, own: Doings): void {
  if (node.kind === 'UpcNotify' || node.kind === 'UpcWait' || node.kind === 'UpcBarrier') own.synchronises = true;
  if (node.kind === 'Call') collectCall(facts, node as Call, own);
  for (const child of childrenOf(node)) collect(facts, child, own);
}

function collectCall(facts: Facts, { callee }: Call, own: Doings): void {
  const symbol = facts.symbolOf[callee.id];
  if (symbol?.kind !== 'function') own.callsUnknown = true;
  else if (symbol.name.startsWith('upc_all_')) own.synchronises = true;
  else if (symbol.definition) own.callees.add(symbol);
  else if (!symbol.location.file.system) own.callsUnknown = true;
}

function closure(doings: ReadonlyMap<FunctionSymbol, Doings>, holds: (own: Doings) => boolean): Set<FunctionSymbol> {
  const found = new Set([...doings].filter(([, own]) => holds(own)).map(([symbol]) => symbol));
  for (let known = -1; known < found.size; ) {
    known = found.size;
    for (const [symbol, { callees }] of doings) if ([...callees].some((callee) => found.has(callee))) found.add(symbol);
  }
  return found;
}
