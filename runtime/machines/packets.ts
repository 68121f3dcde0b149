/**
 * Messages packet by packet, by virtual cut-through: a packet's head goes on as soon as a resource is free, its tail keeps
 * the resource busy for its bytes. Resources serve packets in the order in which their heads come; buffers have no end.
 *
 * The source's engine injects packets at its rate, or at that of the slowest link of the route, the next not before the bus has
 * taken the one before. Packets that meet others wait in the fabric, not in the engine.
 */
import type { Carrier, Passage } from './carrier.ts';
import type { Path, Paths } from './paths.ts';
import type { EventQueue, Occurrence } from './queue.ts';
import { Server } from './server.ts';
import { later, type Picoseconds, spanOf } from './time.ts';

export class PacketCarrier implements Carrier {
  /** By resource. */
  private readonly servers: (Server | undefined)[];

  constructor(
    readonly paths: Paths,
    readonly queue: EventQueue,
  ) {
    this.servers = new Array(paths.count).fill(undefined);
  }

  carry(passage: Passage): void {
    const path = this.paths.between(passage.sourceNode, passage.targetNode, passage.targetEngine);
    const pace = Math.min(passage.limit, path.rate);
    new Packet(this, passage, path, pace, 0).happen(this.queue.now);
  }

  serverOf(resource: number): Server {
    return (this.servers[resource] ??= new Server());
  }
}

/** A packet's head at the next of its resources. */
class Packet implements Occurrence {
  private readonly payload: number;
  private next = 0;
  private tail: Picoseconds = 0;

  constructor(
    private readonly carrier: PacketCarrier,
    private readonly passage: Passage,
    private readonly path: Path,
    /** Bytes a second at which the engine injects. */
    private readonly pace: number,
    private readonly begin: number,
  ) {
    this.payload = Math.min(passage.bytes - begin, carrier.paths.machine.fabric.packet);
  }

  happen(now: Picoseconds): void {
    const resource = this.path.resources[this.next]!;
    const span = this.carrier.paths.spanOf(resource, this.payload);
    const start = this.carrier.serverOf(resource).reserve(now, span);
    const delay = this.path.delays[this.next]!;
    this.tail = later(Math.max(this.tail, start + span), delay);
    if (this.next++ === 0) this.inject(now, start + span);
    if (this.next < this.path.resources.length) this.carrier.queue.add(start + delay, this.passage.rank, this);
    else if (this.isLast) this.carrier.queue.add(later(this.tail, this.passage.delay), this.passage.rank, this.passage);
  }

  /** The next packet follows; behind the last, the message is sent. */
  private inject(now: Picoseconds, taken: Picoseconds): void {
    const { passage, path, pace, carrier, begin, payload } = this;
    const after = Math.max(later(now, spanOf(payload, pace)), taken);
    if (this.isLast) passage.sent(after);
    else carrier.queue.add(after, passage.rank, new Packet(carrier, passage, path, pace, begin + payload));
  }

  private get isLast(): boolean {
    return this.begin + this.payload >= this.passage.bytes;
  }
}
