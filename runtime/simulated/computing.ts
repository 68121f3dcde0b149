/**
 * The time that a rank's own code takes on a machine: what it was charged since it was asked last, at the machine's rates.
 *
 * Takes the counters of each rank (abi.ts, CHARGES), which are equal at all levels and in both back ends. So is the time.
 */
import { CHARGES } from '../abi.ts';
import { computeSpan } from '../machines/compute.ts';
import type { Machine } from '../machines/machine.ts';
import type { Picoseconds } from '../machines/time.ts';
import { addressOf, type Space } from '../memory/space.ts';

/** Counters of bytes that machines have a rate for; those in order are within the rate of flops. */
const STRIDED = [
  ...[CHARGES['loaded.strided'], CHARGES['stored.strided']],
  ...[CHARGES['loaded.irregular'], CHARGES['stored.irregular']],
];

export class Computing {
  private told: Picoseconds = 0;
  private readonly F64: Float64Array;
  private readonly base: number;

  constructor(
    private readonly machine: Machine,
    space: Space,
    rank: number,
  ) {
    this.F64 = space.F64;
    this.base = addressOf(space, rank, 0) >>> 0;
  }

  /** Since the last call; of totals, so that rounding does not depend on how often it is asked. */
  span(): Picoseconds {
    const before = this.told;
    const work = { flops: this.of(CHARGES.flops), instructions: this.of(CHARGES.integers), strided: this.strided() };
    this.told = computeSpan(this.machine, work);
    return this.told - before;
  }

  private of(counter: number): number {
    return this.F64[(this.base + counter) / 8]!;
  }

  private strided(): number {
    let bytes = 0;
    for (const counter of STRIDED) bytes += this.of(counter);
    return bytes;
  }
}
