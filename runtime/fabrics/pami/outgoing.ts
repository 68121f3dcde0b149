/**
 * Backpressure: sends that found no room, in order for each destination.
 *
 * PAMI neither waits nor drops. A send for which the destination's ring has no room is queued here, with a copy of
 * whatever the caller may change, and retried whenever the context is advanced.
 */
import type { Endpoint } from './endpoint.ts';

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
  private readonly waiting = new Map<Endpoint, number>();

  get length(): number {
    return this.queue.length;
  }

  /** Whether sends to this destination are queued: later ones must follow them. */
  isBlocked(dest: Endpoint): boolean {
    return this.queue.length !== 0 && this.waitingFor(dest) !== 0;
  }

  /** Sends now, or queues. */
  send(sending: Sending): void {
    if (!this.isBlocked(sending.dest) && sending.goOn()) return;
    this.queue.push(sending);
    this.waiting.set(sending.dest, this.waitingFor(sending.dest) + 1);
  }

  /** Retries the queued sends; returns the number completed. */
  goOn(): number {
    const blocked = new Set<Endpoint>();
    const count = this.queue.length;
    this.queue = this.queue.filter((sending) => {
      const { dest } = sending;
      if (!blocked.has(dest) && this.mayGo(dest) && sending.goOn()) return this.leave(dest);
      blocked.add(dest);
      return true;
    });
    return count - this.queue.length;
  }

  /** Drops the sends queued for a destination. */
  purge(dest: Endpoint): void {
    this.queue = this.queue.filter((sending) => {
      if (sending.dest !== dest) return true;
      sending.drop();
      return this.leave(dest);
    });
  }

  /** Whether the oldest send to a destination is tried. */
  protected mayGo(_dest: Endpoint): boolean {
    return true;
  }

  private waitingFor(dest: Endpoint): number {
    return this.waiting.get(dest) ?? 0;
  }

  private leave(dest: Endpoint): false {
    this.waiting.set(dest, this.waitingFor(dest) - 1);
    return false;
  }
}
