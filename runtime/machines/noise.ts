/**
 * Noise of operating systems: interruptions of the ranks' threads, and nodes that are slow as a whole.
 *
 * Takes a rank, when it begins to work and how long that takes by itself; gives when it is through. One idea: each period of a thread has one
 * interruption, at a place that a hash of seed, thread and period tells. So noise is a function of time: nothing is remembered, and no order of asking changes it. A
 * rank that waits is interrupted too, and loses nothing by it (Petrini et al., The Case of the Missing Supercomputer Performance, 2003).
 */
import { MachineError } from './errors.ts';
import type { Machine } from './machine.ts';
import type { Placement } from './placement.ts';
import { inTimeUnits, later, type Picoseconds } from './time.ts';

export class Noise {
  private readonly slows: boolean;
  private readonly interrupts: boolean;

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
  ) {
    const { span, slow, slowdown } = machine.noise;
    this.interrupts = span > 0;
    this.slows = slow > 0 && slowdown > 1;
  }

  /** When work of a rank that begins at a time is done, which takes so long where nothing disturbs. */
  endOf(rank: number, at: Picoseconds, span: Picoseconds): Picoseconds {
    if (span === 0) return at;
    const own =
      this.slows && this.isSlow(this.placement.nodeOf(rank)) ? Math.round(span * this.machine.noise.slowdown) : span;
    return this.interrupts ? this.between(rank, at, own) : later(at, own);
  }

  /** Whether a node is one of the stragglers. */
  isSlow(node: number): boolean {
    const { seed, slow } = this.machine.noise;
    return drawn(seed, node, -1) < slow;
  }

  /** When the thread has been free for `work` since `at`. */
  private between(rank: number, at: Picoseconds, work: Picoseconds): Picoseconds {
    const { period, span } = this.machine.noise;
    const free = this.freeBefore(rank, at) + work;
    const index = Math.ceil(free / (period - span)) - 1;
    const [begin, left] = [this.placeOf(rank, index), free - index * (period - span)];
    return later(index * period, left <= begin ? left : left + span);
  }

  /** How long it has been free before a time. */
  private freeBefore(rank: number, time: Picoseconds): Picoseconds {
    const { period, span } = this.machine.noise;
    const index = Math.floor(time / period);
    const [begin, passed] = [this.placeOf(rank, index), time - index * period];
    return index * (period - span) + (passed <= begin ? passed : Math.max(begin, passed - span));
  }

  /** Where a period's interruption begins, in it. */
  private placeOf(rank: number, index: number): Picoseconds {
    const { seed, period, span } = this.machine.noise;
    return Math.floor(drawn(seed, rank, index) * (period - span));
  }
}

const SPAN = 'the time that an interruption takes, as in noise.span=20us';
const SLOW = 'the share of nodes that are slow, as in noise.slow=0.01';
/** What has an effect with another value alone. */
const NEEDED = [
  ['period', ['span'], SPAN],
  ['slowdown', ['slow'], SLOW],
  ['seed', ['span', 'slow'], `${SPAN}, or ${SLOW}`],
] as const;

/** A number in [0, 1) for three integers: the finalizer of MurmurHash3 (Appleby), once for each. */
function drawn(seed: number, whom: number, index: number): number {
  return mixed(mixed(mixed(seed) ^ whom) ^ index) / 2 ** 32;
}

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16) ^ 0x9e3779b9, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** Refuses interruptions without end, and what has no effect by itself: values that only tell how. */
export function checkNoise(machine: Machine): void {
  const { period, span } = machine.noise;
  const given = (key: string) => machine.origins.some(({ path }) => path === `noise.${key}`);
  for (const [key, needed, meaning] of NEEDED)
    if (given(key) && !needed.some(given))
      throw new MachineError(
        `noise.${key} alone disturbs nobody: give ${needed.map((each) => `noise.${each}`).join(' or ')} too, ${meaning}`,
      );
  if (span > 0 && span >= period)
    throw new MachineError(
      `noise.span is ${inTimeUnits(span)}: give less than noise.period, which is ${inTimeUnits(period)}, so that something is left for the ranks`,
    );
}
