/**
 * Cores and memory of nodes: what ranks do there one after the other, in virtual time.
 *
 * A rank has a hardware thread of its node; ranks beyond their number share threads. Ranks are spread over cores first. A
 * progress thread has one of the threads that are left, or shares its rank's. Hardware threads of a core do not slow each other.
 */
import { computeSpan, copySpan, leavesCaches, type Work } from './compute.ts';
import type { Machine } from './machine.ts';
import { Noise } from './noise.ts';
import type { Placement } from './placement.ts';
import { Server } from './server.ts';
import { type Picoseconds, spanOf } from './time.ts';

export class Nodes {
  private readonly threads = new Map<number, Server>();
  private readonly memories = new Map<number, Server>();

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
    private readonly noise = new Noise(machine, placement),
  ) {}

  /** The rank's thread works from `at` on; gives when it is done. */
  compute(rank: number, at: Picoseconds, work: Work): Picoseconds {
    return this.occupy(rank, at, computeSpan(this.machine, work));
  }

  /** The same for a span of time. */
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
    const shared = serverIn(this.memories, this.placement.nodeOf(rank)).reserve(at, span) + span;
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

  private get threadsOfNode(): number {
    return this.machine.node.cores * this.machine.node.threads;
  }

  private threadOf(node: number, local: number): Server {
    return serverIn(this.threads, node * this.threadsOfNode + (local % this.threadsOfNode));
  }
}

function serverIn(servers: Map<number, Server>, key: number): Server {
  const found = servers.get(key);
  if (found) return found;
  const made = new Server();
  servers.set(key, made);
  return made;
}
