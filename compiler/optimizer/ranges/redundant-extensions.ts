/**
 * Extensions and masks of what has no more bits than they leave; extensions to 64 bits of what is not negative, for
 * which machines need no instruction if they fill with zeros.
 */
import type { Convert, Expression } from '../../ir/ir.ts';
import type { Bounds } from './bounds.ts';
import { interval, isNatural, isWithin, loaded } from './intervals.ts';

export function dropExtension(e: Expression, bounds: Bounds): Expression | undefined {
  if (e.op === 'convert') return withZeros(e, bounds);
  if (e.op === 'unary' && (e.operator === 'extend8' || e.operator === 'extend16')) {
    const kept = loaded(e.operator === 'extend8' ? 'i8' : 'i16', 'i32');
    return isWithin(bounds.of(e.operand), kept) ? e.operand : undefined;
  }
  if (e.op !== 'binary' || e.operator !== 'and' || e.right.op !== 'const') return undefined;
  const mask = BigInt(e.right.value);
  const isOnes = mask > 0n && (mask & (mask + 1n)) === 0n;
  return isOnes && isWithin(bounds.of(e.left), interval(0n, mask)) ? e.left : undefined;
}

function withZeros(e: Convert, bounds: Bounds): Expression | undefined {
  const isExtension = e.type === 'i64' && e.operand.type === 'i32' && e.signed;
  return isExtension && isNatural(bounds.of(e.operand)) ? { ...e, signed: false } : undefined;
}
