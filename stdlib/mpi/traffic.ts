/**
 * Counts of messages for the tool interface (MPI 3.1, 14.3.7; toolvariables.ts). Those of all messages lie in the words of shortcut.ts, as functions in C count too.
 */
import type { Shortcut } from './shortcut.ts';

/** Numbers of counts. */
export const [SENT, SENT_BYTES, WITH_DATA, RECEIVED, RECEIVED_BYTES] = [0, 1, 2, 3, 4] as const;

export class Traffic {
  unexpected = 0;
  mostUnexpected = 0;

  constructor(private readonly shortcut: Shortcut) {}

  /** All that is not sent with its data. */
  get offers(): number {
    return this.count(SENT) - this.count(WITH_DATA);
  }

  /** One of the counts of shortcut.ts. */
  count(number: number): number {
    return this.shortcut.counts[number]!;
  }

  addSent(bytes: number, isEager: boolean): void {
    const { counts } = this.shortcut;
    counts[SENT]!++;
    counts[SENT_BYTES]! += bytes;
    if (isEager) counts[WITH_DATA]!++;
  }

  addReceived(bytes: number): void {
    const { counts } = this.shortcut;
    counts[RECEIVED]!++;
    counts[RECEIVED_BYTES]! += bytes;
  }
}
