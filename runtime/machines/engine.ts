/** A queue of an adapter: it sends one message after the other, with the gap (g) between them. */
import type { Carrier, Passage } from './carrier.ts';
import type { EventQueue } from './queue.ts';
import { later, type Picoseconds } from './time.ts';

interface Posted {
  readonly passage: Passage;
  /** Time before it can be sent. */
  readonly preparation: Picoseconds;
}

export class Engine {
  private waiting: Posted[] = [];
  private isBusy = false;

  constructor(
    private readonly queue: EventQueue,
    private readonly carrier: Carrier,
    private readonly gap: Picoseconds,
  ) {}

  /** Sends a message when those before it are sent, the `preparation` after that. */
  post(passage: Passage, preparation: Picoseconds): void {
    this.waiting.push({ passage, preparation });
    if (!this.isBusy) this.next();
  }

  private next(): void {
    const posted = this.waiting.shift();
    this.isBusy = posted !== undefined;
    if (posted === undefined) return;
    const { passage, preparation } = posted;
    const sent = (at: Picoseconds) => {
      passage.sent(at);
      this.queue.add(later(at, this.gap), passage.rank, { happen: () => this.next() });
    };
    const happen = () => this.carrier.carry({ ...passage, sent });
    if (preparation === 0) happen();
    else this.queue.add(later(this.queue.now, preparation), passage.rank, { happen });
  }
}
