/**
 * A torus of any number of dimensions, with links in both directions along each (Blue Gene/Q has five, A to E).
 *
 * Routing is by dimension order: all hops along the first dimension, then along the second; the shorter way around, and
 * where both are as long one or the other by the parity of the two nodes' numbers, so that both share the load. Along a dimension
 * of length 2 both ways lead to the same neighbour, by links of their own.
 */
import { nodesOf } from '../kinds.ts';
import type { Picoseconds } from '../time.ts';
import { type Route, routeOf, type Topology } from './topology.ts';

export class Torus implements Topology {
  readonly nodes: number;
  readonly links: number;

  constructor(
    readonly shape: readonly number[],
    private readonly hop: Picoseconds,
    private readonly rate: number,
  ) {
    this.nodes = nodesOf(shape);
    this.links = this.nodes * shape.length * 2;
  }

  /** The last dimension varies fastest. */
  coordinatesOf(node: number): number[] {
    const coordinates: number[] = [];
    for (const length of [...this.shape].reverse()) {
      coordinates.unshift(node % length);
      node = Math.floor(node / length);
    }
    return coordinates;
  }

  nodeAt(coordinates: readonly number[]): number {
    return this.shape.reduce((node, length, dimension) => node * length + coordinates[dimension]!, 0);
  }

  route(source: number, target: number): Route {
    const at = this.coordinatesOf(source);
    const to = this.coordinatesOf(target);
    const links: number[] = [];
    for (const [dimension, length] of this.shape.entries()) {
      const step = stepOf(at[dimension]!, to[dimension]!, length, (source + target) % 2);
      while (at[dimension] !== to[dimension]) {
        links.push(this.linkFrom(this.nodeAt(at), dimension, step));
        at[dimension] = (at[dimension]! + step + length) % length;
      }
    }
    return routeOf(this, links);
  }

  rateOf(): number {
    return this.rate;
  }

  delayOf(): Picoseconds {
    return this.hop;
  }

  endsOf(link: number): readonly [string, string] {
    const dimension = Math.floor(link / 2) % this.shape.length;
    const from = this.coordinatesOf(Math.floor(link / (2 * this.shape.length)));
    const to = [...from];
    const length = this.shape[dimension]!;
    to[dimension] = (to[dimension]! + (link % 2 === 0 ? 1 : length - 1)) % length;
    return [from.join(','), to.join(',')];
  }

  private linkFrom(node: number, dimension: number, step: number): number {
    return (node * this.shape.length + dimension) * 2 + (step > 0 ? 0 : 1);
  }
}

/** 1 or -1: the shorter way around a ring; `parity` chooses where both are as long. */
function stepOf(from: number, to: number, length: number, parity: number): number {
  const upwards = (to - from + length) % length;
  if (2 * upwards === length) return parity === 0 ? 1 : -1;
  return 2 * upwards < length ? 1 : -1;
}
