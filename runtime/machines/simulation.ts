/**
 * One machine with the ranks of a job on it: all models put together around one event queue.
 *
 * A driver of a fabric makes one, begins operations at the queue's now, and takes events until there are none.
 */
import { buildCarrier, type Carrier } from './carrier.ts';
import { HardwareCollectives } from './collectives.ts';
import { Endpoints } from './endpoints.ts';
import { MachineError } from './errors.ts';
import { Limits } from './limits.ts';
import type { Machine } from './machine.ts';
import { Nodes } from './nodes.ts';
import { Noise } from './noise.ts';
import type { Placement } from './placement.ts';
import { Progress } from './progress.ts';
import { EventQueue } from './queue.ts';

export class Simulation {
  readonly carrier: Carrier;
  readonly noise: Noise;
  readonly nodes: Nodes;
  readonly progress: Progress;
  readonly endpoints: Endpoints;
  readonly limits: Limits;
  /** Those of the machine's hardware, if it has some. */
  readonly collectives: HardwareCollectives | undefined;

  constructor(
    readonly machine: Machine,
    readonly placement: Placement,
    readonly queue = new EventQueue(),
    /** Takes what is told of results that are beyond what is known. */
    tell: (text: string) => void = () => {},
  ) {
    if (placement.ranks < 1) throw new MachineError('a job has one rank at least');
    this.limits = new Limits(machine, tell);
    this.limits.see('nodes', placement.nodes);
    this.limits.see('crowd', placement.perNode);
    this.carrier = buildCarrier(machine, placement.nodes, this.queue);
    this.noise = new Noise(machine, placement);
    this.nodes = new Nodes(machine, placement, this.noise);
    this.progress = new Progress(machine, placement, this.nodes, this.queue);
    const hasHardware = machine.device.collectives !== 'software';
    this.collectives = hasHardware ? new HardwareCollectives(this.carrier.paths, placement, this.limits) : undefined;
    this.endpoints = new Endpoints(machine, placement, this.queue, this.carrier, this.progress, this.limits);
  }
}
