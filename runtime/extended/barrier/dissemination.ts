/**
 * The dissemination barrier: in step s a rank sends its partial result to the rank 2^s behind it, after it has received
 * the result of the rank 2^s before it, so after log2(ranks) steps each has heard from all (Hensgen, Finkel, Manber
 * 1988).
 *
 * Independent of the network: `Letters` carry the partial results. A rank is at most one phase ahead of those it sends
 * to, so letters are double-buffered by the phase's parity. Non-blocking: `advance` performs the steps whose letters
 * have arrived.
 */
import { type Agreement, ANONYMOUS, join } from './agreement.ts';

/** The exchange of partial results. */
export interface Letters {
  /** Sends `rank` this one's result in a step of a phase. May record other letters, but not handle them, before it returns. */
  send(rank: number, step: number, phase: number, agreement: Agreement, value: number): void;
  /** Whether the letter of a step of a phase has arrived. */
  hasCome(step: number, phase: number): boolean;
  /** Its contents, once it has arrived, until the phase after the next. */
  agreement(step: number, phase: number): Agreement;
  value(step: number, phase: number): number;
}

/** Number of steps for so many ranks. */
export function stepsFor(ranks: number): number {
  return ranks < 2 ? 0 : 32 - Math.clz32(ranks - 1);
}

export class Dissemination {
  /** The current or last phase of this rank. */
  phase = 0;
  /** Its completed steps. */
  step: number;
  /** Partial result of the phase. */
  agreement: Agreement = ANONYMOUS;
  value = 0;
  private readonly steps: number;

  constructor(
    private readonly rank: number,
    private readonly ranks: number,
    private readonly letters: Letters,
  ) {
    this.steps = stepsFor(ranks);
    this.step = this.steps;
  }

  /** Starts the next phase with this rank's contribution; the last one is complete. */
  begin(agreement: Agreement, value: number): void {
    this.phase = (this.phase + 1) | 0;
    this.step = 0;
    this.agreement = agreement;
    this.value = value;
    if (this.steps > 0) this.tell();
  }

  /** Advances as far as possible; returns whether the phase is complete. */
  advance(): boolean {
    const { letters, phase } = this;
    while (this.step < this.steps) {
      if (!letters.hasCome(this.step, phase)) return false;
      this.learn(letters.agreement(this.step, phase), letters.value(this.step, phase));
      if (++this.step < this.steps) this.tell();
    }
    return true;
  }

  private learn(agreement: Agreement, value: number): void {
    const joined = join(this.agreement, this.value, agreement, value);
    if (agreement !== ANONYMOUS) this.value = value;
    this.agreement = joined;
  }

  private tell(): void {
    const { step, ranks } = this;
    this.letters.send((this.rank + (1 << step)) % ranks, step, this.phase, this.agreement, this.value);
  }
}
