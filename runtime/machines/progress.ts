/**
 * Progress of operations at their targets, by whom and when: the adapter at once; a progress thread, one operation after the other;
 * or the rank itself, while it is in a call of the library (`enter` to `leave`).
 */
import type { Machine } from './machine.ts';
import type { Nodes } from './nodes.ts';
import type { Placement } from './placement.ts';
import type { EventQueue } from './queue.ts';
import { Server } from './server.ts';
import type { Picoseconds } from './time.ts';

export type Kind = 'puts' | 'gets' | 'messages' | 'atomics';
type Act = (at: Picoseconds) => void;

export class Progress {
  /** 1: the rank is in the library. */
  private readonly present: Uint8Array;
  private readonly waiting = new Map<number, Act[]>();
  private readonly adapters = new Map<number, Server>();
  /** What progress threads have taken of ranks that compute on the same hardware thread. */
  private readonly lost = new Map<number, Picoseconds>();

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
    private readonly nodes: Nodes,
    private readonly queue: EventQueue,
  ) {
    this.present = new Uint8Array(placement.ranks);
  }

  /** An operation has come to a rank now; `act` is called when it has been served. */
  request(rank: number, kind: Kind, act: Act): void {
    const by = this.machine.nic[kind];
    if (by === 'nic') this.byAdapter(rank, kind, act);
    else if (by === 'thread') this.serveByThread(rank, act);
    else if (this.present[rank] !== 0) this.serve(rank, this.nodes.threadOfRank(rank), act);
    else this.keep(rank, act);
  }

  /** The same by the rank's progress thread, whatever the machine has else. */
  serveByThread(rank: number, act: Act): void {
    this.serve(rank, this.nodes.progressThreadOf(rank), act);
    this.works(rank, this.machine.nic.service);
  }

  /** The rank's progress thread is at work for so long. */
  works(rank: number, span: Picoseconds): void {
    const isShared = this.nodes.progressThreadOf(rank) === this.nodes.threadOfRank(rank);
    if (isShared && this.present[rank] === 0) this.lost.set(rank, (this.lost.get(rank) ?? 0) + span);
  }

  /** What the rank has lost to it, as both have one hardware thread, since it was asked last. */
  takeLost(rank: number): Picoseconds {
    const lost = this.lost.get(rank) ?? 0;
    this.lost.delete(rank);
    return lost;
  }

  /** The rank is in the library from now on: what has come is served, and what comes. */
  enter(rank: number): void {
    this.present[rank] = 1;
    const waiting = this.waiting.get(rank);
    if (waiting === undefined) return;
    this.waiting.delete(rank);
    for (const act of waiting) this.serve(rank, this.nodes.threadOfRank(rank), act);
  }

  /** It leaves; gives when its thread is through with what it serves. */
  leave(rank: number): Picoseconds {
    this.present[rank] = 0;
    return Math.max(this.queue.now, this.nodes.threadOfRank(rank).free);
  }

  private keep(rank: number, act: Act): void {
    const waiting = this.waiting.get(rank);
    if (waiting) waiting.push(act);
    else this.waiting.set(rank, [act]);
  }

  /** Data moves without further work; atomic operations are executed in turn. */
  private byAdapter(rank: number, kind: Kind, act: Act): void {
    const node = this.placement.nodeOf(rank);
    const adapter = this.adapters.get(node) ?? new Server();
    this.adapters.set(node, adapter);
    const [{ now }, { service }] = [this.queue, this.machine.nic];
    if (kind === 'atomics') this.queue.add(adapter.reserve(now, service) + service, rank, { happen: act });
    else act(now);
  }

  private serve(rank: number, thread: Server, act: Act): void {
    const end = this.nodes.occupyThread(thread, rank, this.queue.now, this.machine.nic.service);
    this.queue.add(end, rank, { happen: act });
  }
}
