/**
 * What ranks give at a barrier and what comes of it: nothing, a value, or the knowledge that values differ.
 *
 * Nothing agrees with everything, a value with itself. Joining is associative, commutative and idempotent, so it does not
 * matter by which ways, or how often, what a rank gave comes to another (GASNet 1.8, 4.7).
 */
export const ANONYMOUS = 0;
export const NAMED = 1;
export const MISMATCH = 2;
export type Agreement = typeof ANONYMOUS | typeof NAMED | typeof MISMATCH;

/** What two ranks, or two groups of them, agree on; if the result is NAMED, the value is that of whichever is NAMED. */
export function join(one: Agreement, value: number, other: Agreement, otherValue: number): Agreement {
  if (one === NAMED && other === NAMED) return value === otherValue ? NAMED : MISMATCH;
  return Math.max(one, other) as Agreement;
}
