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

/** Kinds of charges, as machines have rates for them; bytes in order are within the rate of flops. */
const FLOPS = [CHARGES.flops];
const INSTRUCTIONS = [CHARGES.integers];
const STRIDED = [
  ...[CHARGES['loaded.strided'], CHARGES['stored.strided']],
  ...[CHARGES['loaded.irregular'], CHARGES['stored.irregular']],
];

export class Computing {
  private told: Picoseconds = 0;

  constructor(
    private readonly machine: Machine,
    private readonly space: Space,
    private readonly rank: number,
  ) {}

  /** Since the last call; of totals, so that rounding does not depend on how often it is asked. */
  span(): Picoseconds {
    const before = this.told;
    const [flops, instructions, strided] = [FLOPS, INSTRUCTIONS, STRIDED].map((kinds) => this.sum(kinds));
    this.told = computeSpan(this.machine, { flops, instructions, strided });
    return this.told - before;
  }

  private sum(kinds: readonly number[]): number {
    const { space, rank } = this;
    return kinds.reduce((sum, kind) => sum + space.F64[addressOf(space, rank, kind) >>> 3]!, 0);
  }
}
