/**
 * Cores and memory of nodes: what ranks do there one after the other, in virtual time.
 *
 * A rank has a hardware thread of its node; ranks beyond their number share threads. Ranks are spread over cores first. A
 * progress thread has one of the threads that are left, or shares its rank's. Hardware threads of a core do not slow each other.
 */
import { copySpan, leavesCaches } from './compute.ts';
import type { Machine } from './machine.ts';
import { Noise } from './noise.ts';
import type { Placement } from './placement.ts';
import { Server } from './server.ts';
import { type Picoseconds, spanOf } from './time.ts';

export class Nodes {
  /** By node, then by number there. */
  private readonly threads: (Server | undefined)[];
  private readonly memories: (Server | undefined)[];
  private readonly threadsOfNode: number;

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
    private readonly noise = new Noise(machine, placement),
  ) {
    this.threadsOfNode = machine.node.cores * machine.node.threads;
    this.threads = new Array(placement.nodes * this.threadsOfNode).fill(undefined);
    this.memories = new Array(placement.nodes).fill(undefined);
  }

  /** The rank's thread works from `at` on for a span of time; gives when it is done. */
  occupy(rank: number, at: Picoseconds, span: Picoseconds): Picoseconds {
    return this.occupyThread(this.threadOfRank(rank), rank, at, span);
  }

  /** One of a rank's threads, for a span of time. */
  occupyThread(thread: Server, rank: number, at: Picoseconds, span: Picoseconds): Picoseconds {
    const begin = Math.max(at, thread.free);
    const end = this.noise.endOf(rank, begin, span);
    thread.reserve(begin, end - begin);
    return end;
  }

  /** The rank's thread copies; beyond the caches all of a node share its memory. */
  copy(rank: number, at: Picoseconds, bytes: number): Picoseconds {
    const alone = this.occupy(rank, at, copySpan(this.machine, bytes));
    if (!leavesCaches(this.machine, bytes)) return alone;
    const span = spanOf(bytes, this.machine.memory.bandwidth);
    const memory = (this.memories[this.placement.nodeOf(rank)] ??= new Server());
    const shared = memory.reserve(at, span) + span;
    return Math.max(alone, shared);
  }

  /** What a rank's progress thread runs on. */
  progressThreadOf(rank: number): Server {
    const local = this.placement.localOf(rank);
    const own = this.placement.perNode + local;
    return this.threadOf(this.placement.nodeOf(rank), own < this.threadsOfNode ? own : local);
  }

  threadOfRank(rank: number): Server {
    return this.threadOf(this.placement.nodeOf(rank), this.placement.localOf(rank));
  }

  private threadOf(node: number, local: number): Server {
    const number = node * this.threadsOfNode + (local % this.threadsOfNode);
    return (this.threads[number] ??= new Server());
  }
}
