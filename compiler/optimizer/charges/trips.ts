/**
 * How often a loop runs, as an expression that can be computed beside the loop.
 *
 * Takes: a loop that leaves by its test alone, and what stands before it. Gives: the number of its iterations, an f64 (exact below 2^53), where
 * its step alone moves a counter of 32 or 64 bits by a constant to a bound that stays. One idea: the distance of bound and first value, as
 * an unsigned number, is exact even where the difference overflows; where the first test fails it counts as none.
 */
import { binary, constF64, convert, isDroppable, local, select, unary } from '../../ir/builders.ts';
import type { BinaryOperator, Expression, Loop, Statement } from '../../ir/ir.ts';
import { initOf, isInvariant, MIRRORED, readsMemory, setIn, stepIn } from '../analyses/counted.ts';

export function tripsOf(loop: Loop, before: readonly Statement[]): Expression | undefined {
  const { kind, test } = loop;
  if (kind !== 'while' || test?.op !== 'binary') return undefined;
  const mirrored = MIRRORED[test.operator];
  return (
    tripsBy(loop, before, test.operator, test.left, test.right) ??
    (mirrored && tripsBy(loop, before, mirrored, test.right, test.left))
  );
}

function tripsBy(
  loop: Loop,
  before: readonly Statement[],
  operator: BinaryOperator,
  counter: Expression,
  bound: Expression,
): Expression | undefined {
  if (counter.op !== 'local' || (counter.type !== 'i32' && counter.type !== 'i64')) return undefined;
  const step = stepIn(loop, counter.name);
  if (step === undefined || !arrives(operator, step)) return undefined;
  if (!isDroppable(bound) || readsMemory(bound) || !isInvariant(bound, setIn(loop))) return undefined;
  const first = firstValue(before, counter.name) ?? local(counter.name, counter.type);
  const [low, high] = step > 0 ? [first, bound] : [bound, first];
  const distance = convert('f64', binary('sub', high, low), false);
  if (operator === 'ne') return distance;
  const steps = (rounding: 'floor' | 'ceil') => quotient(distance, Math.abs(step), rounding);
  const trips = operator.includes('e_') ? binary('add', steps('floor'), constF64(1)) : steps('ceil');
  return select(binary(operator, first, bound), trips, constF64(0));
}

const quotient = (distance: Expression, by: number, rounding: 'floor' | 'ceil'): Expression =>
  by === 1 ? distance : unary(rounding, binary('div', distance, constF64(by)));

/** Does the counter come to the end of the loop, without passing the ends of its type? */
function arrives(operator: BinaryOperator, step: number): boolean {
  if (operator === 'ne') return Math.abs(step) === 1;
  if (operator.endsWith('_u') && Math.abs(step) !== 1) return false;
  return step > 0 ? /^l[te]_[su]$/.test(operator) : /^g[te]_[su]$/.test(operator);
}

/** A constant, or a local that nothing in between sets, that the counter starts from. */
function firstValue(before: readonly Statement[], counter: string): Expression | undefined {
  const value = initOf(
    before.filter(({ op }) => op !== 'charge'),
    counter,
  )?.value;
  return value?.op === 'const' || value?.op === 'local' ? value : undefined;
}
