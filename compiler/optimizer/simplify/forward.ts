/**
 * Moves the value of a local that is set once and read once to where it is read.
 *
 * One idea: walk a block from top to bottom with the `set`s that still wait for their reader. A statement that could
 * change what a waiting value reads ends its waiting; the reader takes it. What waits is pure, so nothing is lost
 * where the reader stands in an arm that is not taken.
 */

import { mayTrap, operandsOf } from '../../ir/builders.ts';
import { localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, SetLocal, Statement } from '../../ir/ir.ts';
import { blocksOf, localsSetBy, mapBlocksOf, mapExpression, mapExpressionsOf } from '../../ir/walk.ts';

export function forwardTemporaries(definition: Definition): Definition {
  const candidates = new Set<string>();
  for (const [name, use] of localUses(definition)) {
    if (use.assignments === 1 && use.reads === 1 && use.first) candidates.add(name);
  }
  for (const { name } of definition.parameters) candidates.delete(name);
  if (candidates.size === 0) return definition;
  const body = forwardInBlock(definition.body, candidates);
  return body === definition.body ? definition : { ...definition, body };
}

interface Waiting {
  readonly set: SetLocal;
  /** Where it stands in the block. */
  readonly place: number;
  readonly locals: ReadonlySet<string>;
  readonly readsMemory: boolean;
  readonly mayTrap: boolean;
}

/** Trees that have grown this large stay in a local: deep nests are slow to compile and hard to read. */
const MOST_NODES = 40;

function forwardInBlock(body: readonly Statement[], candidates: ReadonlySet<string>): readonly Statement[] {
  const waiting = new Map<string, Waiting>();
  const result: (Statement | undefined)[] = [];
  let changed = false;
  for (const statement of body) {
    const inner = mapBlocksOf(statement, (block) => forwardInBlock(block, candidates));
    const next = take(inner, waiting, ({ place }) => {
      result[place] = undefined;
    });
    changed ||= next !== statement;
    for (const [name, value] of waiting) if (disturbs(next, value)) waiting.delete(name);
    if (next.op === 'set' && candidates.has(next.local) && mayWait(next.value)) {
      waiting.set(next.local, describe(next, result.length));
    }
    result.push(next);
  }
  return changed ? result.filter((statement) => statement !== undefined) : body;
}

/** Puts waiting values into the expressions that the statement itself evaluates, once, before any effect; they wait no more. */
function take(s: Statement, waiting: Map<string, Waiting>, taken: (value: Waiting) => void): Statement {
  if (waiting.size === 0 || s.op === 'loop') return s;
  return mapExpressionsOf(s, (expression) =>
    mapExpression(expression, (e) => {
      const value = e.op === 'local' ? waiting.get(e.name) : undefined;
      if (!value || (value.mayTrap && !isSameLine(value.set, s))) return e;
      waiting.delete(value.set.local);
      taken(value);
      return value.set.value;
    }),
  );
}

/** What may trap stays on its line, which the message names. */
const isSameLine = ({ at: a }: Statement, { at: b }: Statement): boolean =>
  !a || !b || (a.line === b.line && a.name === b.name);

function describe(set: SetLocal, place: number): Waiting {
  const locals = new Set<string>();
  let [readsMemory, traps] = [false, false];
  const look = (e: Expression): void => {
    traps ||= mayTrap(e);
    if (e.op === 'local') locals.add(e.name);
    if (e.op === 'load') readsMemory = true;
    operandsOf(e).forEach(look);
  };
  look(set.value);
  return { set, place, locals, readsMemory, mayTrap: traps };
}

function mayWait(value: Expression): boolean {
  let nodes = 0;
  let isVolatile = false;
  const look = (e: Expression): void => {
    nodes++;
    isVolatile ||= e.op === 'load' && e.volatile === true;
    operandsOf(e).forEach(look);
  };
  look(value);
  return !isVolatile && nodes <= MOST_NODES;
}

/** Could the statement change what the value reads, or run it another number of times? */
function disturbs(s: Statement, value: Waiting): boolean {
  if (s.op === 'return' || s.op === 'break' || s.op === 'continue') return true;
  if (localsSetBy(s).some((name) => value.locals.has(name))) return true;
  if (value.readsMemory && writesMemory(s)) return true;
  return (
    blocksOf(s).some((block) => block.some((inner) => disturbs(inner, value))) || s.op === 'loop' || s.op === 'landing'
  );
}

/** Everything but assignments to locals and control flow may write memory, or let other threads write it. */
function writesMemory(s: Statement): boolean {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'if':
    case 'block':
    case 'loop':
    case 'switch':
    case 'break':
    case 'continue':
    case 'return':
    case 'stack.save':
    case 'stack.allocate':
    case 'stack.restore':
    case 'charge':
      return false;
    case 'get':
      return s.strict;
    default:
      return true;
  }
}
