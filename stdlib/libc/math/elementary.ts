/**
 * Exponential, trigonometric and hyperbolic functions and their inverses: the platform's, which are within two ulps;
 * here is only where C's special cases are others, and what the platform has no name for. (C99 7.12.4 to 7.12.7)
 */

/** C99 F.9.4.4: 1 to any power is 1, and so is -1 to an infinite one; JavaScript says NaN. */
export function pow(x: number, y: number): number {
  if (x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY)) return 1;
  return x ** y;
}

export const exp2 = (x: number) => 2 ** x;
export const exp10 = (x: number) => 10 ** x;
