/**
 * drand48 and its kin: x' = (a x + c) mod 2^48. (POSIX; Knuth, vol. 2, 3.2.1)
 * A number of 48 bits is two halves of 24, so that the low product is exact in a double and everything else is
 * arithmetic modulo 2^24 on integers.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';

const HALF = 2 ** 24;
const MASK = HALF - 1;
const MULTIPLIER = [0x5de, 0xece66d] as const;
const INCREMENT = 0xb;

export const rand48Library: LibraryFactory = (env) => {
  const { U16 } = env;
  /** The state; 0 as in glibc until it is seeded. */
  let high = 0;
  let low = 0;
  let [aHigh, aLow]: readonly [number, number] = MULTIPLIER;
  let increment = INCREMENT;
  /** Address of the previous state, which seed48 returns. */
  let previous = 0;

  function step(): void {
    const carry = ((low * aLow + increment) / HALF) | 0;
    high = (Math.imul(high, aLow) + Math.imul(low, aHigh) + carry) & MASK;
    low = (Math.imul(low, aLow) + increment) & MASK;
  }

  const toDouble = () => high / HALF + low / (HALF * HALF);
  /** The upper 31 bits. */
  const toUnsigned = () => BigInt((high << 7) | (low >>> 17));
  /** The upper 32 bits with a sign. */
  const toSigned = () => BigInt((high << 8) | (low >>> 16));

  /** The halves of three 16-bit words, lowest first. */
  function halves(words: number): [high: number, low: number] {
    const at = words >>> 1;
    return [(U16[at + 2]! << 8) | (U16[at + 1]! >>> 8), ((U16[at + 1]! & 255) << 16) | U16[at]!];
  }

  function write(words: number): void {
    U16.set([low, (high << 8) | (low >>> 16), high >>> 8], words >>> 1);
  }

  /** A result of the thread's own sequence. */
  function own<T>(result: () => T): () => T {
    return () => {
      step();
      return result();
    };
  }

  /** A result of a sequence whose state the program keeps. */
  function kept<T>(result: () => T): (words: number) => T {
    return (words) => {
      const state = [high, low] as const;
      [high, low] = halves(words);
      step();
      write(words);
      const value = result();
      [high, low] = state;
      return value;
    };
  }

  function restart(state: readonly [number, number], multiplier: readonly [number, number], c: number): void {
    [high, low] = state;
    [aHigh, aLow] = multiplier;
    increment = c;
  }

  function srand48(seed: bigint): void {
    const word = Number(BigInt.asUintN(32, seed));
    restart([word >>> 8, ((word & 255) << 16) | 0x330e], MULTIPLIER, INCREMENT);
  }

  function seed48(words: number): number {
    previous ||= env.heap.allocate(6);
    const state = halves(words);
    if (previous !== 0) write(previous);
    restart(state, MULTIPLIER, INCREMENT);
    return previous;
  }

  return {
    drand48: own(toDouble),
    erand48: kept(toDouble),
    lrand48: own(toUnsigned),
    nrand48: kept(toUnsigned),
    mrand48: own(toSigned),
    jrand48: kept(toSigned),
    srand48,
    seed48,
    lcong48: (words: number) => restart(halves(words), halves(words + 6), U16[(words >>> 1) + 6]!),
  };
};
