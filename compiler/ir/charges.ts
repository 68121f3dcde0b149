/** Charges of a simulated machine for a program's own work (pass `charge`). */
import type { Expression } from './expressions.ts';
import type { StatementBase } from './statements.ts';

/**
 * In programs compiled with -simulate: adds to this thread's counters, `times` (f64, a whole number) as often. No pass drops it, and
 * none moves it over a statement that may tell how much was charged (optimizer/charges/segments.ts).
 */
export interface Charge extends StatementBase {
  readonly op: 'charge';
  readonly amounts: Amounts;
  readonly times?: Expression;
}

/**
 * Computation is charged by kind: operations on floating-point numbers and on integers, and bytes loaded and stored, by the distance of
 * accesses from one iteration to the next: near, strided, irregular (optimizer/charges/strides.ts).
 */
export const CHARGED = [
  ...(['flops', 'integers', 'loaded', 'stored'] as const),
  ...(['loaded.strided', 'stored.strided', 'loaded.irregular', 'stored.irregular'] as const),
] as const;

export type Charged = (typeof CHARGED)[number];

/** Whole numbers above 0. */
export type Amounts = { readonly [kind in Charged]?: number };
