/** Random numbers of tests of machines: the same for the same seed. */

/** Gives integers below what it is asked for (Marsaglia's xorshift32). */
export function generator(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
