/**
 * Division by a number that is known when a program starts, THREADS, without a division instruction.
 *
 * Takes the divisor d > 0. Gives M, A and S such that floor(x / d) is (x * M + A) >> S for each unsigned x of 32 bits,
 * in unsigned 64-bit arithmetic that never overflows. With k = floor(log2 d) and L = 2 ** (32 + k):
 *
 * - up: M = ceil(L / d) = (L + e) / d makes each quotient larger by x * e / (d * L). As x < 2 ** 32, that is less than
 *   1 / d, the distance to the next integer, if e <= 2 ** k.
 * - down: else M = floor(L / d) = (L - e') / d, where e' = d - e < 2 ** k, and A = M: the quotient is (x + 1) / d less
 *   (x + 1) * e' / (d * L), which is more than 0 and at most 1 / d, so it lies in [x / d, (x + 1) / d).
 *
 * (A. D. Robison, N-bit unsigned division via N-bit multiply-add, ARITH 2005.)
 */
import type { Reciprocal } from '../abi.ts';

export function reciprocalOf(divisor: number): Reciprocal {
  const d = BigInt(divisor);
  const k = BigInt(31 - Math.clz32(divisor));
  const whole = 1n << (32n + k);
  const up = (whole + d - 1n) / d;
  const isUp = up * d - whole <= 1n << k;
  const factor = isUp ? up : whole / d;
  return { RECIPROCAL: factor, RECIPROCAL_ADDEND: isUp ? 0n : factor, RECIPROCAL_SHIFT: 32n + k };
}
