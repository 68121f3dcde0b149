/**
 * hypot: the square root of a sum of squares, with one step of Newton's method on the error computed exactly
 * (Borges, "An improved algorithm for hypot(a, b)", 2019). Scaled, so that no square leaves the range.
 */
import { low, twoProduct, twoSum } from './error-free.ts';

const LARGE = 2 ** 500;
const SMALL = 2 ** -450;
const SCALE = 2 ** 600;

export function hypot(x: number, y: number): number {
  const a = Math.max(Math.abs(x), Math.abs(y));
  const b = Math.min(Math.abs(x), Math.abs(y));
  if (Number.isNaN(a))
    return Math.abs(x) === Number.POSITIVE_INFINITY || Math.abs(y) === Number.POSITIVE_INFINITY
      ? Number.POSITIVE_INFINITY
      : Number.NaN;
  if (b === 0 || a === Number.POSITIVE_INFINITY || b < a * 2 ** -54) return a + b;
  if (a > LARGE) return corrected(a / SCALE, b / SCALE) * SCALE;
  if (b < SMALL) return corrected(a * SCALE, b * SCALE) / SCALE;
  return corrected(a, b);
}

function corrected(a: number, b: number): number {
  const root = Math.sqrt(a * a + b * b);
  return root - squareError(root, a, b) / (2 * root);
}

/** root^2 - a^2 - b^2, for a root near the right one. */
function squareError(root: number, a: number, b: number): number {
  const ofRoot = twoProduct(root, root);
  const rootLow = low;
  const ofA = twoProduct(a, a);
  const aLow = low;
  const ofB = twoProduct(b, b);
  const bLow = low;
  const difference = twoSum(ofRoot, -ofA);
  return difference - ofB + (low + rootLow - aLow - bLow);
}
