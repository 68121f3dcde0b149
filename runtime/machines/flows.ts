/**
 * Messages as flows of a fluid: all that are under way divide the resources of their paths by max-min fairness.
 *
 * Rates change when a flow begins or ends; of all that do at one time they are found once, after it (SimGrid's model).
 * Messages of one packet take no part: they go at the rate of an empty fabric, and take nothing from flows.
 */
import type { Carrier, Passage } from './carrier.ts';
import { type Flow, MaxMin } from './maxmin.ts';
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

  private readonly maxMin: MaxMin;

  constructor(
    readonly paths: Paths,
    private readonly queue: EventQueue,
    /** Payload of a packet. */
    private readonly packet: number,
  ) {
    this.maxMin = new MaxMin(paths.count, (resource) => paths.rateOf(resource));
  }

  carry(passage: Passage): void {
    const path = this.paths.between(passage.sourceNode, passage.targetNode, passage.targetEngine);
    const { limit, bytes } = passage;
    if (bytes > this.packet) {
      this.active.push({ resources: path.resources, limit, passage, delay: path.delay, left: bytes, rate: 0 });
      this.unsettle();
    } else this.sent(passage, later(this.queue.now, spanOf(bytes, Math.min(limit, path.rate))), path.delay);
  }

  private sent(passage: Passage, at: Picoseconds, delay: Picoseconds): void {
    this.queue.add(later(at, delay + passage.delay), passage.rank, passage);
    passage.sent(at);
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
    const rates = this.maxMin.ratesOf(this.active);
    let span = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.active.length; k++) {
      const flowing = this.active[k]!;
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
    for (const { passage, delay } of ended) this.sent(passage, now, delay);
    this.unsettle();
  }
}
