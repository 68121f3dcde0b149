/** What carries messages between nodes: packet by packet in small fabrics, as flows of a fluid in large ones. */
import { FlowCarrier } from './flows.ts';
import type { Machine } from './machine.ts';
import { PacketCarrier } from './packets.ts';
import { Paths } from './paths.ts';
import type { EventQueue } from './queue.ts';
import type { Picoseconds } from './time.ts';

/** An engine of a node's adapter. */
export interface End {
  readonly node: number;
  readonly engine: number;
}

/** One message under way. */
export interface Passage {
  readonly source: End;
  readonly target: End;
  readonly bytes: number;
  /** Whom its events concern: it orders those of one time. */
  readonly rank: number;
  /** Bytes a second that the source's engine gives. */
  readonly limit: number;
  /** From the arrival of its last byte until it is told. */
  readonly delay: Picoseconds;
  /** Its last byte leaves the source at this time, which may be later than now. */
  sent(at: Picoseconds): void;
  /** It is all there, now. */
  arrived(now: Picoseconds): void;
}

export interface Carrier {
  readonly paths: Paths;
  /** The message leaves now. */
  carry(passage: Passage): void;
}

/** Fabrics of up to `fabric.packets` nodes are simulated by packets. */
export function buildCarrier(machine: Machine, nodes: number, queue: EventQueue): Carrier {
  const paths = new Paths(machine, nodes);
  return nodes <= machine.fabric.packets
    ? new PacketCarrier(paths, queue)
    : new FlowCarrier(paths, queue, machine.fabric.packet);
}
