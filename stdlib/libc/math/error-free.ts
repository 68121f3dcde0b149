/**
 * Sums and products with the part that rounding loses, and pairs of doubles computed with them.
 * (Knuth; Dekker, "A floating-point technique for extending the available precision", 1971)
 * Results are left in `low`, so that nothing is allocated: read it before the next call.
 */
/** Rounding error of the last twoSum, twoProduct or pair operation: its exact result is `result + low`. */
export let low = 0;

const SPLITTER = 2 ** 27 + 1;

/** a + b */
export function twoSum(a: number, b: number): number {
  const sum = a + b;
  const part = sum - a;
  low = a - (sum - part) + (b - part);
  return sum;
}

/** a + b for |a| >= |b| */
export function quickTwoSum(a: number, b: number): number {
  const sum = a + b;
  low = b - (sum - a);
  return sum;
}

/** a b, where neither it nor its low part over- or underflows. */
export function twoProduct(a: number, b: number): number {
  const product = a * b;
  const aUpper = SPLITTER * a - (SPLITTER * a - a);
  const aLower = a - aUpper;
  const bUpper = SPLITTER * b - (SPLITTER * b - b);
  const bLower = b - bUpper;
  low = aLower * bLower - (product - aUpper * bUpper - aLower * bUpper - aUpper * bLower);
  return product;
}

/** (aHigh + aLow) (bHigh + bLow) */
export function multiplyPairs(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const product = twoProduct(aHigh, bHigh);
  return quickTwoSum(product, low + (aHigh * bLow + aLow * bHigh));
}

/** (aHigh + aLow) / (bHigh + bLow) */
export function dividePairs(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const quotient = aHigh / bHigh;
  const product = twoProduct(quotient, bHigh);
  const rest = aHigh - product - low + aLow - quotient * bLow;
  return quickTwoSum(quotient, rest / bHigh);
}

/** (aHigh + aLow) + (bHigh + bLow) */
export function addPairs(aHigh: number, aLow: number, bHigh: number, bLow: number): number {
  const sum = twoSum(aHigh, bHigh);
  return quickTwoSum(sum, low + (aLow + bLow));
}
