/**
 * Loops that an i32 local counts, and the values it has in them.
 *
 * Takes: a loop, and what is known where it is entered. Gives: its counter, first value, step and test. The counter is
 * set by one statement of the loop's step and by nothing else in it.
 */
import { isDroppable } from '../../ir/builders.ts';
import type { BinaryOperator, Expression, Loop } from '../../ir/ir.ts';
import { localsSetBy, visitStatements } from '../../ir/walk.ts';
import { isInvariant, readsMemory, setIn } from './counted.ts';
import type { Definitions } from './definitions.ts';

export interface Induction {
  readonly counter: string;
  /** Undefined where it is not known. */
  readonly first?: Expression;
  /** What is added each time; the same for all iterations. */
  readonly step: Expression;
  /** How the counter compares with the bound while the loop runs; undefined where the loop has another test. */
  readonly operator?: BinaryOperator;
  /** The same for all iterations, and reads no memory. */
  readonly bound?: Expression;
}

/** The loop's inductions: one for each local that its step moves on. `before` is what was known at its entry. */
export function inductionsOf(loop: Loop, before: Definitions): Induction[] {
  if (loop.kind !== 'while' || !loop.step.some((s) => s.op === 'set' && stepOf(s.local, s.value))) return [];
  const set = setIn(loop);
  const counts = new Map<string, number>();
  visitStatements([loop], (s) => {
    for (const name of localsSetBy(s)) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return loop.step.flatMap((s) => {
    if (s.op !== 'set' || counts.get(s.local) !== 1) return [];
    const step = stepOf(s.local, s.value);
    return step && isFixed(step, set)
      ? [{ counter: s.local, step, ...firstOf(s.local, before), ...testOf(loop, s.local, set) }]
      : [];
  });
}

function stepOf(counter: string, value: Expression): Expression | undefined {
  if (value.op !== 'binary' || value.operator !== 'add' || value.type !== 'i32') return undefined;
  if (value.left.op === 'local' && value.left.name === counter) return value.right;
  return value.right.op === 'local' && value.right.name === counter ? value.left : undefined;
}

const isFixed = (e: Expression, set: ReadonlySet<string>): boolean =>
  isInvariant(e, set) && !readsMemory(e) && isDroppable(e);

function firstOf(counter: string, before: Definitions): Pick<Induction, 'first'> {
  const local: Expression = { op: 'local', type: 'i32', name: counter };
  const first = before.resolve(local);
  return first === local ? {} : { first };
}

function testOf({ test }: Loop, counter: string, set: ReadonlySet<string>): Pick<Induction, 'operator' | 'bound'> {
  if (test?.op !== 'binary' || test.left.op !== 'local' || test.left.name !== counter) return {};
  return isFixed(test.right, set) ? { operator: test.operator, bound: test.right } : {};
}

/** Counts up by one to a bound that stays. */
export function isByOne({ step, operator, bound }: Induction): boolean {
  return step.op === 'const' && step.value === 1 && bound !== undefined && (operator === 'lt_s' || operator === 'le_s');
}

/** Least and greatest value. */
export type Range = readonly [number, number];

/** The counter's values in the loop's body, where they are known numbers. */
export function rangeOf({ first, step, operator, bound }: Induction): Range | undefined {
  if (first?.op !== 'const' || step.op !== 'const' || bound?.op !== 'const') return undefined;
  const [from, by, to] = [first, step, bound].map(({ value }) => Number(value)) as [number, number, number];
  if (by > 0 && operator === 'lt_s') return [from, to - 1];
  if (by > 0 && operator === 'le_s') return [from, to];
  if (by === 1 && operator === 'ne' && to >= from) return [from, to - 1];
  if (by < 0 && operator === 'gt_s') return [to + 1, from];
  return by < 0 && operator === 'ge_s' ? [to, from] : undefined;
}
