/**
 * All that bytes pass between two nodes, as numbered resources: the source's bus, the links of the route, the target's bus,
 * the engine that receives.
 *
 * One idea: packets reserve these resources in time, flows divide their rates; both ask here which they are. A half-duplex
 * bus is one resource for both directions, so a message inside a node passes it twice.
 */
import { buildTopology } from './fabrics/build.ts';
import type { Topology } from './fabrics/topology.ts';
import type { Machine } from './machine.ts';
import { type Picoseconds, spanOf } from './time.ts';

export interface Path {
  readonly resources: readonly number[];
  /** From the beginning of each resource to that of the next, or to the end. */
  readonly delays: readonly Picoseconds[];
  /** Their sum. */
  readonly delay: Picoseconds;
  readonly hops: number;
  /** Bytes a second of one message that is alone. */
  readonly rate: number;
}

const INSIDE = { links: [] as number[], hops: 0, delay: 0 };
/** So many paths are remembered; then all are forgotten. */
const MOST_KNOWN = 65_536;

export class Paths {
  readonly topology: Topology;
  private readonly firstBus: number;
  private readonly firstEngine: number;
  private readonly known = new Map<number, Path>();

  constructor(
    readonly machine: Machine,
    readonly nodes: number,
  ) {
    this.topology = buildTopology(machine, nodes);
    this.firstBus = this.topology.links;
    this.firstEngine = this.firstBus + 2 * nodes;
  }

  between(source: number, target: number, targetEngine: number): Path {
    const key = (source * this.nodes + target) * this.machine.nic.engines + targetEngine;
    const known = this.known.get(key);
    if (known) return known;
    const found = this.find(source, target, targetEngine);
    if (this.known.size === MOST_KNOWN) this.known.clear();
    this.known.set(key, found);
    return found;
  }

  /** For who is alone there: rate and delay are the same for all engines of the target. */
  alone(source: number, target: number): Path {
    return this.between(source, target, 0);
  }

  private find(source: number, target: number, targetEngine: number): Path {
    const { links, hops, delay } = source === target ? INSIDE : this.topology.route(source, target);
    const receiving = this.firstEngine + target * this.machine.nic.engines + targetEngine;
    const resources = [this.outwards(source), ...links, this.inwards(target), receiving];
    return {
      resources,
      rate: Math.min(...resources.map((resource) => this.rateOf(resource))),
      delays: [0, ...links.map((link) => this.topology.delayOf(link)), 0, 0],
      ...{ delay, hops },
    };
  }

  /** The head's time between two nodes. */
  delayBetween(source: number, target: number): Picoseconds {
    return this.alone(source, target).delay;
  }

  /** Payload a second that a resource carries. */
  rateOf(resource: number): number {
    const { bus, nic, fabric } = this.machine;
    if (resource >= this.firstEngine) return nic.rate;
    if (resource >= this.firstBus) return bus.rate;
    const { packet, header, efficiency } = fabric;
    return this.topology.rateOf(resource) * efficiency * (packet / (packet + header));
  }

  /** Time that a packet with this payload keeps a resource busy. */
  spanOf(resource: number, payload: number): Picoseconds {
    if (resource >= this.firstBus) return spanOf(payload, this.rateOf(resource));
    return spanOf(
      payload + this.machine.fabric.header,
      this.topology.rateOf(resource) * this.machine.fabric.efficiency,
    );
  }

  /** Numbers of resources are below it. */
  get count(): number {
    return this.firstEngine + this.nodes * this.machine.nic.engines;
  }

  /** A node's bus for what leaves it. */
  outwards(node: number): number {
    return this.firstBus + 2 * node;
  }

  /** For what comes: the same one, where it is half-duplex. */
  inwards(node: number): number {
    return this.firstBus + 2 * node + (this.machine.bus.duplex === 'half' ? 0 : 1);
  }
}
