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
  /** What has been asked for already. */
  private readonly before = { flops: 0, instructions: 0, strided: 0 };

  constructor(
    private readonly machine: Machine,
    private readonly space: Space,
    private readonly rank: number,
  ) {}

  /** Since the last call. */
  span(): Picoseconds {
    const flops = this.sum(FLOPS);
    const instructions = this.sum(INSTRUCTIONS);
    const strided = this.sum(STRIDED);
    const { before } = this;
    const work = {
      flops: flops - before.flops,
      instructions: instructions - before.instructions,
      strided: strided - before.strided,
    };
    Object.assign(before, { flops, instructions, strided });
    return computeSpan(this.machine, work);
  }

  private sum(kinds: readonly number[]): number {
    const { space, rank } = this;
    return kinds.reduce((sum, kind) => sum + space.F64[addressOf(space, rank, kind) >>> 3]!, 0);
  }
}
