/**
 * Replies of handlers that found no room: they are kept, as handlers do not wait, and go before the next requests are served.
 *
 * Takes: how a conduit sends one. One idea: who serves requests may wait where it is no handler any more. It serves replies alone meanwhile, whose handlers send nothing, and nothing
 * that follows a poll is done: so two that wait for each other's room make it.
 */
import type { Host } from './conduit.ts';

interface Reply {
  readonly rank: number;
  readonly bytes: Uint8Array;
}

export class KeptReplies {
  private sending = false;
  private readonly kept: Reply[] = [];

  constructor(
    private readonly host: Host,
    /** Serves replies. */
    private readonly poll: () => void,
    /** Sends a message that lies in no buffer; false without room. */
    private readonly send: (rank: number, bytes: Uint8Array) => boolean,
  ) {}

  /** No requests are to be served. */
  get isSending(): boolean {
    return this.sending;
  }

  get isEmpty(): boolean {
    return this.kept.length === 0;
  }

  keep(rank: number, message: number, size: number): void {
    this.kept.push({ rank, bytes: this.host.space.U8.slice(message >>> 0, (message >>> 0) + size) });
  }

  /** Sends them all; a receiver may be waiting for this rank. */
  sendAll(): void {
    for (const { rank, bytes } of this.kept.splice(0)) this.wait(rank, () => this.send(rank, bytes));
  }

  /** Waits for a condition; replies alone are served meanwhile. */
  wait(rank: number | undefined, holds: () => boolean): void {
    this.sending = true;
    try {
      this.host.waitFor(rank, () => {
        this.poll();
        return holds();
      });
    } finally {
      this.sending = false;
    }
  }
}
