/**
 * The barrier's reduction: ranks are anonymous or name a value; the result is anonymous, a value, or a mismatch.
 *
 * ANONYMOUS matches everything, a value itself. Joining is associative, commutative and idempotent, so the route and the
 * number of times that a rank's contribution reaches another do not matter (GASNet 1.8, 4.7).
 */
export const ANONYMOUS = 0;
export const NAMED = 1;
export const MISMATCH = 2;
export type Agreement = typeof ANONYMOUS | typeof NAMED | typeof MISMATCH;

/** Joins the results of two ranks or groups; if the result is NAMED, the value is that of whichever is NAMED; of a MISMATCH it is one of them. */
export function join(one: Agreement, value: number, other: Agreement, otherValue: number): Agreement {
  if (one === NAMED && other === NAMED) return value === otherValue ? NAMED : MISMATCH;
  return Math.max(one, other) as Agreement;
}
