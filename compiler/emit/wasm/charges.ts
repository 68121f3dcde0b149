/** Charges, as instructions: each amount is added to its counter in the thread's control area. */
import { CHARGES } from '../../../runtime/abi.ts';
import type { Charge, Charged } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { ownBase, value } from './expressions.ts';

export function emitCharge(f: FunctionContext, { amounts, times }: Charge): void {
  const { code } = f;
  const often = times && f.temporary('f64');
  if (times && often !== undefined) {
    value(f, times);
    code.indexed('local.set', often);
  }
  for (const [kind, amount] of Object.entries(amounts)) {
    const place = CHARGES[kind as Charged];
    ownBase(f);
    ownBase(f);
    code.memory('f64.load', 8, place);
    code.constant('f64', amount);
    if (often !== undefined) {
      code.indexed('local.get', often);
      code.op('f64.mul');
    }
    code.op('f64.add');
    code.memory('f64.store', 8, place);
  }
}
