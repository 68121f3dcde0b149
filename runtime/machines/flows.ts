/**
 * Messages as flows of a fluid: all that are under way divide the resources of their paths by max-min fairness.
 *
 * Rates change when a flow begins or ends; of all that do at one time they are found once, after it (SimGrid's model).
 * Messages of one packet take no part: they go at the rate of an empty fabric, and take nothing from flows.
 */
import type { Carrier, Passage } from './carrier.ts';
import { type Flow, maxMinRates } from './maxmin.ts';
import type { Paths } from './paths.ts';
import { type EventQueue, NO_RANK } from './queue.ts';
import { later, type Picoseconds, SECOND, spanOf, wholeSpanOf } from './time.ts';

interface Flowing extends Flow {
  readonly passage: Passage;
  readonly delay: Picoseconds;
  /** Bytes. */
  left: number;
  /** A second. */
  rate: number;
}

export class FlowCarrier implements Carrier {
  private active: Flowing[] = [];
  /** Up to when `left` is right. */
  private since: Picoseconds = 0;
  /** Rates are to be found anew at the end of this time. */
  private isUnsettled = false;
  /** The number of times that rates were found: an end that was foreseen before does not hold. */
  private version = 0;

  constructor(
    readonly paths: Paths,
    private readonly queue: EventQueue,
    /** Payload of a packet. */
    private readonly packet: number,
  ) {}

  carry(passage: Passage): void {
    const path = this.paths.between(passage.source.node, passage.target.node, passage.target.engine);
    const { resources, delay } = path;
    const { limit, bytes } = passage;
    if (bytes > this.packet) {
      this.active.push({ resources, limit, passage, delay, left: bytes, rate: 0 });
      this.unsettle();
    } else this.carryAlone(passage, delay, Math.min(limit, this.paths.rateAlone(path)));
  }

  private carryAlone(passage: Passage, delay: Picoseconds, rate: number): void {
    const sent = later(this.queue.now, spanOf(passage.bytes, rate));
    this.queue.add(sent, passage.rank, { happen: (now) => passage.sent(now) });
    this.queue.add(later(sent, delay), passage.rank, { happen: (now) => passage.arrived(now) });
  }

  /** Behind all events of this time. */
  private unsettle(): void {
    if (this.isUnsettled) return;
    this.isUnsettled = true;
    this.queue.add(this.queue.now, NO_RANK, { happen: (now) => this.settle(now) });
  }

  private settle(now: Picoseconds): void {
    this.isUnsettled = false;
    this.flow(now);
    const rates = maxMinRates(this.active, (resource) => this.paths.rateOf(resource));
    let span = Number.POSITIVE_INFINITY;
    for (const [k, flowing] of this.active.entries()) {
      flowing.rate = rates[k]!;
      span = Math.min(span, wholeSpanOf(Math.max(0, flowing.left), flowing.rate));
    }
    const version = ++this.version;
    if (this.active.length === 0) return;
    this.queue.add(later(now, span), NO_RANK, { happen: (at) => version === this.version && this.end(at) });
  }

  private flow(now: Picoseconds): void {
    const seconds = (now - this.since) / SECOND;
    for (const flowing of this.active) flowing.left -= flowing.rate * seconds;
    this.since = now;
  }

  /** Flows end that have less left than a picosecond carries. */
  private end(now: Picoseconds): void {
    this.flow(now);
    const isOver = ({ left, rate }: Flowing) => left <= rate / SECOND;
    const ended = this.active.filter(isOver);
    this.active = this.active.filter((flowing) => !isOver(flowing));
    for (const { passage, delay } of ended) {
      this.queue.add(now, passage.rank, { happen: (at) => passage.sent(at) });
      this.queue.add(later(now, delay), passage.rank, { happen: (at) => passage.arrived(at) });
    }
    this.unsettle();
  }
}
