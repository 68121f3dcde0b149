/**
 * Expressions made plainer by what is known of the integers in them.
 *
 * Each rewriting gets an expression whose operands are done, and gives another of the same value, or nothing. The arms of
 * a conditional are only evaluated if its test says so.
 */
import type { Expression, Select } from '../../ir/ir.ts';
import { mapOperands } from '../../ir/walk.ts';
import type { Bounds } from './bounds.ts';
import { decideComparison } from './certain-comparisons.ts';
import { takeApart } from './packed-numbers.ts';
import { dropExtension } from './redundant-extensions.ts';
import { divideNaturals } from './unsigned-division.ts';

type Rewriting = (e: Expression, bounds: Bounds) => Expression | undefined;

const REWRITINGS: readonly Rewriting[] = [decideComparison, divideNaturals, takeApart, dropExtension];

export function simplified(e: Expression, bounds: Bounds): Expression {
  if (e.op === 'select') return simplifiedSelect(e, bounds);
  let made = mapOperands(e, (operand) => simplified(operand, bounds));
  for (const rewriting of REWRITINGS) made = rewriting(made, bounds) ?? made;
  return made;
}

function simplifiedSelect(e: Select, bounds: Bounds): Expression {
  const arm = (value: Expression, truth: boolean): Expression => {
    let made = value;
    bounds.apart(() => {
      bounds.suppose(e.test, truth);
      made = simplified(value, bounds);
    });
    return made;
  };
  const test = simplified(e.test, bounds);
  const [then, otherwise] = [arm(e.then, true), arm(e.otherwise, false)];
  return test === e.test && then === e.then && otherwise === e.otherwise ? e : { ...e, test, then, otherwise };
}
