/**
 * What found no room: packets that a context still has to send, in order for each destination.
 *
 * PAMI neither waits nor drops. A send for which the destination's ring has no room is kept here, with a copy of what the
 * caller may change, and goes on whenever the context is advanced.
 */
import { type Endpoint, indexOf, MAX_CONTEXTS } from './endpoint.ts';

/** Something to send. */
export interface Sending {
  readonly dest: Endpoint;
  /** Sends what finds room; true when all of it has gone. */
  goOn(): boolean;
  /** It will never be sent: the destination was purged. */
  drop(): void;
}

export class Outgoing {
  private queue: Sending[] = [];
  /** How many wait for each destination. */
  private readonly waiting: Int32Array;

  constructor(tasks: number) {
    this.waiting = new Int32Array(tasks * MAX_CONTEXTS);
  }

  get length(): number {
    return this.queue.length;
  }

  /** Whether something waits for this destination: then all that follows must wait as well. */
  isBlocked(dest: Endpoint): boolean {
    return this.queue.length !== 0 && this.waiting[indexOf(dest)] !== 0;
  }

  /** Sends now, or keeps. */
  send(sending: Sending): void {
    if (!this.isBlocked(sending.dest) && sending.goOn()) return;
    this.queue.push(sending);
    this.waiting[indexOf(sending.dest)]!++;
  }

  /** Sends what finds room; how many have gone. */
  goOn(): number {
    const blocked = new Set<number>();
    const count = this.queue.length;
    this.queue = this.queue.filter((sending) => {
      const index = indexOf(sending.dest);
      if (!blocked.has(index) && sending.goOn()) return this.leave(index);
      blocked.add(index);
      return true;
    });
    return count - this.queue.length;
  }

  /** Gives up what waits for a destination. */
  purge(dest: Endpoint): void {
    this.queue = this.queue.filter((sending) => {
      if (sending.dest !== dest) return true;
      sending.drop();
      return this.leave(indexOf(dest));
    });
  }

  private leave(index: number): false {
    this.waiting[index]!--;
    return false;
  }
}
