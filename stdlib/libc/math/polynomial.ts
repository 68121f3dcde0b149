/**
 * Evaluates a polynomial by Horner's rule; coefficients from the constant upwards. With `first` 1 the constant is left
 * out and the rest divided by x.
 */
export function polynomial(coefficients: readonly number[], x: number, first = 0): number {
  let value = 0;
  for (let power = coefficients.length - 1; power >= first; power--) value = value * x + coefficients[power]!;
  return value;
}
