/** A queue of an adapter: it sends one message after the other, with the gap (g) between them. */
import type { Carrier, Passage } from './carrier.ts';
import type { EventQueue, Occurrence } from './queue.ts';
import { later, type Picoseconds } from './time.ts';

interface Posted {
  readonly passage: Omit<Passage, 'sent'>;
  /** Time before it can be sent. */
  readonly preparation: Picoseconds;
  /** When its last byte has left. */
  readonly sent: ((at: Picoseconds) => void) | undefined;
}

export class Engine implements Occurrence {
  private waiting: Posted[] = [];
  /** Infinity while a message is being sent whose end is not known yet. */
  private free: Picoseconds = 0;
  private isWoken = false;
  private isSending = false;

  constructor(
    private readonly queue: EventQueue,
    private readonly carrier: Carrier,
    private readonly gap: Picoseconds,
  ) {}

  /** Sends a message when those before it are sent. */
  post(posted: Posted): void {
    this.waiting.push(posted);
    this.wake();
  }

  /** It is free: messages are sent, until one keeps it busy. */
  happen(now: Picoseconds): void {
    this.isWoken = false;
    this.isSending = true;
    while (this.waiting.length > 0 && this.free <= now) this.send(now, this.waiting.shift()!);
    this.isSending = false;
    this.wake();
  }

  private send(now: Picoseconds, { passage, preparation, sent }: Posted): void {
    this.free = Number.POSITIVE_INFINITY;
    const known = (at: Picoseconds) => this.sent(at, sent);
    const happen = () => this.carrier.carry({ ...passage, sent: known });
    if (preparation === 0) happen();
    else this.queue.add(later(now, preparation), passage.rank, { happen });
  }

  private sent(at: Picoseconds, told: Posted['sent']): void {
    this.free = later(at, this.gap);
    told?.(at);
    this.wake();
  }

  /** At once where it is free, else by an event when it will be. */
  private wake(): void {
    const next = this.waiting[0];
    if (next === undefined || this.isSending || this.isWoken || this.free === Number.POSITIVE_INFINITY) return;
    if (this.free <= this.queue.now) this.happen(this.queue.now);
    else {
      this.isWoken = true;
      this.queue.add(this.free, next.passage.rank, this);
    }
  }
}
