/**
 * Progress of operations at their targets, by whom and when: the adapter at once; a progress thread, one operation after the other;
 * or the rank itself, while it is in a call of the library (`enter` to `leave`). It may tell beforehand when it enters: that is an event only if something
 * comes for it meanwhile.
 */
import type { Machine } from './machine.ts';
import type { Nodes } from './nodes.ts';
import type { Placement } from './placement.ts';
import type { EventQueue, Occurrence } from './queue.ts';
import { Server } from './server.ts';
import type { Picoseconds } from './time.ts';

export type Kind = 'puts' | 'gets' | 'messages' | 'atomics';

export class Progress {
  /** Since when the rank is in the library, or from when on; Infinity: it is not. */
  private readonly present: Float64Array;
  /** By rank, what has come for it while it was not. */
  private readonly waiting: (Occurrence[] | undefined)[];
  /** The rank may have been served already, or have left. */
  private readonly entering: Occurrence = {
    happen: () => {
      const { rank } = this.queue;
      if (!this.isPresent(rank)) return;
      this.hasEntered(rank);
      this.serveWaiting(rank);
    },
  };
  /** Told that what has come for a rank has waited for it until now. */
  hasEntered: (rank: number) => void = () => {};
  /** By node. */
  private readonly adapters: (Server | undefined)[];
  /** By rank, what its progress thread has taken while it computed on the same hardware thread. */
  private readonly lost: Float64Array;

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
    private readonly nodes: Nodes,
    private readonly queue: EventQueue,
  ) {
    this.present = new Float64Array(placement.ranks).fill(Number.POSITIVE_INFINITY);
    this.waiting = new Array(placement.ranks).fill(undefined);
    this.adapters = new Array(placement.nodes).fill(undefined);
    this.lost = new Float64Array(placement.ranks);
  }

  /** An operation has come to a rank now; `act` happens when it has been served. */
  request(rank: number, kind: Kind, act: Occurrence): void {
    const by = this.machine.nic[kind];
    if (by === 'nic') this.byAdapter(rank, kind, act);
    else if (by === 'thread') this.serveByThread(rank, act);
    else if (this.isPresent(rank)) this.serveNext(rank, act);
    else this.keep(rank, act);
  }

  /** The same by the rank's progress thread, whatever the machine has else. */
  serveByThread(rank: number, act: Occurrence): void {
    this.serve(rank, this.nodes.progressThreadOf(rank), act);
    this.works(rank, this.machine.nic.service);
  }

  /** The rank's progress thread is at work for so long. */
  works(rank: number, span: Picoseconds): void {
    const isShared = this.nodes.progressThreadOf(rank) === this.nodes.threadOfRank(rank);
    if (isShared && !this.isPresent(rank)) this.lost[rank]! += span;
  }

  /** What the rank has lost to it, as both have one hardware thread, since it was asked last. */
  takeLost(rank: number): Picoseconds {
    const lost = this.lost[rank]!;
    if (lost !== 0) this.lost[rank] = 0;
    return lost;
  }

  /** The rank is in the library from a time on: what has come is served, and what comes. */
  enter(rank: number, from = this.queue.now): void {
    this.present[rank] = from;
    if (this.waiting[rank] === undefined) return;
    if (from <= this.queue.now) this.serveWaiting(rank);
    else this.queue.add(from, rank, this.entering);
  }

  /** It leaves; gives when its thread is through with what it serves. */
  leave(rank: number): Picoseconds {
    if (this.isPresent(rank)) this.serveWaiting(rank);
    this.present[rank] = Number.POSITIVE_INFINITY;
    return Math.max(this.queue.now, this.nodes.threadOfRank(rank).free);
  }

  private isPresent(rank: number): boolean {
    return this.present[rank]! <= this.queue.now;
  }

  private keep(rank: number, act: Occurrence): void {
    const waiting = this.waiting[rank];
    if (waiting) waiting.push(act);
    else {
      this.waiting[rank] = [act];
      if (this.present[rank]! < Number.POSITIVE_INFINITY) this.queue.add(this.present[rank]!, rank, this.entering);
    }
  }

  /** Behind what has come before, if the event that is to serve that has not happened yet. */
  private serveNext(rank: number, act: Occurrence): void {
    if (this.waiting[rank] !== undefined) this.serveWaiting(rank);
    this.serve(rank, this.nodes.threadOfRank(rank), act);
  }

  private serveWaiting(rank: number): void {
    const waiting = this.waiting[rank];
    if (waiting === undefined) return;
    this.waiting[rank] = undefined;
    for (const act of waiting) this.serve(rank, this.nodes.threadOfRank(rank), act);
  }

  /** Data moves without further work; atomic operations are executed in turn. */
  private byAdapter(rank: number, kind: Kind, act: Occurrence): void {
    const { now } = this.queue;
    if (kind === 'atomics') this.queue.add(this.executed(rank, now), rank, act);
    else act.happen(now);
  }

  private executed(rank: number, now: Picoseconds): Picoseconds {
    const adapter = (this.adapters[this.placement.nodeOf(rank)] ??= new Server());
    const { service } = this.machine.nic;
    return adapter.reserve(now, service) + service;
  }

  private serve(rank: number, thread: Server, act: Occurrence): void {
    const end = this.nodes.occupyThread(thread, rank, this.queue.now, this.machine.nic.service);
    this.queue.add(end, rank, act);
  }
}
