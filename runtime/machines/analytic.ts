/**
 * Latency and bandwidth as the models give them for an empty machine, in closed form: what the simulation of one operation
 * takes, without running it. Each is a sum of parameters, as the comment on it says.
 */
import type { Topology } from './fabrics/topology.ts';
import type { Machine } from './machine.ts';
import type { Paths } from './paths.ts';
import { type Picoseconds, SECOND, spanOf } from './time.ts';

/** The rate of one message between two nodes. */
function rateBetween(paths: Paths, source: number, target: number): number {
  return paths.between(source, target, 0).rate;
}

const unalignedPart = ({ nic }: Machine, bytes: number): Picoseconds => (bytes < nic.aligned ? nic.unaligned : 0);

/** latency + route + bytes / rate: from the adapter that sends to the target's memory. */
export function transitSpan(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  const { machine } = paths;
  const moving = spanOf(bytes, rateBetween(paths, source, target));
  return machine.nic.latency + paths.delayBetween(source, target) + moving + unalignedPart(machine, bytes);
}

/** initiate + transit: until the target can see the data of a put. */
export function putOneWay(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  return paths.machine.nic.initiate + transitSpan(paths, source, target, bytes);
}

/** initiate + sending + local + complete: a blocking put whose source may be reused. */
export function putLocal(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  const { initiate, complete, local, inline } = paths.machine.nic;
  const sending = bytes <= inline ? 0 : local + spanOf(bytes, rateBetween(paths, source, target));
  return initiate + sending + complete;
}

/** One way, and the acknowledgement back: a blocking put that is complete at its target. */
export function putComplete(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  const { machine } = paths;
  const { acknowledge, complete } = machine.nic;
  const served = machine.nic.puts === 'nic' ? 0 : machine.nic.service;
  const back = acknowledge + paths.delayBetween(source, target);
  return putOneWay(paths, source, target, bytes) + served + back + complete;
}

/** initiate + request + turnaround + transit back + complete: a blocking get. A target that serves it does so at once. */
export function getSpan(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  const { nic } = paths.machine;
  const request = nic.latency + paths.delayBetween(source, target);
  const served = nic.gets === 'nic' ? 0 : nic.service;
  return nic.initiate + request + served + nic.turnaround + transitSpan(paths, target, source, bytes) + nic.complete;
}

/** One way, the library's part and the receiver's completion: a two-sided message whose receive waits. */
export function messageSpan(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  const { nic, message } = paths.machine;
  return putOneWay(paths, source, target, bytes) + message.overhead + nic.complete;
}

/** An operation of many under way: the processor's part, or the engine's (gap + bytes / rate), whichever is longer. */
export function floodSpan(paths: Paths, source: number, target: number, bytes: number): Picoseconds {
  const { initiate, complete, gap } = paths.machine.nic;
  return Math.max(initiate + complete, gap + spanOf(bytes, rateBetween(paths, source, target)));
}

/** Bytes a second of one rank that keeps many operations of a size under way. */
export function floodBandwidth(paths: Paths, source: number, target: number, bytes: number): number {
  return (bytes * SECOND) / floodSpan(paths, source, target, bytes);
}

/** N1/2: the least size whose flood has half of the bandwidth of the largest. */
export function halfBandwidthSize(paths: Paths, source: number, target: number): number {
  const half = rateBetween(paths, source, target) / 2;
  let [below, enough] = [0, 2 ** 30];
  while (enough - below > 1) {
    const middle = Math.floor((below + enough) / 2);
    if (floodBandwidth(paths, source, target, middle) < half) below = middle;
    else enough = middle;
  }
  return enough;
}

/** Strided transfers as a list of contiguous ones, begun one after the other: each chunk takes a flooded operation's time. */
export function stridedSpan(paths: Paths, source: number, target: number, bytes: number, chunk: number): Picoseconds {
  const { latency, complete } = paths.machine.nic;
  const chunks = Math.ceil(bytes / chunk);
  return chunks * floodSpan(paths, source, target, chunk) + latency + paths.delayBetween(source, target) + complete;
}

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
export function linkLoads(topology: Topology, nodes: number): Float64Array {
  const loads = new Float64Array(topology.links);
  for (let source = 0; source < nodes; source++)
    for (let target = 0; target < nodes; target++)
      if (source !== target) for (const link of topology.route(source, target).links) loads[link]!++;
  return loads;
}
