/**
 * Messages as flows of a fluid: all that are under way divide the resources of their paths by max-min fairness.
 *
 * Rates change when a flow begins or ends; of all that do at one time they are found once, after it (SimGrid's model), and only of those
 * that it concerns (allocation.ts). Messages of one packet take no part: they go at the rate of an empty fabric, and take nothing from flows.
 */
import { Allocation, type Sharing } from './allocation.ts';
import type { Carrier, Passage } from './carrier.ts';
import type { Paths } from './paths.ts';
import { type EventQueue, NO_RANK, type Occurrence } from './queue.ts';
import { later, type Picoseconds, SECOND, spanOf, wholeSpanOf } from './time.ts';

class Flowing implements Sharing {
  share = 0;
  isConcerned = false;
  looked = 0;
  /** In force, a second. */
  private rate = 0;
  end: Picoseconds = Number.POSITIVE_INFINITY;

  constructor(
    readonly resources: readonly number[],
    readonly limit: number,
    readonly passage: Passage,
    readonly delay: Picoseconds,
    /** Bytes, at the time `since`. */
    private left: number,
    private since: Picoseconds,
  ) {}

  /** From now on it has its share. */
  turn(now: Picoseconds): void {
    if (this.share === this.rate) return;
    this.left = Math.max(0, this.left - (this.rate * (now - this.since)) / SECOND);
    this.since = now;
    this.rate = this.share;
    this.end = later(now, wholeSpanOf(this.left, this.rate));
  }
}

export class FlowCarrier implements Carrier {
  private readonly active: Flowing[] = [];
  /** Rates are to be found anew at the end of this time. */
  private isUnsettled = false;
  /** When the first flow ends, as is foreseen. */
  private first: Picoseconds = Number.POSITIVE_INFINITY;
  private readonly allocation: Allocation<Flowing>;
  private readonly settling: Occurrence = { happen: (now) => this.settle(now) };
  private readonly ending: Occurrence = { happen: (now) => this.end(now) };

  constructor(
    readonly paths: Paths,
    private readonly queue: EventQueue,
    /** Payload of a packet. */
    private readonly packet: number,
  ) {
    this.allocation = new Allocation(paths.count, (resource) => paths.rateOf(resource));
  }

  carry(passage: Passage): void {
    const { limit, bytes, sourceNode, targetNode } = passage;
    const { now } = this.queue;
    if (bytes > this.packet) {
      const path = this.paths.between(sourceNode, targetNode, passage.targetEngine);
      const flowing = new Flowing(path.resources, limit, passage, path.delay, bytes, now);
      this.active.push(flowing);
      this.allocation.add(flowing);
      this.unsettle();
    } else {
      const { rate, delay } = this.paths.alone(sourceNode, targetNode);
      this.sent(passage, later(now, spanOf(bytes, Math.min(limit, rate))), delay);
    }
  }

  private sent(passage: Passage, at: Picoseconds, delay: Picoseconds): void {
    this.queue.add(later(at, delay + passage.delay), passage.rank, passage);
    passage.sent(at);
  }

  /** Behind all events of this time. */
  private unsettle(): void {
    if (this.isUnsettled) return;
    this.isUnsettled = true;
    this.queue.add(this.queue.now, NO_RANK, this.settling);
  }

  private settle(now: Picoseconds): void {
    this.isUnsettled = false;
    for (const flowing of this.allocation.settle()) flowing.turn(now);
    let first = Number.POSITIVE_INFINITY;
    for (const { end } of this.active) if (end < first) first = end;
    if (first !== this.first && first !== Number.POSITIVE_INFINITY) this.queue.add(first, NO_RANK, this.ending);
    this.first = first;
  }

  /** Unless it was foreseen so before, and others have come since. */
  private end(now: Picoseconds): void {
    if (now !== this.first) return;
    let kept = 0;
    // A flow that begins while others end is added to the end of the list, so this loop meets it and keeps it.
    for (const flowing of this.active)
      if (flowing.end > now) this.active[kept++] = flowing;
      else this.ended(flowing, now);
    this.active.length = kept;
    this.first = Number.POSITIVE_INFINITY;
    this.unsettle();
  }

  private ended(flowing: Flowing, now: Picoseconds): void {
    this.allocation.remove(flowing);
    this.sent(flowing.passage, now, flowing.delay);
  }
}
