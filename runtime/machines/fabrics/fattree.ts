/**
 * A fat tree: switches with `down` links downwards and `up` upwards, as many levels as the nodes need.
 *
 * It is the extended generalized fat tree with one link a node (Öhring et al. 1995): of the switches of a level above the same
 * nodes there are up^(level - 1) copies; port p of copy c leads to copy c + p * up^(level - 1) above. A message climbs to the first
 * level above both nodes. Routing is static, by the target's number: its digits to the base `up` are the ports upwards, so that
 * messages to different nodes spread, and all to one node arrive by one way.
 */
import type { Picoseconds } from '../time.ts';
import { type Route, routeOf, type Topology } from './topology.ts';

export class FatTree implements Topology {
  readonly levels: number;
  readonly links: number;
  /** Number of the first cable above a level's nodes or switches; a cable is two links, up and down. */
  private readonly firstCables: number[] = [0];

  constructor(
    readonly nodes: number,
    private readonly down: number,
    private readonly up: number,
    private readonly hop: Picoseconds,
    private readonly rate: number,
  ) {
    this.levels = 1;
    let cables = nodes;
    for (; down ** this.levels < nodes; this.levels++) {
      this.firstCables.push(cables);
      cables += Math.ceil(nodes / down ** this.levels) * up ** this.levels;
    }
    this.firstCables.push(cables);
    this.links = 2 * cables;
  }

  route(source: number, target: number): Route {
    const top = this.meetingLevel(source, target);
    const upwards: number[] = [];
    const downwards: number[] = [];
    for (let level = 0, copy = 0; level < top; level++) {
      const port = level === 0 ? 0 : Math.floor(target / this.up ** (level - 1)) % this.up;
      upwards.push(2 * this.cable(level, source, copy, port));
      downwards.unshift(2 * this.cable(level, target, copy, port) + 1);
      if (level > 0) copy += port * this.up ** (level - 1);
    }
    return routeOf(this, [...upwards, ...downwards], 2 * top - 1);
  }

  rateOf(): number {
    return this.rate;
  }

  /** Links lead into switches, but for those to nodes. */
  delayOf(link: number): Picoseconds {
    return link % 2 === 1 && link < 2 * this.nodes ? 0 : this.hop;
  }

  endsOf(link: number): readonly [string, string] {
    const cable = Math.floor(link / 2);
    const level = this.firstCables.findLastIndex((first) => first <= cable);
    const ends = level === 0 ? this.endsOfNode(cable) : this.endsOfSwitch(level, cable - this.firstCables[level]!);
    return link % 2 === 0 ? ends : [ends[1], ends[0]];
  }

  /** The first level with a switch above both. */
  private meetingLevel(source: number, target: number): number {
    let level = 1;
    while (Math.floor(source / this.down ** level) !== Math.floor(target / this.down ** level)) level++;
    return level;
  }

  /** Above a node (level 0), or by a port of a copy of the switch above it. */
  private cable(level: number, node: number, copy: number, port: number): number {
    if (level === 0) return node;
    const group = Math.floor(node / this.down ** level);
    return this.firstCables[level]! + (group * this.up ** (level - 1) + copy) * this.up + port;
  }

  private endsOfNode(node: number): [string, string] {
    return [`node ${node}`, switchName(1, Math.floor(node / this.down), 0)];
  }

  private endsOfSwitch(level: number, index: number): [string, string] {
    const copies = this.up ** (level - 1);
    const port = index % this.up;
    const copy = Math.floor(index / this.up) % copies;
    const group = Math.floor(index / (this.up * copies));
    return [switchName(level, group, copy), switchName(level + 1, Math.floor(group / this.down), copy + port * copies)];
  }
}

const switchName = (level: number, group: number, copy: number) => `switch ${level}.${group}.${copy}`;
