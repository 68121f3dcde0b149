/** Carriers of messages between nodes: packet by packet in small fabrics, as flows of a fluid in large ones, or each by itself. */
import { FlowCarrier } from './flows.ts';
import { InstantCarrier } from './instant.ts';
import { LoneCarrier } from './lone.ts';
import type { Machine } from './machine.ts';
import { PacketCarrier } from './packets.ts';
import { Paths } from './paths.ts';
import type { EventQueue, Occurrence } from './queue.ts';
import type { Picoseconds } from './time.ts';

/** One message under way; as an event it is all there. */
export interface Passage extends Occurrence {
  readonly sourceNode: number;
  readonly targetNode: number;
  /** Of the target's adapter. */
  readonly targetEngine: number;
  readonly bytes: number;
  /** Whom its arrival concerns: it orders those of one time. */
  readonly rank: number;
  /** Bytes a second that the source's engine gives. */
  readonly limit: number;
  /** From the arrival of its last byte until it happens. */
  readonly delay: Picoseconds;
  /** Its last byte leaves the source at this time, which may be later than now. */
  sent(at: Picoseconds): void;
}

export interface Carrier {
  readonly paths: Paths;
  /** The message leaves now. */
  carry(passage: Passage): void;
}

/** Fabrics of up to `fabric.packets` nodes are simulated by packets, where messages share them. */
export function buildCarrier(machine: Machine, nodes: number, queue: EventQueue): Carrier {
  const paths = new Paths(machine, nodes);
  if (machine.fabric.transfers === 'instant') return new InstantCarrier(paths, queue);
  if (machine.fabric.transfers === 'alone') return new LoneCarrier(paths, queue);
  return nodes <= machine.fabric.packets
    ? new PacketCarrier(paths, queue)
    : new FlowCarrier(paths, queue, machine.fabric.packet);
}
