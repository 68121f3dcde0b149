/**
 * A ring of another rank on a simulated machine: a packet comes into it when the machine has carried it.
 *
 * Takes the ring and room for one packet. One idea: the sender writes there, as it would into the ring; what it publishes is kept until
 * it has arrived.
 */
import type { Ring } from '../memory/ring.ts';
import type { Model } from './model.ts';
import type { Packets } from './packets.ts';

export class TimedRing implements Packets {
  private size = 0;
  private carried = 0;
  /** The packet published last. */
  private last = { interrupts: false };

  constructor(
    private readonly ring: Ring,
    private readonly target: number,
    private readonly model: Model,
    /** The memory of ring and room. */
    private readonly U8: Uint8Array,
    private readonly stage: number,
    private readonly served: () => void,
  ) {}

  reserve(size: number, carried = size): number {
    this.size = size;
    this.carried = carried;
    return this.stage;
  }

  publish(packet: number): void {
    const bytes = this.U8.slice(packet >>> 0, (packet >>> 0) + this.size);
    let there = 0;
    const arrived = () => {
      there = this.ring.reserve(bytes.length);
      if (there !== 0) this.U8.set(bytes, there >>> 0);
      return there !== 0;
    };
    const sent = { interrupts: false };
    this.last = sent;
    const served = () => {
      this.ring.publish(there);
      this.served();
    };
    this.model.message(this.target, this.carried, arrived, served, () => sent.interrupts);
  }

  /** The packet published last is for a thread that sleeps until it is interrupted. */
  interrupt(): void {
    this.last.interrupts = true;
  }
}
