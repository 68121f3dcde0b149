/** Charges, in JavaScript: `F64[(BASE + FLOPS) >>> 3] += amount * times`. */
import { CHARGES } from '../../runtime/abi.ts';
import type { Charge, Charged } from '../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';
import { assign, binary, element, identifier, literal, type Node, statement } from './tree.ts';

export function chargedTo(f: FunctionContext, { amounts, times }: Charge): Node[] {
  const often = times && value(f, times);
  const isPlain = !often || often.type === 'Identifier';
  const kept = isPlain ? often : f.temporary('f64');
  const first = isPlain ? [] : [statement(assign(kept as Node, often as Node))];
  const added = Object.entries(amounts).map(([kind, amount]) =>
    increased(kind as Charged, kept ? binary('*', literal(amount), kept) : literal(amount)),
  );
  return [...first, ...added];
}

function increased(kind: Charged, by: Node): Node {
  const counter = element(
    identifier('F64'),
    binary('>>>', binary('+', identifier('BASE'), literal(CHARGES[kind])), literal(3)),
  );
  return statement({ ...assign(counter, by), operator: '+=' });
}
