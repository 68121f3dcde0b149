/**
 * What calls of functions do that outlives them.
 *
 * Takes: the functions of a program. Gives: for each whether a call may write memory or do anything else that shows,
 * whether what it gives depends on memory, and whether it surely comes back.
 * One idea: a function does what its statements do and what the functions it calls do, which come first; of library
 * functions and calls of addresses nothing is known. A function's own frame is gone when it returns.
 */
import { mayTrap, operandsOf } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { expressionsOf, visitStatements } from '../../ir/walk.ts';
import { calledName, callGraph } from './calls.ts';

export interface FunctionEffects {
  /** Writes memory, communicates, or does what nothing is known of: calls keep their number and order. */
  readonly acts: boolean;
  /** Reads memory that others may write: two calls may differ. */
  readonly reads: boolean;
  /** Comes back, and divides by nothing that may be zero: a call that nobody needs can be left out. */
  readonly returns: boolean;
}

const UNKNOWN: FunctionEffects = { acts: true, reads: true, returns: false };
const NONE: FunctionEffects = { acts: false, reads: false, returns: true };
const READS: FunctionEffects = { ...NONE, reads: true };
const MAY_STAY: FunctionEffects = { ...NONE, returns: false };

export function functionEffects(functions: readonly Definition[]): ReadonlyMap<string, FunctionEffects> {
  const byName = new Map(functions.map((f) => [f.name, f]));
  const { order, recursive } = callGraph(byName);
  const known = new Map<string, FunctionEffects>();
  for (const name of order)
    known.set(name, recursive.has(name) ? UNKNOWN : effectsOfBody((byName.get(name) as Definition).body, known));
  return known;
}

function effectsOfBody(body: readonly Statement[], known: ReadonlyMap<string, FunctionEffects>): FunctionEffects {
  let effects = NONE;
  visitStatements(body, (s) => {
    if (effects === UNKNOWN) return;
    effects = both(effects, effectsOfStatement(s, known));
    for (const e of expressionsOf(s)) effects = both(effects, effectsOfExpression(e));
  });
  return effects;
}

function both(a: FunctionEffects, b: FunctionEffects): FunctionEffects {
  if (b === NONE) return a;
  if (b === UNKNOWN) return UNKNOWN;
  return { acts: a.acts || b.acts, reads: a.reads || b.reads, returns: a.returns && b.returns };
}

function effectsOfStatement(s: Statement, known: ReadonlyMap<string, FunctionEffects>): FunctionEffects {
  switch (s.op) {
    case 'set':
    case 'evaluate':
    case 'if':
    case 'block':
    case 'break':
    case 'continue':
    case 'switch':
    case 'return':
    case 'stack.save':
    case 'stack.allocate':
    case 'stack.restore':
      return NONE;
    case 'loop':
      return s.test ? NONE : MAY_STAY;
    case 'get':
      return s.strict || s.volatile ? UNKNOWN : READS;
    case 'store':
      return !s.volatile && isOwn(s.address) ? NONE : UNKNOWN;
    case 'fill':
      return isOwn(s.address) ? NONE : UNKNOWN;
    case 'copy':
      if (s.strict || s.to === 'shared' || !isOwn(s.destination)) return UNKNOWN;
      return isOwn(s.source) ? NONE : READS;
    case 'call':
      return known.get(calledName(s) ?? '') ?? UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function effectsOfExpression(e: Expression): FunctionEffects {
  let effects = NONE;
  if (e.op === 'load') effects = e.volatile ? UNKNOWN : isOwn(e.address) ? NONE : READS;
  if (mayTrap(e)) effects = MAY_STAY;
  for (const operand of operandsOf(e)) effects = both(effects, effectsOfExpression(operand));
  return effects;
}

/** In the function's own frame. */
function isOwn(address: Expression): boolean {
  if (address.op === 'frame') return true;
  if (address.op !== 'binary' || (address.operator !== 'add' && address.operator !== 'sub')) return false;
  return isOwn(address.left) || (address.operator === 'add' && isOwn(address.right));
}
