/** A queue of an adapter: it sends one message after the other, with the gap (g) between them. */
import type { Carrier, Passage } from './carrier.ts';
import { Fifo } from './fifo.ts';
import type { EventQueue, Occurrence } from './queue.ts';
import { later, type Picoseconds } from './time.ts';

/** Who has to know of a message. */
export interface Ends {
  /** It is all there. */
  arrived(at: Picoseconds): void;
  /** Its last byte leaves, which may be ahead of the time. */
  left?(at: Picoseconds): void;
}

/** A message of an engine. */
export class Sending implements Passage {
  engine!: Engine;

  constructor(
    readonly sourceNode: number,
    readonly targetNode: number,
    readonly targetEngine: number,
    readonly bytes: number,
    readonly rank: number,
    readonly limit: number,
    readonly delay: Picoseconds,
    /** Time before it can be sent. */
    readonly preparation: Picoseconds,
    private readonly ends: Ends,
  ) {}

  happen(now: Picoseconds): void {
    this.ends.arrived(now);
  }

  sent(at: Picoseconds): void {
    this.ends.left?.(at);
    this.engine.sent(at);
  }
}

export class Engine implements Occurrence {
  private readonly waiting = new Fifo<Sending>();
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
  post(sending: Sending): void {
    sending.engine = this;
    this.waiting.push(sending);
    this.wake();
  }

  /** It is free: messages are sent, until one keeps it busy. */
  happen(now: Picoseconds): void {
    this.isWoken = false;
    this.isSending = true;
    while (this.waiting.first && this.free <= now) this.send(now, this.waiting.take()!);
    this.isSending = false;
    this.wake();
  }

  /** The message being sent leaves by then. */
  sent(at: Picoseconds): void {
    this.free = later(at, this.gap);
    this.wake();
  }

  private send(now: Picoseconds, sending: Sending): void {
    this.free = Number.POSITIVE_INFINITY;
    if (sending.preparation === 0) this.carrier.carry(sending);
    else this.queue.add(later(now, sending.preparation), sending.rank, { happen: () => this.carrier.carry(sending) });
  }

  /** At once where it is free, else by an event when it will be. */
  private wake(): void {
    if (this.waiting.first === undefined || this.isSending || this.isWoken || this.free === Number.POSITIVE_INFINITY)
      return;
    if (this.free <= this.queue.now) this.happen(this.queue.now);
    else {
      this.isWoken = true;
      this.queue.add(this.free, this.waiting.first.rank, this);
    }
  }
}
