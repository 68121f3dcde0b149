/**
 * The clock of another host, in terms of this one's: by how much it is ahead at any time of the job.
 *
 * The other end tells its time; it did so half a round trip before the answer came, give or take the other half. Of several
 * round trips the shortest is taken, at the job's start and at its end; between them the clocks drift evenly. (F. Cristian,
 * Probabilistic clock synchronization, Distributed Computing 3, 1989.)
 */
import { platform } from '../platform/linked.ts';
import type { Member } from './orders.ts';

/** Round trips of which the shortest counts. */
const TRIES = 16;

/** All in milliseconds: the other's clock, by how much it was ahead, and how much that may be wrong. */
export interface ClockSample {
  readonly at: number;
  readonly ahead: number;
  readonly error: number;
}

/** Milliseconds since 1970, by a clock that never goes back. */
export const timeHere = (): number => platform.clock.origin + platform.clock.milliseconds();

/** `ask` gives the other's time, undefined if it is gone. */
export async function sampleClock(ask: () => Promise<number | undefined>): Promise<ClockSample | undefined> {
  let best: ClockSample | undefined;
  for (let i = 0; i < TRIES; i++) {
    const sent = timeHere();
    const at = await ask();
    if (at === undefined) return best;
    const error = (timeHere() - sent) / 2;
    if (best === undefined || error < best.error) best = { at, ahead: at - sent - error, error };
  }
  return best;
}

export class FarClock {
  constructor(
    private readonly start: ClockSample,
    private readonly end: ClockSample,
  ) {}

  /** By how much it was ahead when it showed this time. */
  aheadAt(time: number): number {
    return this.start.ahead + this.drift * (time - this.start.at);
  }

  /** How much faster it goes, as a fraction. */
  private get drift(): number {
    const lasted = this.end.at - this.start.at;
    return lasted > 0 ? (this.end.ahead - this.start.ahead) / lasted : 0;
  }

  /** "+3.214 ms, 1.20 ppm faster, to within 0.021 ms" */
  get text(): string {
    const { start, end } = this;
    const sign = start.ahead < 0 ? '' : '+';
    const speed = `${Math.abs(this.drift * 1e6).toFixed(2)} ppm ${this.drift < 0 ? 'slower' : 'faster'}`;
    return `${sign}${start.ahead.toFixed(3)} ms, ${speed}, to within ${Math.max(start.error, end.error).toFixed(3)} ms`;
  }
}
/** Milliseconds that sampling may take: who does not answer then may never. */
const PATIENCE = 500;

/** The clocks of processes on other hosts, sampled when main begins and when the job ends: traces are told in this process's time. */
export class FarClocks {
  /** Of each process by its number. */
  private readonly samples = new Map<number, ClockSample[]>();

  constructor(private readonly members: readonly Member[]) {}

  async sample(): Promise<void> {
    const far = [...this.members.entries()].filter(([, { isFar }]) => isFar);
    await Promise.all(far.map(([index, member]) => Promise.race([this.sampleOf(index, member), after(PATIENCE)])));
  }

  private async sampleOf(index: number, member: Member): Promise<void> {
    const sample = await sampleClock(() => member.time());
    if (sample !== undefined) this.samples.set(index, [...(this.samples.get(index) ?? []), sample]);
  }

  /** The clock of a process; undefined if it is this host's, or has never told its time. */
  of(index: number): FarClock | undefined {
    const samples = this.samples.get(index);
    return samples && new FarClock(samples[0]!, samples.at(-1)!);
  }

  /** For the report. */
  get lines(): string[] {
    return this.members.flatMap(({ name }, index) => {
      const clock = this.of(index);
      return clock === undefined ? [] : [`  ${name}: ${clock.text}`];
    });
  }
}

const after = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
