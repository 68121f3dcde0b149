/**
 * One machine with the ranks of a job on it: all models put together around one event queue.
 *
 * A driver of a fabric makes one, begins operations at the queue's now, and takes events until there are none.
 */
import { buildCarrier, type Carrier } from './carrier.ts';
import { Endpoints } from './endpoints.ts';
import { MachineError } from './errors.ts';
import { shapeFor } from './fabrics/build.ts';
import type { Machine } from './machine.ts';
import { Nodes } from './nodes.ts';
import { Noise } from './noise.ts';
import { block, cyclic, mapped, type Placement } from './placement.ts';
import { Progress } from './progress.ts';
import { EventQueue } from './queue.ts';

/**
 * Where the ranks of a job are: as many a node as the machine has, or `perNode`; one node after the other, or by a `mapping`: cyclic,
 * or dimensions of a torus and T, as in ABCDET.
 */
export function placeRanks(
  machine: Machine,
  ranks: number,
  perNode = machine.node.ranks,
  mapping = 'block',
): Placement {
  if (mapping === 'block') return block(ranks, perNode);
  if (mapping === 'cyclic') return cyclic(ranks, perNode);
  const { torus } = machine;
  if (torus) return mapped(ranks, perNode, mapping, shapeFor(machine, torus.shapes, Math.ceil(ranks / perNode)));
  throw new MachineError(`mapping ${mapping}: ${machine.name} is no torus: give block or cyclic`);
}

export class Simulation {
  readonly carrier: Carrier;
  readonly noise: Noise;
  readonly nodes: Nodes;
  readonly progress: Progress;
  readonly endpoints: Endpoints;

  constructor(
    readonly machine: Machine,
    readonly placement: Placement,
    readonly queue = new EventQueue(),
  ) {
    if (placement.ranks < 1) throw new MachineError('a job has one rank at least');
    this.carrier = buildCarrier(machine, placement.nodes, this.queue);
    this.noise = new Noise(machine, placement);
    this.nodes = new Nodes(machine, placement, this.noise);
    this.progress = new Progress(machine, placement, this.nodes, this.queue);
    this.endpoints = new Endpoints(machine, placement, this.queue, this.carrier, this.progress);
  }
}
