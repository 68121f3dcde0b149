/**
 * Adaptive spinning of waits before they sleep.
 *
 * Spinning that succeeds saves a wake-up of about LONGEST, so no wait spins longer than that (Karlin, Li, Manasse and
 * Owicki 1991: competitive ratio 2). Spinning in vain takes the core from the thread waited for. So for each kind of
 * wait the duration is halved after a failure, down to none, and doubled after a success; from none it is retried now
 * and then. Where threads are more than cores, whoever is waited for seldom runs, so no wait spins longer than the calls of a sleep take. A poll may be what moves the bytes of a transfer, so a wait for one spins longer by the time that these take.
 *
 * Between processes a sleeper is woken by its progress thread, which the wire has to wake first. Two ranks that wait for each other in turn
 * must outlast such a wake-up of the partner: else each sleeps before the other's letter comes, and both do so for ever. There a wait that was over
 * soon after it slept shortens nothing: the partner was held up for once, or slept itself.
 */
import { platform } from '../platform/linked.ts';
import type { Job } from './job.ts';
import { WAIT_KINDS, type Wait } from './states.ts';

/** Milliseconds. */
const LONGEST = 0.05;
const LONGEST_APART = 0.2;
const SOON_APART = 1;
const LONGEST_CROWDED = 0.01;
const SHORTEST = 0.003;
/** A byte of a transfer. */
const PER_BYTE = 5e-7;
/** While a kind does not spin, one wait in so many retries. */
const TRIES = 64;
/** Tests of the condition between two polls and readings of the clock. */
const LOOKS = 128;

export class Spinning {
  /** Spin duration in milliseconds, by kind of wait. */
  private readonly times = new Float64Array(WAIT_KINDS);
  private adapts = true;
  private waits = 0;
  private readonly longest: number;
  /** A wait that took so long, in milliseconds, was not worth to spin for. */
  private readonly soon: number;

  /**
   * `polite`: never (true) or always (false) spins; undefined: adaptively. `isCrowded`: threads are more than cores. `isApart`: others are
   * reached by the wire alone.
   */
  constructor(
    private readonly polite: boolean | undefined,
    readonly isCrowded = false,
    isApart = false,
  ) {
    this.longest = isCrowded && polite === undefined ? LONGEST_CROWDED : isApart ? LONGEST_APART : LONGEST;
    this.soon = isApart && this.longest === LONGEST_APART ? SOON_APART : 0;
    this.usual();
  }

  /** Resets to the mode at the job's start. */
  usual(): void {
    this.fix(this.polite === true ? 0 : this.longest);
    this.adapts = this.polite === undefined;
  }

  /** Fixes the duration in milliseconds. */
  fix(milliseconds: number): void {
    this.times.fill(milliseconds);
    this.adapts = false;
  }

  /** Whether waits of this kind spin at present. */
  pays(kind: number): boolean {
    return this.times[kind]! > 0;
  }

  /** Spins until the condition holds: undefined; or for `least` milliseconds, which are not 0: when it began. */
  spin(job: Job, { kind, isRemote, bytes = 0 }: Wait, least: number, holds: () => boolean): number | undefined {
    const time = least + bytes * PER_BYTE;
    const mask = isRemote ? 0 : LOOKS - 1;
    let end = 0;
    for (let look = 1; ; look++) {
      if (holds()) {
        if (look > 1) this.paid(kind, least);
        return undefined;
      }
      if ((look & mask) !== 0) continue;
      job.poll();
      const now = platform.clock.milliseconds();
      if (end === 0) end = now + time;
      if (now >= end) return end - time;
    }
  }

  /** A wait of this kind that spun in vain is over, so many milliseconds after it began. */
  failed(kind: number, milliseconds: number): void {
    if (this.adapts && milliseconds >= this.soon) this.shorten(kind);
  }

  /** Serves messages while there are any, and spins a while longer: more messages tend to follow soon. */
  listen(job: Job, kind: number, holds: () => boolean): boolean {
    const time = this.times[kind]!;
    const mask = time === 0 ? 0 : LOOKS - 1;
    let end = 0;
    for (let look = 1; ; look++) {
      if (holds()) return true;
      if (job.poll()) end = 0;
      if ((look & mask) !== 0) continue;
      const now = platform.clock.milliseconds();
      if (end === 0) end = now + time;
      if (now >= end) return false;
    }
  }

  /** How long a wait of this kind is to spin, in milliseconds: 0 where it had better sleep, and whoever sleeps polls first. */
  timeFor(kind: number): number {
    const time = this.times[kind]!;
    if (time > 0 || !this.adapts || ++this.waits % TRIES !== 0) return time;
    return this.longest;
  }

  /** It has spun at most `tried` milliseconds: a retry that paid goes on with them. */
  private paid(kind: number, tried: number): void {
    const time = this.times[kind]!;
    if (time < this.longest && this.adapts)
      this.times[kind] = Math.min(this.longest, Math.max(tried, 2 * time + SHORTEST));
  }

  private shorten(kind: number): void {
    const time = this.times[kind]! / 2;
    this.times[kind] = time < SHORTEST ? 0 : time;
  }
}
