/** Random choices from a seed: the same seed makes the same choices, here and everywhere (mulberry32). */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995;
    for (let k = 0; k < 4; k++) this.next();
  }

  /** 32 random bits. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let z = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  }

  /** An integer from `low` to `high`, both included. */
  from(low: number, high: number): number {
    return low + (this.next() % (high - low + 1));
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.next() % times === 0;
  }

  one<T>(of: readonly T[]): T {
    return of[this.next() % of.length] as T;
  }

  /** A list of `low` to `high` things. */
  several<T>(low: number, high: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.from(low, high) }, (_, index) => make(index));
  }
}
