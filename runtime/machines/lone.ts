/** Messages that meet no others, where `fabric.transfers` is alone: each has links and buses for itself, and goes at the rate of the slowest. */
import type { Carrier, Passage } from './carrier.ts';
import type { Paths } from './paths.ts';
import type { EventQueue } from './queue.ts';
import { later, spanOf } from './time.ts';

export class LoneCarrier implements Carrier {
  constructor(
    readonly paths: Paths,
    private readonly queue: EventQueue,
  ) {}

  carry(passage: Passage): void {
    const { delay, rate } = this.paths.alone(passage.sourceNode, passage.targetNode);
    const sent = later(this.queue.now, spanOf(passage.bytes, Math.min(passage.limit, rate)));
    this.queue.add(later(sent, delay + passage.delay), passage.rank, passage);
    passage.sent(sent);
  }
}
