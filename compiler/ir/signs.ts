/**
 * Range analysis: integers known not to be negative.
 *
 * Takes an i32 expression. One idea: its structure proves it; nothing is known of locals. Back ends and passes need it
 * where signed and unsigned interpretation, or rounding down and towards zero, would differ.
 */
import type { Binary, Expression } from './ir.ts';

/** Known to be at least 0 as a signed i32. */
export function isNeverNegative(e: Expression): boolean {
  switch (e.op) {
    case 'const':
      return e.value >= 0;
    case 'threads':
    case 'mythread':
    case 'regionshift':
    case 'origin':
    case 'threadof':
    case 'bitmask':
      return true;
    case 'load':
      return e.memory === 'u8' || e.memory === 'u16';
    case 'unary':
      return e.operator === 'not' || e.operator === 'clz' || e.operator === 'ctz';
    case 'binary':
      return binaryIsNeverNegative(e);
    case 'select':
      return isNeverNegative(e.then) && isNeverNegative(e.otherwise);
    default:
      return false;
  }
}

function binaryIsNeverNegative(e: Binary): boolean {
  switch (e.operator) {
    case 'and':
      return isNeverNegative(e.left) || isNeverNegative(e.right);
    case 'or':
    case 'xor':
    case 'div_s':
      return isNeverNegative(e.left) && isNeverNegative(e.right);
    case 'rem_s':
    case 'shr_s':
      return isNeverNegative(e.left);
    case 'rem_u':
      return e.right.op === 'threads' || (e.right.op === 'const' && e.right.value > 1);
    case 'div_u':
      return e.right.op === 'const' && e.right.value > 1;
    case 'shr_u':
      return e.right.op === 'regionshift' || (e.right.op === 'const' && ((e.right.value as number) & 31) > 0);
    default:
      return e.operator !== 'add' && e.operator !== 'sub' && e.operator !== 'mul' && e.operator !== 'shl';
  }
}
