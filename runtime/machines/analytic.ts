/**
 * Latency and bandwidth as the models give them for an empty machine, in closed form: what the simulation of one operation
 * takes, without running it. Each is a sum of parameters, as the comment on it says.
 */
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

/** One way, the library's part and the receiver's completion: a two-sided message of the machine's library whose receive waits. A program's has a conduit's header and handler too. */
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
