/**
 * Progress of the template conduit: FILL IN what is looked at whenever the rank polls, or waits for something.
 */
import type { Host } from '../conduit.ts';

export class Progress {
  constructor(readonly host: Host) {}

  /**
   * FILL IN: calls `host.deliver(address)` for some of the messages that have arrived, replies alone if they alone are asked
   * for, and takes completions from the fabric. True if there was anything.
   */
  advance(_repliesOnly: boolean): boolean {
    return false;
  }
}
