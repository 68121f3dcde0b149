/**
 * Letters of the barrier as puts into mailboxes of the receiver: one for each step of even and of odd phases.
 *
 * A letter is 16 bytes, two words and their complements, so that a partly written one is recognized in whatever order
 * the network writes its bytes; its phase distinguishes it from an old one. The receiver takes no part.
 */

import { COMPLETE, type RemoteMemory } from '../../conduits/conduit.ts';
import type { Job } from '../../core/job.ts';
import { FOR_TRANSFER } from '../../core/states.ts';
import type { Agreement } from './agreement.ts';
import { type Letters, stepsFor } from './dissemination.ts';

const LETTER = 16;
/** In the first word, below the phase. */
const AGREEMENT_BITS = 2;
const AGREEMENT_MASK = 3;

/** Bytes of the mailboxes of a rank, and of its send buffers: whole cache lines. */
export function mailboxBytes(ranks: number): number {
  return Math.ceil((4 * stepsFor(ranks) * LETTER) / 64) * 64;
}

export class Mailboxes implements Letters {
  private readonly I32: Int32Array;
  private readonly own: number;
  private readonly outgoing: number;
  /** Of the last put from each letter. */
  private readonly handles: Int32Array;

  /** `offset`: of mailboxBytes of each region that others may reach, a multiple of 8. */
  constructor(
    private readonly job: Job,
    private readonly memory: RemoteMemory,
    private readonly offset: number,
    private readonly rouse: (rank: number) => void,
  ) {
    const { space } = job;
    const letters = 2 * stepsFor(space.THREADS);
    this.I32 = space.I32;
    this.own = (space.BASE + offset) | 0;
    this.outgoing = (this.own + letters * LETTER) | 0;
    this.handles = new Int32Array(letters);
  }

  send(rank: number, step: number, phase: number, agreement: Agreement, value: number): void {
    const { I32, memory } = this;
    const letter = 2 * step + (phase & 1);
    const source = (this.outgoing + letter * LETTER) | 0;
    this.finish(letter);
    const first = (phase << AGREEMENT_BITS) | agreement;
    const word = source >>> 2;
    I32[word] = first;
    I32[word + 1] = value;
    I32[word + 2] = ~first;
    I32[word + 3] = ~value;
    this.handles[letter] = memory.putNbBulk(rank, this.offset + letter * LETTER, source, LETTER);
    this.rouse(rank);
  }

  hasCome(step: number, phase: number): boolean {
    const { I32 } = this;
    const word = this.wordOf(step, phase);
    const first = Atomics.load(I32, word);
    return (
      first >> AGREEMENT_BITS === (phase << AGREEMENT_BITS) >> AGREEMENT_BITS &&
      Atomics.load(I32, word + 2) === ~first &&
      Atomics.load(I32, word + 3) === ~Atomics.load(I32, word + 1)
    );
  }

  agreement(step: number, phase: number): Agreement {
    return (this.I32[this.wordOf(step, phase)]! & AGREEMENT_MASK) as Agreement;
  }

  value(step: number, phase: number): number {
    return this.I32[this.wordOf(step, phase) + 1]!;
  }

  /** The put from this letter two phases ago completed long ago; frees its handle. */
  private finish(letter: number): void {
    const handle = this.handles[letter]!;
    if (handle !== COMPLETE && !this.memory.test(handle)) this.waitFor(handle);
  }

  private waitFor(handle: number): void {
    this.job.block(FOR_TRANSFER, () => this.memory.test(handle) === true);
  }

  private wordOf(step: number, phase: number): number {
    return (this.own + (2 * step + (phase & 1)) * LETTER) >>> 2;
  }
}
