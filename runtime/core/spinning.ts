/**
 * How long a wait looks again and again before the thread sleeps.
 *
 * A look that comes in time saves a wake-up, which takes about LONGEST; so no wait spins longer than that (Karlin, Li, Manasse
 * and Owicki 1991: at most twice the best). One that spins in vain keeps the core from whom it waits for. So for each kind of
 * wait the time is halved when it was in vain, down to none, and doubled when it paid; from none it is tried again now and then.
 */
import { platform } from '../platform/linked.ts';
import type { Job } from './job.ts';
import { WAIT_KINDS, type Wait } from './states.ts';

/** Milliseconds. */
const LONGEST = 0.05;
const SHORTEST = 0.003;
/** While a kind does not spin, one in so many waits tries. */
const TRIES = 64;
/** Looks between two at the clock and at what has arrived. */
const LOOKS = 128;

export class Spinning {
  /** Milliseconds, by kind of wait. */
  private readonly times = new Float64Array(WAIT_KINDS);
  private adapts = true;
  private waits = 0;

  /** `polite`: never (true) or always (false); undefined for as it pays. */
  constructor(private readonly polite: boolean | undefined) {
    this.usual();
  }

  /** As the job was started. */
  usual(): void {
    this.fix(this.polite === true ? 0 : LONGEST);
    this.adapts = this.polite === undefined;
  }

  /** From now on this many milliseconds, whatever it pays. */
  fix(milliseconds: number): void {
    this.times.fill(milliseconds);
    this.adapts = false;
  }

  /** Whether waits of this kind spin at the moment. */
  pays(kind: number): boolean {
    return this.times[kind]! > 0;
  }

  /** Looks for a while; true as soon as the condition holds. */
  spin(job: Job, { kind, isRemote }: Wait, holds: () => boolean): boolean {
    const time = this.timeFor(kind);
    const mask = isRemote || time === 0 ? 0 : LOOKS - 1;
    let end = 0;
    for (let look = 1; ; look++) {
      if (holds()) {
        if (look > 1) this.paid(kind);
        return true;
      }
      if ((look & mask) !== 0) continue;
      job.poll();
      const now = platform.clock.milliseconds();
      if (end === 0) end = now + time;
      if (now >= end) break;
    }
    if (this.adapts) this.shorten(kind);
    return false;
  }

  /** Serves what arrives as long as there is something, and a while longer: who has been sent something may soon be sent more. */
  listen(job: Job, kind: number, holds: () => boolean): boolean {
    let end = 0;
    for (let look = 1; ; look++) {
      if (holds()) return true;
      if (job.poll()) end = 0;
      if ((look & (LOOKS - 1)) !== 0) continue;
      const now = platform.clock.milliseconds();
      if (end === 0) end = now + this.times[kind]!;
      if (now >= end) return false;
    }
  }

  private timeFor(kind: number): number {
    const time = this.times[kind]!;
    if (time > 0 || !this.adapts || ++this.waits % TRIES !== 0) return time;
    return LONGEST / 2;
  }

  private paid(kind: number): void {
    const time = this.times[kind]!;
    if (time < LONGEST && this.adapts) this.times[kind] = Math.min(LONGEST, 2 * time + SHORTEST);
  }

  private shorten(kind: number): void {
    const time = this.times[kind]! / 2;
    this.times[kind] = time < SHORTEST ? 0 : time;
  }
}
