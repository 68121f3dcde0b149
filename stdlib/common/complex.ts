/**
 * Products of arrays of complex numbers, for reductions: the machine's operators (collectives/kernels.ts) have real ones alone.
 *
 * Gives a function that multiplies so many elements at `to` by those at `from`.
 */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';

export function complexProduct(
  { F32, F64 }: RuntimeEnvironment,
  isDouble: boolean,
): (to: number, from: number, count: number) => void {
  const [view, shift] = isDouble ? [F64, 3] : [F32, 2];
  return (to, from, count) => {
    for (let i = 0; i < count; i++) {
      const [x, y] = [(to >>> shift) + 2 * i, (from >>> shift) + 2 * i];
      const [a, b, c, d] = [view[x]!, view[x + 1]!, view[y]!, view[y + 1]!];
      view[x] = a * c - b * d;
      view[x + 1] = a * d + b * c;
    }
  };
}
