/**
 * Loops that gain by a 32-bit counter even where 64-bit integers cost no more: those that affinity, privatization and
 * the like know how to take through a thread's own elements, and those that vectors may take several iterations of.
 *
 * WebAssembly has 64-bit integers, so any other loop in two versions would only be twice as long.
 */
import type { Expression, Loop, Statement } from '../../ir/ir.ts';
import { expressionsOf, localsSetBy, some, visitExpression, visitStatements } from '../../ir/walk.ts';
import { readsMemory } from '../analyses/counted.ts';

export function gainsByShortCounter(loop: Loop): boolean {
  return some({ body: [loop] }, (s) => isShared(s) || (s.op === 'loop' && mayTakeVectors(s)));
}

const COMMUNICATION: ReadonlySet<Statement['op']> = new Set(['get', 'get.start', 'put', 'put.start']);
const SHARED: ReadonlySet<Expression['op']> = new Set([
  ...(['shared', 'element', 'advance', 'threadof', 'difference', 'threads', 'mythread'] as const),
]);

function isShared(s: Statement): boolean {
  let shared = COMMUNICATION.has(s.op) || (s.op === 'copy' && (s.to === 'shared' || s.from === 'shared'));
  for (const e of expressionsOf(s))
    visitExpression(e, (part) => {
      shared ||= SHARED.has(part.op);
    });
  return shared;
}

/** Innermost, without calls, and where nothing is found by what is read in each iteration. */
function mayTakeVectors({ body, step }: Loop): boolean {
  const all = [...body, ...step];
  const isMet = (is: (s: Statement) => boolean): boolean => some({ body: all }, is);
  if (isMet(({ op }) => op === 'loop' || op === 'call')) return false;
  const set = new Set<string>();
  visitStatements(all, (s) => {
    for (const name of localsSetBy(s)) set.add(name);
  });
  return !isMet(
    (s) => expressionsOf(s).some((e) => gathers(e, set)) || (s.op === 'store' && isReadByIteration(s.address, set)),
  );
}

/** Does it read where something that it has read in the iteration says? */
function gathers(e: Expression, set: ReadonlySet<string>): boolean {
  let found = false;
  visitExpression(e, (part) => {
    found ||= part.op === 'load' && isReadByIteration(part.address, set);
  });
  return found;
}

/** Is a part of the address read from memory, at a place that changes in the loop? */
function isReadByIteration(address: Expression, set: ReadonlySet<string>): boolean {
  if (!readsMemory(address)) return false;
  let moves = false;
  visitExpression(address, (part) => {
    if (part.op !== 'load') return;
    visitExpression(part.address, (inner) => {
      moves ||= inner.op === 'local' && set.has(inner.name);
    });
  });
  return moves;
}
