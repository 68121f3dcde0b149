/**
 * Takes: a program for a network. Gives: one that polls before each volatile read and each atomic operation of its own memory.
 *
 * One idea: a thread that spins on its memory makes no call, while others may need it to serve what they have asked, and what it waits for may
 * come after that. (OpenSHMEM 1.5, 4.1: progress of one-sided operations is independent of the target's calls.) Functions of the library have no
 * places, and poll by themselves; so does each turn of GASNET_BLOCKUNTIL, whose condition handlers alone change.
 */
import { atomicNamed } from '../../ir/atomics.ts';
import type { Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { blocksOf, mapStatements, someIn, visitExpressionsOf, visitStatements } from '../../ir/walk.ts';

export function serving<T extends { readonly functions: readonly Definition[] }>(program: T): T {
  return { ...program, functions: program.functions.map(servingIn) };
}

const TURN = 'gasnet__turn';

function servingIn(f: Definition): Definition {
  const exempt = exemptIn(f);
  const body = mapStatements(f.body, (s) => (exempt.has(s) ? s : served(s)));
  return body === f.body ? f : { ...f, body };
}

/** The statements of loops that poll by themselves: the innermost with a turn are those of GASNET_BLOCKUNTIL. */
function exemptIn(f: Definition): ReadonlySet<Statement> {
  const exempt = new Set<Statement>();
  visitStatements(f.body, (s) => {
    if (waits(s) && !someIn(blocksOf(s).flat(), waits)) visitStatements([s], (each) => void exempt.add(each));
  });
  return exempt;
}

/** A loop that contains a call of gasnet__turn, at any depth. */
const waits = (s: Statement): boolean => s.op === 'loop' && someIn(blocksOf(s).flat(), isTurn);

const isTurn = (s: Statement): boolean => s.op === 'call' && 'symbol' in s.callee && s.callee.symbol === TURN;

function served(s: Statement): Statement | readonly Statement[] {
  if (s.at === undefined || !looks(s)) return s;
  const poll: Statement = { op: 'poll', at: s.at };
  return s.op === 'loop' ? { ...s, body: [poll, ...s.body] } : [poll, s];
}

/** Whether the statement itself, not those in it, reads what others may have changed. */
function looks(s: Statement): boolean {
  if (s.op === 'call' && 'symbol' in s.callee && atomicNamed(s.callee.symbol) !== undefined) return true;
  let found = s.op === 'get' && s.volatile === true;
  visitExpressionsOf(s, (e: Expression) => {
    found ||= e.op === 'load' && e.volatile === true;
  });
  return found;
}
