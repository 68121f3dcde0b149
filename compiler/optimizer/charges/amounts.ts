/** Sums and multiples of what is charged. */
import { type Amounts, CHARGED, type Charge, type Charged, type Expression } from '../../ir/ir.ts';

export const NOTHING: Amounts = {};

export function plus(a: Amounts, b: Amounts): Amounts {
  if (a === NOTHING) return b;
  return b === NOTHING ? a : eachKind((kind) => (a[kind] ?? 0) + (b[kind] ?? 0));
}

export const multiple = (amounts: Amounts, times: number): Amounts => eachKind((kind) => (amounts[kind] ?? 0) * times);

/** In the order of CHARGED, so that equal amounts have equal texts. */
function eachKind(amountOf: (kind: Charged) => number): Amounts {
  const amounts: { [kind in Charged]?: number } = {};
  for (const kind of CHARGED) {
    const amount = amountOf(kind);
    if (amount > 0) amounts[kind] = amount;
  }
  return amounts;
}

export const isNothing = (amounts: Amounts): boolean => Object.keys(amounts).length === 0;

/** The charge; none where it is of nothing. A known number of times is multiplied at once. */
export function charged(amounts: Amounts, times?: Expression): readonly Charge[] {
  const known = times?.op === 'const' ? Number(times.value) : undefined;
  const all = known === undefined ? amounts : multiple(amounts, known);
  if (isNothing(all)) return [];
  return [{ op: 'charge', amounts: all, ...(times && known === undefined && { times }) }];
}
