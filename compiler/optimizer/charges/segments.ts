/**
 * Segments: runs of statements whose charges may be put together, and anywhere among them.
 *
 * Takes: a statement. Gives: whether a segment ends behind it. One idea: how much was charged can be told by what a call or communication
 * does (a clock, a message that leaves) and by volatile accesses; a charge may move over anything else, where it stays executed as often.
 */
import type { Expression, Statement } from '../../ir/ir.ts';
import { someIn, visitExpression, visitExpressionsOf } from '../../ir/walk.ts';

/** Whether the statement, or one in it, may tell how much was charged, or leads elsewhere than behind it. */
export const endsSegment = (s: Statement): boolean => tells(s) || leaves([s], []);

/** Whether the statement, or one in it, may tell how much was charged. */
export const tells = (s: Statement): boolean => someIn([s], tellsItself);

const TELLING: ReadonlySet<Statement['op']> = new Set([
  ...(['call', 'landing', 'get', 'get.start', 'get.sync', 'put', 'put.start', 'put.sync'] as const),
  ...(['fence', 'poll', 'notify', 'wait', 'barrier'] as const),
]);

function tellsItself(s: Statement): boolean {
  if (TELLING.has(s.op) || (s.op === 'store' && s.volatile === true)) return true;
  if (s.op === 'copy' && (s.to === 'shared' || s.from === 'shared' || s.strict)) return true;
  let found = false;
  visitExpressionsOf(s, (e) => (found ||= isVolatile(e)));
  return found;
}

const isVolatile = (e: Expression): boolean => e.op === 'load' && e.volatile === true;

export function readsVolatile(e: Expression): boolean {
  let found = false;
  visitExpression(e, (inner) => (found ||= isVolatile(inner)));
  return found;
}

/** Whether the statements return, or jump to a label that is not `inside`. */
export function leaves(body: readonly Statement[], inside: readonly string[]): boolean {
  const labels = new Set(inside);
  return someIn(body, (s) => {
    if (s.op === 'loop' || s.op === 'block' || s.op === 'switch') labels.add(s.label);
    return s.op === 'return' || ((s.op === 'break' || s.op === 'continue') && !labels.has(s.label));
  });
}
