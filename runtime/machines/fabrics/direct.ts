/**
 * Two levels of direct links (Power 775, PERCS): a hub at each node (octant); within a supernode a link between any two
 * nodes, LL in the same drawer, LR between drawers; `pairs` links D between any two supernodes.
 *
 * A supernode's D links are dealt to its nodes in turn, in the order of the other supernodes. Direct routing takes one D
 * link: L-D-L, less where the source or the target has the D link itself; of the D links with as few hops one by the two nodes'
 * numbers. Indirect routing takes two, by way of a third supernode that the two nodes' numbers choose. Jobs fill supernodes.
 */
import { MachineError } from '../errors.ts';
import type { Machine } from '../machine.ts';
import type { Picoseconds } from '../time.ts';
import { type Route, routeOf, type Topology } from './topology.ts';

export type DirectLinks = NonNullable<Machine['direct']>;

export class Direct implements Topology {
  readonly links: number;
  /** Nodes of a supernode. */
  readonly size: number;
  readonly supernodes: number;
  /** Number of the first D link. */
  private readonly firstD: number;

  constructor(
    readonly nodes: number,
    private readonly of: DirectLinks,
  ) {
    this.size = of.octants * of.drawers;
    this.supernodes = Math.ceil(nodes / this.size);
    this.firstD = this.supernodes * this.size * this.size;
    this.links = this.firstD + this.supernodes ** 2 * of.pairs;
    const needed = (this.supernodes - 1) * of.pairs;
    if (needed > this.size * of.ports)
      throw new MachineError(
        `${nodes} nodes are ${this.supernodes} supernodes: direct.pairs=${of.pairs} takes ${needed} links D of each, which has ${this.size * of.ports}: give fewer pairs or nodes`,
      );
  }

  route(source: number, target: number): Route {
    const from = this.supernodeOf(source);
    const to = this.supernodeOf(target);
    if (from === to) return routeOf(this, this.local(source, target));
    if (this.of.routing === 'direct' || this.supernodes < 3) return routeOf(this, this.bestDirect(source, target));
    return routeOf(this, this.indirect(source, target));
  }

  rateOf(link: number): number {
    return { ll: this.of.ll, lr: this.of.lr, d: this.of.d }[this.classOf(link)];
  }

  delayOf(link: number): Picoseconds {
    return this.of.hop + { ll: this.of.near, lr: this.of.middle, d: this.of.far }[this.classOf(link)];
  }

  classOf(link: number): 'll' | 'lr' | 'd' {
    if (link >= this.firstD) return 'd';
    const [from, to] = this.localEnds(link);
    return Math.floor(from / this.of.octants) === Math.floor(to / this.of.octants) ? 'll' : 'lr';
  }

  endsOf(link: number): readonly [string, string] {
    if (link < this.firstD) {
      const [from, to] = this.localEnds(link);
      return [`hub ${from}`, `hub ${to}`];
    }
    const index = link - this.firstD;
    const k = index % this.of.pairs;
    const to = Math.floor(index / this.of.pairs) % this.supernodes;
    const from = Math.floor(index / (this.of.pairs * this.supernodes));
    return [`hub ${this.owner(from, to, k)}`, `hub ${this.owner(to, from, k)}`];
  }

  private supernodeOf(node: number): number {
    return Math.floor(node / this.size);
  }

  /** No link where both are the same. */
  private local(source: number, target: number): number[] {
    return source === target ? [] : [source * this.size + (target % this.size)];
  }

  private localEnds(link: number): [number, number] {
    const from = Math.floor(link / this.size);
    return [from, this.supernodeOf(from) * this.size + (link % this.size)];
  }

  /** The node of one supernode that has its k-th link to another. */
  private owner(supernode: number, other: number, k: number): number {
    const index = (other < supernode ? other : other - 1) * this.of.pairs + k;
    return supernode * this.size + (index % this.size);
  }

  private dLink(from: number, to: number, k: number): number {
    return this.firstD + (from * this.supernodes + to) * this.of.pairs + k;
  }

  /** By the k-th D link between two supernodes. */
  private by(source: number, target: number, k: number): number[] {
    const from = this.supernodeOf(source);
    const to = this.supernodeOf(target);
    return [
      ...this.local(source, this.owner(from, to, k)),
      this.dLink(from, to, k),
      ...this.local(this.owner(to, from, k), target),
    ];
  }

  private bestDirect(source: number, target: number): number[] {
    const { pairs } = this.of;
    const ways = Array.from({ length: pairs }, (_, k) => this.by(source, target, (source + target + k) % pairs));
    return ways.reduce((best, way) => (way.length < best.length ? way : best));
  }

  private indirect(source: number, target: number): number[] {
    const { pairs } = this.of;
    const [from, to] = [this.supernodeOf(source), this.supernodeOf(target)];
    const others = Array.from({ length: this.supernodes }, (_, k) => k).filter((each) => each !== from && each !== to);
    const third = others[(source * 7 + target * 13) % others.length]!;
    const k = (source + target) % pairs;
    const there = this.owner(third, from, k);
    return [...this.by(source, there, k), ...this.by(there, target, k)];
  }
}
