/**
 * Puts, gets and messages between ranks: adapters' queues, the way, and who answers.
 *
 * Processor time (`nic.initiate` before, `nic.complete` after) is the caller's to charge to its rank. Everything begins at the
 * queue's now and tells when it happens: `local` the source may be reused, `arrived` data are in the target's memory,
 * `acknowledged` the source knows it, `done` a get's data are there. Requests and acknowledgements take time and no bandwidth.
 */
import type { Carrier } from './carrier.ts';
import { type Ends, Engine, Sending } from './engine.ts';
import type { Limits } from './limits.ts';
import type { Machine } from './machine.ts';
import { Pairs } from './pairs.ts';
import type { Placement } from './placement.ts';
import type { Progress } from './progress.ts';
import type { EventQueue, Occurrence } from './queue.ts';
import { later, type Picoseconds } from './time.ts';

export interface Transfer {
  readonly source: number;
  readonly target: number;
  readonly bytes: number;
  /** Size of the registration that it touches. */
  readonly registered?: number | undefined;
}

export interface Put extends Transfer {
  local?(at: Picoseconds): void;
  arrived?(at: Picoseconds): void;
  acknowledged?(at: Picoseconds): void;
}

/** The source asks, the target has the data. */
export interface Get extends Transfer {
  /** The target is asked, and calls Endpoints.answer; unless this is given, it answers at once. */
  taken?(): void;
  done(at: Picoseconds): void;
}

export interface Message extends Transfer {
  arrived(at: Picoseconds): void;
}

export class Endpoints {
  /** By node, then by number there. */
  private readonly engines: (Engine | undefined)[];
  private readonly known: Pairs;

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
    private readonly queue: EventQueue,
    private readonly carrier: Carrier,
    private readonly progress: Progress,
    private readonly limits: Limits,
  ) {
    this.engines = new Array(placement.nodes * machine.nic.engines).fill(undefined);
    this.known = new Pairs(placement.ranks);
  }

  put(put: Put): void {
    const { nic } = this.machine;
    this.limits.see('puts', put.bytes);
    const isCopied = put.bytes <= nic.inline;
    if (isCopied) this.tellLocal(put, this.queue.now);
    this.send(put, put.source, put.target, new PutEnds(this, put, isCopied));
  }

  get(get: Get): void {
    const { nic } = this.machine;
    this.limits.see('gets', get.bytes);
    const asked = later(this.queue.now, nic.latency + this.delay(get));
    this.queue.add(asked, get.target, new Asking(this, get));
  }

  message(message: Message): void {
    this.limits.see('messages', message.bytes);
    this.send(message, message.source, message.target, message);
  }

  /** The source's processor knows when the adapter has told it. */
  left(put: Put, at: Picoseconds): void {
    this.tellLocal(put, later(at, this.machine.nic.local));
  }

  private tellLocal(put: Put, at: Picoseconds): void {
    if (put.local) this.queue.add(at, put.source, new Local(put as HasLocal));
  }

  /** The bytes of a put have come to the target. */
  deliver(put: Put, at: Picoseconds): void {
    if (this.machine.nic.puts === 'nic') this.serve(put, at);
    else this.progress.request(put.target, 'puts', new Serving(this, put));
  }

  /** They are in its memory. */
  serve(put: Put, now: Picoseconds): void {
    put.arrived?.(now);
    if (put.acknowledged === undefined) return;
    const at = later(now, this.machine.nic.acknowledge + this.delay(put));
    this.queue.add(at, put.source, new Acknowledged(put as HasAcknowledged));
  }

  /** A get's question has come, and is served by whoever does that. */
  ask(get: Get, asking: Occurrence): void {
    this.progress.request(get.target, 'gets', asking);
  }

  /** The data are looked up. */
  turnAround(get: Get, now: Picoseconds, asking: Occurrence): void {
    this.queue.add(later(now, this.machine.nic.turnaround), get.target, asking);
  }

  answer(get: Get): void {
    this.send(get, get.target, get.source, new AnswerEnds(get));
  }

  private send({ bytes, registered = 0 }: Transfer, source: number, target: number, ends: Ends): void {
    const { nic } = this.machine;
    this.limits.see('registrations', registered);
    const sending = new Sending(
      this.placement.nodeOf(source),
      this.placement.nodeOf(target),
      this.placement.localOf(target) % nic.engines,
      bytes,
      target,
      registered > nic.pinned ? Math.min(nic.rate, nic.thrashing) : nic.rate,
      nic.latency + (bytes < nic.aligned ? nic.unaligned : 0),
      this.isFirst(source, target) ? nic.cold : 0,
      ends,
    );
    this.engineOf(source).post(sending);
  }

  private isFirst(source: number, target: number): boolean {
    return this.machine.nic.cold !== 0 && this.known.add(source, target);
  }

  private delay({ source, target }: Transfer): Picoseconds {
    return this.carrier.paths.delayBetween(this.placement.nodeOf(source), this.placement.nodeOf(target));
  }

  private engineOf(rank: number): Engine {
    const { engines, gap } = this.machine.nic;
    const key = this.placement.nodeOf(rank) * engines + (this.placement.localOf(rank) % engines);
    return (this.engines[key] ??= new Engine(this.queue, this.carrier, gap));
  }
}

type HasLocal = Required<Pick<Put, 'local'>>;
type HasAcknowledged = Required<Pick<Put, 'acknowledged'>>;

/** The source may be reused. */
class Local implements Occurrence {
  constructor(private readonly put: HasLocal) {}

  happen(now: Picoseconds): void {
    this.put.local(now);
  }
}

class Acknowledged implements Occurrence {
  constructor(private readonly put: HasAcknowledged) {}

  happen(now: Picoseconds): void {
    this.put.acknowledged(now);
  }
}

class PutEnds implements Ends {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly put: Put,
    /** Its source may be reused already. */
    private readonly isCopied: boolean,
  ) {}

  arrived(at: Picoseconds): void {
    this.endpoints.deliver(this.put, at);
  }

  left(at: Picoseconds): void {
    if (!this.isCopied) this.endpoints.left(this.put, at);
  }
}

/** A put that waits for its target to take it. */
class Serving implements Occurrence {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly put: Put,
  ) {}

  happen(now: Picoseconds): void {
    this.endpoints.serve(this.put, now);
  }
}

class AnswerEnds implements Ends {
  constructor(private readonly asked: Get) {}

  arrived(at: Picoseconds): void {
    this.asked.done(at);
  }
}

/** The question of a get: it comes, is served, and its data are looked up. */
class Asking implements Occurrence {
  private stage: 'coming' | 'served' | 'found' = 'coming';

  constructor(
    private readonly endpoints: Endpoints,
    private readonly asked: Get,
  ) {}

  happen(now: Picoseconds): void {
    const { endpoints, asked } = this;
    if (this.stage === 'coming') {
      this.stage = 'served';
      endpoints.ask(asked, this);
    } else if (this.stage === 'served') {
      this.stage = 'found';
      endpoints.turnAround(asked, now, this);
    } else if (asked.taken) asked.taken();
    else endpoints.answer(asked);
  }
}
