/**
 * How often a loop runs whose counter starts, steps and ends at known numbers.
 *
 * Takes: a loop's test, the counter's first value and step. Gives: the number of iterations, where the counter does not pass
 * the ends of 32 bits on its way. One idea: only then is another variable, stepped as often, at its end at the same time.
 */
import type { Expression } from '../../ir/ir.ts';

const LEAST = -(2 ** 31);
const GREATEST = 2 ** 31 - 1;

export function iterationsOf(
  test: Expression | undefined,
  counter: string,
  first: number,
  step: number,
): number | undefined {
  if (test?.op !== 'binary' || test.left.op !== 'local' || test.left.name !== counter) return undefined;
  if (test.right.op !== 'const') return undefined;
  const bound = Number(test.right.value);
  const iterations = countOf(test.operator, first, bound, step);
  const values = [first, bound, first + (iterations ?? 0) * step];
  const least = test.operator.endsWith('_u') ? 0 : LEAST;
  return values.every((value) => value >= least && value <= GREATEST) ? iterations : undefined;
}

function countOf(operator: string, first: number, bound: number, step: number): number | undefined {
  const apart = (bound - first) / step;
  if (operator === 'ne') return Number.isInteger(apart) && apart >= 0 ? apart : undefined;
  const order = operator.slice(0, 2);
  const rises = order === 'lt' || order === 'le';
  if ((!rises && order !== 'gt' && order !== 'ge') || step === 0 || rises !== step > 0) return undefined;
  return Math.max(0, order[1] === 't' ? Math.ceil(apart) : Math.floor(apart) + 1);
}
