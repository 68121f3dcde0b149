/**
 * The connections of nodes: for two nodes the links that a message takes, and how long its head is on the way.
 *
 * One idea: routes are computed, not stored: links have numbers that follow from who is at their ends, so that a fabric of
 * thousands of nodes takes no memory. Routing is static: the same route for the same two nodes, whatever the load.
 */
import type { Picoseconds } from '../time.ts';

export interface Route {
  /** Numbers of links, in order. */
  readonly links: readonly number[];
  /** Routers or switches that its head passes. */
  readonly hops: number;
  /** Of its head, from end to end. */
  readonly delay: Picoseconds;
}

export interface Topology {
  /** Places for nodes, 0 to nodes - 1. */
  readonly nodes: number;
  /** Numbers of links are below it; not each number is a link. */
  readonly links: number;
  /** Of two nodes that differ. */
  route(source: number, target: number): Route;
  /** Raw bytes a second. */
  rateOf(link: number): number;
  /** From the beginning of a link to the beginning of the next. */
  delayOf(link: number): Picoseconds;
  /** Of a torus: where a node is. */
  coordinatesOf?(node: number): readonly number[];
  /** What a link leads from and to, as people name it. */
  endsOf(link: number): readonly [from: string, to: string];
}

/** The route of these links. */
export function routeOf(topology: Pick<Topology, 'delayOf'>, links: readonly number[], hops = links.length): Route {
  return { links, hops, delay: links.reduce((sum, link) => sum + topology.delayOf(link), 0) };
}
