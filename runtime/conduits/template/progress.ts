/**
 * Progress of the template conduit: FILL IN the polling of the fabric, called whenever the rank polls or waits.
 */
import type { Host } from '../conduit.ts';

export class Progress {
  constructor(readonly host: Host) {}

  /**
   * FILL IN: calls `host.deliver(address)` for some of the arrived messages, only replies if `_repliesOnly`, and
   * takes completions from the fabric. True if there was any progress.
   */
  advance(_repliesOnly: boolean): boolean {
    return false;
  }
}
