/**
 * Letters of the barrier as active messages: the handler records them.
 */
import type { ActiveMessages } from '../../core/am/activemessages.ts';
import { argumentsAt } from '../../core/message.ts';
import type { Space } from '../../memory/space.ts';
import { LETTER } from '../handlers.ts';
import { type Agreement, ANONYMOUS } from './agreement.ts';
import { type Letters, stepsFor } from './dissemination.ts';

export class MessageLetters implements Letters {
  private readonly I32: Int32Array;
  /** Of each step, for even and for odd phases: the phase of the last letter, and its contents. */
  private readonly phases: Int32Array;
  private readonly agreements: Agreement[];
  private readonly values: Int32Array;

  constructor(
    { THREADS, I32 }: Space,
    private readonly messages: ActiveMessages,
  ) {
    const letters = 2 * stepsFor(THREADS);
    this.I32 = I32;
    this.phases = new Int32Array(letters);
    this.agreements = new Array<Agreement>(letters).fill(ANONYMOUS);
    this.values = new Int32Array(letters);
    messages.register(LETTER, (_token: number, step: number, phase: number, agreement: Agreement, value: number) => {
      const letter = letterOf(step, phase);
      this.phases[letter] = phase;
      this.agreements[letter] = agreement;
      this.values[letter] = value;
    });
  }

  send(rank: number, step: number, phase: number, agreement: Agreement, value: number): void {
    const { messages, I32 } = this;
    const at = argumentsAt(messages.requestShort(rank, LETTER, 4)) >>> 2;
    I32[at] = step;
    I32[at + 1] = phase;
    I32[at + 2] = agreement;
    I32[at + 3] = value;
    messages.send();
  }

  hasCome(step: number, phase: number): boolean {
    return this.phases[letterOf(step, phase)] === phase;
  }

  agreement(step: number, phase: number): Agreement {
    return this.agreements[letterOf(step, phase)]!;
  }

  value(step: number, phase: number): number {
    return this.values[letterOf(step, phase)]!;
  }
}

const letterOf = (step: number, phase: number) => 2 * step + (phase & 1);
