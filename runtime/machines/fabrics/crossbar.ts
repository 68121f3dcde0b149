/** One switch to which all nodes are connected, by a link in each direction. Links collide at their ends alone. */
import type { Picoseconds } from '../time.ts';
import { type Route, routeOf, type Topology } from './topology.ts';

export class Crossbar implements Topology {
  readonly links: number;

  constructor(
    readonly nodes: number,
    private readonly hop: Picoseconds,
    private readonly rate: number,
  ) {
    this.links = 2 * nodes;
  }

  route(source: number, target: number): Route {
    return routeOf(this, [2 * source, 2 * target + 1], 1);
  }

  rateOf(): number {
    return this.rate;
  }

  delayOf(link: number): Picoseconds {
    return link % 2 === 0 ? this.hop : 0;
  }

  endsOf(link: number): readonly [string, string] {
    const node = `node ${Math.floor(link / 2)}`;
    return link % 2 === 0 ? [node, 'switch'] : ['switch', node];
  }
}
