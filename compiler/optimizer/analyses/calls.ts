/**
 * Who calls whom.
 *
 * Takes: the functions of a program. Gives: for each its size and calls, in an order in which callees come before their
 * callers, and which call themselves, through others or not. (Tarjan, Depth-First Search and Linear Graph Algorithms,
 * 1972: strongly connected components.)
 */
import { operandsOf } from '../../ir/builders.ts';
import type { Call, Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { blocksOf, expressionsOf, visitExpressions, visitStatements } from '../../ir/walk.ts';

export interface CallGraph {
  /** Names, callees first; within a circle as it comes. Who is called by its address comes before who gives that away. */
  readonly order: readonly string[];
  /** Functions on a circle of calls. */
  readonly recursive: ReadonlySet<string>;
  /** Number of calls by name, of each function that is called. */
  readonly calls: ReadonlyMap<string, number>;
}

export function callGraph(functions: ReadonlyMap<string, Definition>): CallGraph {
  const calls = new Map<string, number>();
  const edges = new Map<string, ReadonlySet<string>>();
  const addressed = new Set<string>();
  for (const [name, { body }] of functions) {
    edges.set(name, calleesIn(body, calls));
    visitExpressions(body, (e) => e.op === 'function' && functions.has(e.symbol) && addressed.add(e.symbol));
  }
  return { ...components(edges, [...addressed, ...edges.keys()]), calls };
}

/** The name that a call has, also where it is given as a constant address. */
export function calledName({ callee }: Call): string | undefined {
  if ('symbol' in callee) return callee.symbol;
  return callee.table.op === 'function' ? callee.table.symbol : undefined;
}

function calleesIn(body: readonly Statement[], calls: Map<string, number>): Set<string> {
  const callees = new Set<string>();
  visitStatements(body, (s) => {
    const name = s.op === 'call' ? calledName(s) : undefined;
    if (name === undefined) return;
    callees.add(name);
    calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  return callees;
}

function components(
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  starts: Iterable<string>,
): Pick<CallGraph, 'order' | 'recursive'> {
  const order: string[] = [];
  const recursive = new Set<string>();
  const found = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  /** The earliest function, by number, that the function comes to and that is still open. */
  const visit = (name: string): number => {
    const number = found.size;
    found.set(name, number);
    open.push(name);
    isOpen.add(name);
    let least = number;
    for (const callee of edges.get(name) ?? []) {
      if (callee === name) recursive.add(name);
      if (!edges.has(callee)) continue;
      if (!found.has(callee)) least = Math.min(least, visit(callee));
      else if (isOpen.has(callee)) least = Math.min(least, found.get(callee) as number);
    }
    if (least === number) close(name);
    return least;
  };
  const close = (name: string): void => {
    const circle = open.splice(open.lastIndexOf(name));
    for (const each of circle) {
      isOpen.delete(each);
      order.push(each);
      if (circle.length > 1) recursive.add(each);
    }
  };
  for (const name of starts) if (!found.has(name)) visit(name);
  return { order, recursive };
}

/** What a body costs: its statements and operations; names and constants are free. */
export function sizeOf(body: readonly Statement[]): number {
  let size = 0;
  for (const s of body) {
    if (s.op !== 'block') size++;
    for (const e of expressionsOf(s)) size += operationsIn(e);
    for (const block of blocksOf(s)) size += sizeOf(block);
  }
  return size;
}

/** A pointer-to-shared taken for an address or a number is the same bits. */
const isCast = (e: Expression): boolean =>
  (e.op === 'unary' && e.operator === 'private') || (e.op === 'convert' && e.operand.type === 'shared');

function operationsIn(e: Expression): number {
  let operations = 0;
  const operands = operandsOf(e);
  if (operands.length > 0 && !isCast(e)) operations++;
  for (const operand of operands) operations += operationsIn(operand);
  return operations;
}
