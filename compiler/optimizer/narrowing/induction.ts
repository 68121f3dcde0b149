/**
 * Narrows 64-bit induction variables that provably stay within 32 bits: `for (long i = 0; i < n; i++)` with an int n.
 *
 * A local qualifies when each of its assignments is a value of 32 bits, or the one step by 1 of a loop whose test
 * holds it below a value of 32 bits and whose body does not set it. It becomes an i32 local; its reads are extended,
 * which the narrowing of indexes and comparisons then takes away.
 */
import { binary, constI32, convert, local } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Loop, Statement } from '../../ir/ir.ts';
import { localsSetBy, mapExpression, mapExpressionsOf, mapStatements, visitStatements } from '../../ir/walk.ts';

export function shortenCounters(definition: Definition): Definition {
  const counters = findCounters(definition);
  if (counters.size === 0) return definition;
  const read = (e: Expression): Expression =>
    e.op === 'local' && counters.has(e.name) ? convert('i64', local(e.name, 'i32')) : e;
  const body = mapStatements(definition.body, (s) => {
    if (s.op === 'set' && counters.has(s.local)) return { ...s, value: shortValue(s.value, s.local) };
    return mapExpressionsOf(s, (e) => mapExpression(e, read));
  });
  const locals = definition.locals.map((l) => (counters.has(l.name) ? { ...l, type: 'i32' as const } : l));
  return { ...definition, body, locals };

  function shortValue(value: Expression, name: string): Expression {
    const step = stepOf(value, name);
    if (step !== undefined) return binary('add', local(name, 'i32'), constI32(step));
    return mapExpression(fitting(value) as Expression, read);
  }
}

/** The i32 expression that a 64-bit one extends. */
function fitting(e: Expression): Expression | undefined {
  if (e.op === 'convert' && e.signed && e.operand.type === 'i32') return e.operand;
  if (e.op !== 'const' || e.type !== 'i64') return undefined;
  return BigInt.asIntN(32, e.value as bigint) === e.value ? constI32(Number(e.value)) : undefined;
}

/** 1 or -1 when the value is the local's next or previous. */
function stepOf(value: Expression, name: string): number | undefined {
  if (value.op !== 'binary' || value.left.op !== 'local' || value.left.name !== name) return undefined;
  if (value.operator !== 'add' || value.right.op !== 'const') return undefined;
  const step = Number(value.right.value);
  return step === 1 || step === -1 ? step : undefined;
}

function findCounters(definition: Definition): Set<string> {
  const counters = new Set(definition.locals.filter((l) => l.type === 'i64').map((l) => l.name));
  if (counters.size === 0) return counters;
  const guarded = guardedSteps(definition);
  visitStatements(definition.body, (s) => {
    for (const name of localsSetBy(s)) {
      const fits = s.op === 'set' && (fitting(s.value) !== undefined || guarded.has(s));
      if (!fits) counters.delete(name);
    }
    if (s.op === 'landing') counters.clear();
  });
  return counters;
}

/** The steps of loops that their tests keep within 32 bits. */
function guardedSteps(definition: Definition): Set<Statement> {
  const guarded = new Set<Statement>();
  visitStatements(definition.body, (s) => {
    if (s.op !== 'loop' || s.kind !== 'while') return;
    for (const step of s.step) {
      if (step.op !== 'set' || setsIn(s, step.local) !== 1) continue;
      const direction = stepOf(step.value, step.local);
      if (direction !== undefined && isBounded(s, step.local, direction)) guarded.add(step);
    }
  });
  return guarded;
}

function setsIn(loop: Loop, name: string): number {
  let count = 0;
  visitStatements([loop], (s) => {
    if (localsSetBy(s).includes(name)) count++;
  });
  return count;
}

/** Does the test leave room for one more step? `i < b` with b of 32 bits does; `i <= b` only with a smaller constant. */
function isBounded(loop: Loop, name: string, direction: number): boolean {
  const { test } = loop;
  if (test?.op !== 'binary' || test.left.op !== 'local' || test.left.name !== name) return false;
  const bound = fitting(test.right);
  if (!bound) return false;
  const isConstant = bound.op === 'const' && Math.abs(bound.value as number) < 0x7fffffff;
  const strict = direction > 0 ? 'lt_s' : 'gt_s';
  const orEqual = direction > 0 ? 'le_s' : 'ge_s';
  return test.operator === strict || (test.operator === orEqual && isConstant);
}
