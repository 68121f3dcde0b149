/**
 * Remainders beside their quotients, with one division for both.
 *
 * Takes: a function. Gives: the same with `a - a / b * b` for `a % b`, unsigned, where it computes `a / b` as well. One idea: a machine
 * divides for both at once, WebAssembly has an operation for each; equal quotients are computed once (memory/redundancy.ts), while a division
 * takes as long as several products. By constants the machine does not divide at all.
 */
import { binary, mul, sub } from '../../ir/builders.ts';
import type { Binary, BinaryOperator, Function as Definition, Expression, Statement } from '../../ir/ir.ts';
import { mapBlocksOf, mapExpression, mapExpressionsOf, visitExpressions } from '../../ir/walk.ts';

export function divideOnce(definition: Definition): Definition {
  const quotients = new Set<string>();
  visitExpressions(definition.body, (e) => {
    if (isDivision(e, 'div_u')) quotients.add(keyOf(e));
  });
  if (quotients.size === 0) return definition;
  const byQuotient = (e: Expression): Expression =>
    isDivision(e, 'rem_u') && quotients.has(keyOf(e)) ? remainderOf(e) : e;
  const inBlock = (body: readonly Statement[]): readonly Statement[] =>
    body.map((s) =>
      mapBlocksOf(
        mapExpressionsOf(s, (e) => mapExpression(e, byQuotient)),
        inBlock,
      ),
    );
  return { ...definition, body: inBlock(definition.body) };
}

/** Operands that are nothing to compute again; not by a constant. */
const isDivision = (e: Expression, operator: BinaryOperator): e is Binary =>
  e.op === 'binary' && e.operator === operator && nameOf(e.left) !== '' && nameOf(e.right) !== '';

const nameOf = (e: Expression): string => (e.op === 'local' ? `%${e.name}` : e.op === 'threads' ? e.op : '');

const keyOf = ({ left, right }: Binary): string => `${nameOf(left)} ${nameOf(right)}`;

const remainderOf = ({ left, right }: Binary): Expression => sub(left, mul(binary('div_u', left, right), right));
