/** Quotients by a multiplication against those by a division: what a module computes for each x / THREADS. */
import { expect, it } from 'vitest';
import { reciprocalOf } from '../../runtime/memory/reciprocal.ts';

const MOST = 2 ** 32 - 1;
const TWO64 = 2n ** 64n;

/** As the module does it; a sum of 2 ** 64 and more would be cut there. */
function quotient(x: number, divisor: number): number {
  const { RECIPROCAL, RECIPROCAL_ADDEND, RECIPROCAL_SHIFT } = reciprocalOf(divisor);
  const sum = BigInt(x) * RECIPROCAL + RECIPROCAL_ADDEND;
  if (sum >= TWO64) throw new Error(`${x} / ${divisor}: ${sum} has more than 64 bits`);
  return Number(sum >> RECIPROCAL_SHIFT);
}

/** Where a quotient could first be wrong: around multiples of the divisor, the last ones above all, and at the ends. */
function suspects(divisor: number): number[] {
  const last = Math.floor(MOST / divisor);
  const quotients = [0, 1, 2, last >>> 1, Math.floor(2 ** 31 / divisor), last - 1, last];
  const near = quotients.flatMap((q) => [q * divisor - 1, q * divisor, q * divisor + 1, q * divisor + divisor - 1]);
  return [...near, 0, 1, 2 ** 31 - 1, 2 ** 31, MOST - 1, MOST].filter((x) => x >= 0 && x <= MOST);
}

it('is exact for every number of threads', () => {
  for (let divisor = 1; divisor <= 4100; divisor++)
    for (const x of suspects(divisor))
      if (quotient(x, divisor) !== Math.floor(x / divisor)) expect([x, divisor]).toBe(0);
});

it('is exact for divisors of any size', () => {
  const powers = Array.from({ length: 31 }, (_, k) => 2 ** k);
  for (const divisor of powers.flatMap((power) => [power - 1, power, power + 1, Math.floor(power * 1.37)]))
    if (divisor > 0)
      for (const x of suspects(divisor))
        expect([x, divisor, quotient(x, divisor)]).toEqual([x, divisor, Math.floor(x / divisor)]);
});
