/** The values that integers of 32 bits may have, as far as the vectorizer has to know them to keep them in fewer bits. */
import type { BinaryOperator, MemoryType } from '../../ir/ir.ts';
import type { Range } from '../analyses/induction.ts';

/** Of what is loaded. */
export const RANGES: Partial<Record<MemoryType, Range>> = {
  u8: [0, 255],
  i8: [-128, 127],
  u16: [0, 65535],
  i16: [-32768, 32767],
};

export const isWithin = (inner: Range | undefined, [low, high]: Range): boolean =>
  inner !== undefined && inner[0] >= low && inner[1] <= high;

export const hull = ([a, b]: Range, [c, d]: Range): Range => [Math.min(a, c), Math.max(b, d)];

export const signedRange = (bits: number): Range => [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];

/** Range of a sum, difference, product, conjunction or shift to the right, where it stays within 32 bits. */
export function rangeOf(operator: BinaryOperator, a: Range | undefined, b: Range | undefined): Range | undefined {
  if (operator === 'and') {
    const positive = [a, b].flatMap((range) => (range && range[0] >= 0 ? [range[1]] : []));
    return positive.length > 0 ? [0, Math.min(...positive)] : undefined;
  }
  if (!a || !b) return undefined;
  const all = corners(operator, a, b);
  if (!all) return undefined;
  const range: Range = [Math.min(...all), Math.max(...all)];
  return isWithin(range, signedRange(32)) ? range : undefined;
}

function corners(operator: BinaryOperator, [a, b]: Range, [c, d]: Range): number[] | undefined {
  switch (operator) {
    case 'add':
      return [a + c, b + d];
    case 'sub':
      return [a - d, b - c];
    case 'mul':
      return [a * c, a * d, b * c, b * d];
    case 'shr_s':
    case 'shr_u':
      return a >= 0 ? [a >> d, b >> c] : undefined;
    default:
      return undefined;
  }
}
