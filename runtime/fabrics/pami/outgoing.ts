/**
 * Backpressure: sends that found no room, in order for each destination.
 *
 * PAMI neither waits nor drops. A send for which the destination's ring has no room is queued here, with a copy of
 * whatever the caller may change, and retried whenever the context is advanced.
 */
import { type Endpoint, indexOf, MAX_CONTEXTS } from './endpoint.ts';

/** A queued send. */
export interface Sending {
  readonly dest: Endpoint;
  /** Sends as much as finds room; true when complete. */
  goOn(): boolean;
  /** Called instead when the destination is purged. */
  drop(): void;
}

export class Outgoing {
  private queue: Sending[] = [];
  /** Queued sends by destination. */
  private readonly waiting: Int32Array;

  constructor(tasks: number) {
    this.waiting = new Int32Array(tasks * MAX_CONTEXTS);
  }

  get length(): number {
    return this.queue.length;
  }

  /** Whether sends to this destination are queued: later ones must follow them. */
  isBlocked(dest: Endpoint): boolean {
    return this.queue.length !== 0 && this.waiting[indexOf(dest)] !== 0;
  }

  /** Sends now, or queues. */
  send(sending: Sending): void {
    if (!this.isBlocked(sending.dest) && sending.goOn()) return;
    this.queue.push(sending);
    this.waiting[indexOf(sending.dest)]!++;
  }

  /** Retries the queued sends; returns the number completed. */
  goOn(): number {
    const blocked = new Set<number>();
    const count = this.queue.length;
    this.queue = this.queue.filter((sending) => {
      const index = indexOf(sending.dest);
      if (!blocked.has(index) && this.mayGo(index) && sending.goOn()) return this.leave(index);
      blocked.add(index);
      return true;
    });
    return count - this.queue.length;
  }

  /** Drops the sends queued for a destination. */
  purge(dest: Endpoint): void {
    this.queue = this.queue.filter((sending) => {
      if (sending.dest !== dest) return true;
      sending.drop();
      return this.leave(indexOf(dest));
    });
  }

  /** Whether the oldest send to a destination, that of this index, is tried. */
  protected mayGo(_index: number): boolean {
    return true;
  }

  private leave(index: number): false {
    this.waiting[index]!--;
    return false;
  }
}
