/**
 * Rings of other ranks on a simulated machine: a packet comes into one when the machine has carried it.
 *
 * Takes the ring and room for one packet. One idea: the sender writes there, as it would into the ring; what it publishes is kept until
 * it has arrived. A rank writes one packet at a time, so it needs one of these, whichever ring the packet is for.
 */
import { Freight } from '../memory/freight.ts';
import type { Ring } from '../memory/ring.ts';
import type { MessageTold, Model } from './model.ts';
import type { Packets } from './packets.ts';

/** Of all ranks. */
const freight = new Freight();

export class TimedRing implements Packets {
  private ring!: Ring;
  private target = 0;
  private size = 0;
  private carried = 0;
  /** The packet published last. */
  private last: Letter | undefined;

  constructor(
    private readonly model: Model,
    /** The memory of rings and room. */
    private readonly I32: Int32Array,
    private readonly stage: number,
    /** A packet can be seen by its rank. */
    private readonly served: (target: number) => void,
  ) {}

  /** The next packets are for this ring of a rank. */
  to(ring: Ring, target: number): this {
    this.ring = ring;
    this.target = target;
    return this;
  }

  reserve(size: number, carried = size): number {
    this.size = size;
    this.carried = carried;
    return this.stage;
  }

  publish(packet: number): void {
    const { I32, size, target } = this;
    const kept = freight.keep(I32, packet >>> 2, size);
    this.last = new Letter(this.ring, I32, kept, size, target, this.served);
    this.model.message(target, this.carried, this.last);
  }

  /** The packet published last is for a thread that sleeps until it is interrupted. */
  interrupt(): void {
    if (this.last !== undefined) this.last.isForThread = true;
  }
}

/** A packet on its way. */
class Letter implements MessageTold {
  isForThread = false;
  private there = 0;

  constructor(
    readonly room: Ring,
    private readonly I32: Int32Array,
    private readonly kept: number,
    private readonly size: number,
    private readonly target: number,
    private readonly seen: (target: number) => void,
  ) {}

  arrived(): boolean {
    this.there = this.room.reserve(this.size);
    if (this.there === 0) return false;
    freight.unload(this.kept, this.size, this.I32, this.there >>> 2);
    return true;
  }

  served(): void {
    this.room.publish(this.there);
    this.seen(this.target);
  }
}
