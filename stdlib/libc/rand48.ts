/**
 * drand48 and its kin: x' = (a x + c) mod 2^48. (POSIX; Knuth, vol. 2, 3.2.1)
 * The state is a JS number: 48 bits fit exactly, and a product is made of halves of 24 bits, so nothing is rounded.
 */
import type { LibraryFactory } from '../../runtime/abi.ts';

const HALF = 2 ** 24;
const MODULUS = 2 ** 48;
const MULTIPLIER = 0x5deece66d;
const INCREMENT = 0xb;

const low = (value: number) => value - Math.floor(value / HALF) * HALF;
const high = (value: number) => Math.floor(value / HALF);

/** (a x + c) mod 2^48 */
function step(x: number, a: number, c: number): number {
  const cross = low(high(x) * low(a) + low(x) * high(a));
  const sum = low(x) * low(a) + cross * HALF + c;
  return sum - Math.floor(sum / MODULUS) * MODULUS;
}

const toDouble = (x: number) => x / MODULUS;
/** The upper 31 bits. */
const toUnsigned = (x: number) => BigInt(Math.floor(x / 2 ** 17));
/** The upper 32 bits with a sign. */
const toSigned = (x: number) => BigInt(Math.floor(x / 2 ** 16) | 0);

export const rand48Library: LibraryFactory = (env) => {
  const { U16 } = env;
  let state = 0; // glibc's, when nothing has seeded it
  let multiplier = MULTIPLIER;
  let increment = INCREMENT;
  let previous = 0;

  const next = () => (state = step(state, multiplier, increment));

  function read(words: number): number {
    const at = words >>> 1;
    return U16[at]! + U16[at + 1]! * 2 ** 16 + U16[at + 2]! * 2 ** 32;
  }

  function write(words: number, x: number): void {
    const at = words >>> 1;
    U16[at] = x % 2 ** 16;
    U16[at + 1] = Math.floor(x / 2 ** 16) % 2 ** 16;
    U16[at + 2] = Math.floor(x / 2 ** 32);
  }

  /** The next of a sequence whose state the program keeps. */
  function nextOf(words: number): number {
    const x = step(read(words), multiplier, increment);
    write(words, x);
    return x;
  }

  function restart(x: number, a: number, c: number): void {
    state = x;
    multiplier = a;
    increment = c;
  }

  function seed48(words: number): number {
    previous ||= env.heap.allocate(6);
    if (previous !== 0) write(previous, state);
    restart(read(words), MULTIPLIER, INCREMENT);
    return previous;
  }

  return {
    drand48: () => toDouble(next()),
    erand48: (words: number) => toDouble(nextOf(words)),
    lrand48: () => toUnsigned(next()),
    nrand48: (words: number) => toUnsigned(nextOf(words)),
    mrand48: () => toSigned(next()),
    jrand48: (words: number) => toSigned(nextOf(words)),
    srand48: (seed: bigint) => restart(Number(BigInt.asUintN(32, seed)) * 2 ** 16 + 0x330e, MULTIPLIER, INCREMENT),
    seed48,
    lcong48: (words: number) => restart(read(words), read(words + 6), U16[(words >>> 1) + 6]!),
  };
};
