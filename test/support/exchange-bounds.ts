/** An exchange of all with all on an empty machine in closed form: no machine of these parameters is faster. */
import type { Topology } from '../../runtime/machines/fabrics/topology.ts';
import type { Paths } from '../../runtime/machines/paths.ts';
import { type Picoseconds, spanOf } from '../../runtime/machines/time.ts';

/**
 * Time in which each of the ranks sends each other so many bytes: what the fullest resource of all takes. Adapters and
 * buses are counted for every node; links by the routes of all pairs of nodes.
 */
export function exchangeSpan(paths: Paths, perNode: number, bytes: number): Picoseconds {
  const ofPair = perNode * perNode * bytes;
  return Math.max(exchangeInNodes(paths, perNode, bytes), spanOf(ofPair, shareOfPair(paths)));
}

/** The part of nodes: engines with their gaps, and buses. */
export function exchangeInNodes({ machine, nodes }: Paths, perNode: number, bytes: number): Picoseconds {
  const { nic, bus } = machine;
  const messages = perNode * perNode * (nodes - 1);
  const engines = Math.min(nic.engines, perNode);
  const sending = (messages / engines) * (nic.gap + spanOf(bytes, nic.rate));
  const directions = bus.duplex === 'half' ? 2 : 1;
  return Math.max(sending, spanOf(directions * messages * bytes, bus.rate));
}

/** Bytes a second for each pair of nodes that the fullest link leaves when all send to all. */
function shareOfPair(paths: Paths): number {
  const loads = linkLoads(paths.topology, paths.nodes);
  let least = Number.POSITIVE_INFINITY;
  for (const [link, load] of loads.entries()) if (load > 0) least = Math.min(least, paths.rateOf(link) / load);
  return least;
}

/** How many pairs of nodes have a route by each link, when all send to all. */
function linkLoads(topology: Topology, nodes: number): Float64Array {
  const loads = new Float64Array(topology.links);
  for (let source = 0; source < nodes; source++)
    for (let target = 0; target < nodes; target++)
      if (source !== target) for (const link of topology.route(source, target).links) loads[link]!++;
  return loads;
}
