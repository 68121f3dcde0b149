/**
 * Time that work takes a core: counted flops and instructions over rates, and what strided passes add.
 *
 * `node.flops` is the rate of a whole program, memory included, so bytes in order are in it already; bytes by strides that leave caches
 * and TLB come on top. Nothing is measured on the host.
 */
import type { Machine } from './machine.ts';
import { type Picoseconds, SECOND, spanOf } from './time.ts';

/** What was counted. */
export interface Work {
  readonly flops?: number;
  /** Instructions of integer code. */
  readonly instructions?: number;
  /** Bytes moved by strides. */
  readonly strided?: number;
}

export function computeSpan(
  { node, memory }: Machine,
  { flops = 0, instructions = 0, strided = 0 }: Work,
): Picoseconds {
  const seconds = flops / node.flops + (instructions * node.cpi) / node.clock + strided / memory.strided;
  return Math.round(seconds * SECOND);
}

/** A copy by one thread that has the memory to itself. */
export function copySpan({ memory }: Machine, bytes: number): Picoseconds {
  return bytes === 0 ? 0 : memory.start + spanOf(bytes, memory.copy.find(({ upTo }) => bytes <= upTo)!.rate);
}

/** Whether a copy is larger than the caches: it shares the node's memory. */
export function leavesCaches({ memory }: Machine, bytes: number): boolean {
  const caches = memory.copy.at(-2)?.upTo ?? 0;
  return bytes > caches;
}
