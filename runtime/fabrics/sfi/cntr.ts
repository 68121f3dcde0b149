/**
 * Counters (fi_cntr(3)): how many operations are complete, and how many have failed; nothing else of them.
 *
 * What this rank completes is counted in the object; what others do to its memory, in a word of the adapter's memory.
 */
import type { Domain } from './domain.ts';
import { FI_EAVAIL, FI_ETIMEDOUT } from './errno.ts';
import { Fid } from './fid.ts';
import { waitUntil } from './wait.ts';

export class Counter extends Fid {
  /** Completions that this rank has seen. For providers. */
  value = 0;
  errors = 0;
  /** Address of the word that others count in; 0 as long as nobody needs it. */
  private word = 0;
  private readonly progress: (() => void)[] = [];
  /** How much else there is to look at than `value`. */
  private others = 0;

  constructor(readonly domain: Domain) {
    super(domain);
  }

  /** Completions without errors. */
  read(): number {
    return this.others === 0 ? this.value : this.readAll();
  }

  readerr(): number {
    return this.errors;
  }

  add(count: number): number {
    this.value += count;
    return 0;
  }

  set(count: number): number {
    this.value = count - this.counted();
    return 0;
  }

  /** 0 once the counter has come to the threshold; -FI_EAVAIL if an operation fails, -FI_ETIMEDOUT after so many milliseconds. */
  wait(threshold: number, timeout = -1): number {
    const { errors } = this;
    const over = () => this.read() >= threshold || this.errors !== errors;
    if (!waitUntil(over, timeout)) return -FI_ETIMEDOUT;
    return this.errors === errors ? 0 : -FI_EAVAIL;
  }

  /** The address of the word that others add to. */
  shared(): number {
    if (this.word === 0) this.word = this.domain.take(64);
    this.others++;
    return this.word;
  }

  /** Who reads the counter moves on what it counts. */
  drive(progress: () => void): void {
    this.progress.push(progress);
    this.others++;
  }

  private readAll(): number {
    for (const advance of this.progress) advance();
    return this.value + this.counted();
  }

  private counted(): number {
    return this.word === 0 ? 0 : Atomics.load(this.domain.fabric.hardware.space.I32, this.word >>> 2) >>> 0;
  }
}
