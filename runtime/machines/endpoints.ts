/**
 * Puts, gets and messages between ranks: adapters' queues, the way, and who answers.
 *
 * Processor time (`nic.initiate` before, `nic.complete` after) is the caller's to charge to its rank. Everything begins at the
 * queue's now and tells when it happens: `local` the source may be reused, `arrived` data are in the target's memory,
 * `acknowledged` the source knows it, `done` a get's data are there. Requests and acknowledgements take time and no bandwidth.
 */
import type { Carrier, Passage } from './carrier.ts';
import { Engine } from './engine.ts';
import type { Machine } from './machine.ts';
import type { Placement } from './placement.ts';
import type { Progress } from './progress.ts';
import type { EventQueue } from './queue.ts';
import { later, type Picoseconds } from './time.ts';

type Told = (at: Picoseconds) => void;

export interface Transfer {
  readonly source: number;
  readonly target: number;
  readonly bytes: number;
  /** Size of the registration that it touches. */
  readonly registered?: number;
}

export interface Put extends Transfer {
  local?: Told;
  arrived?: Told;
  acknowledged?: Told;
}

/** The source asks, the target has the data. */
export interface Get extends Transfer {
  done: Told;
}

export interface Message extends Transfer {
  /** Two-sided: the library's part comes on top. */
  readonly isTwoSided?: boolean;
  local?: Told;
  arrived: Told;
}

export class Endpoints {
  private readonly engines = new Map<number, Engine>();
  private readonly known = new Set<number>();

  constructor(
    private readonly machine: Machine,
    private readonly placement: Placement,
    private readonly queue: EventQueue,
    private readonly carrier: Carrier,
    private readonly progress: Progress,
  ) {}

  put(put: Put): void {
    const { nic } = this.machine;
    const isCopied = put.bytes <= nic.inline;
    if (isCopied) this.tell(this.queue.now, put.source, put.local);
    this.send(put, {
      sent: (at) => isCopied || this.tell(later(at, nic.local), put.source, put.local),
      arrived: (at) => this.deliver(put, at),
    });
  }

  get(get: Get): void {
    const { nic } = this.machine;
    const back = { ...get, source: get.target, target: get.source };
    const arrived = (at: Picoseconds) => this.tell(this.atMemory(get.bytes, at), get.source, get.done);
    const answer = (at: Picoseconds) =>
      this.tell(later(at, nic.turnaround), get.target, () => this.send(back, { sent: () => {}, arrived }));
    const asked = later(this.queue.now, nic.latency + this.delay(get));
    this.tell(asked, get.target, () => this.progress.request(get.target, 'gets', answer));
  }

  message(message: Message): void {
    const { nic, message: library } = this.machine;
    const extra = message.isTwoSided ? library.overhead : 0;
    this.send(message, {
      sent: (at) => this.tell(later(at, nic.local), message.source, message.local),
      arrived: (at) => this.tell(later(this.atMemory(message.bytes, at), extra), message.target, message.arrived),
    });
  }

  private deliver(put: Put, at: Picoseconds): void {
    const there = this.atMemory(put.bytes, at);
    const back = this.machine.nic.acknowledge + this.delay(put);
    this.tell(there, put.target, () =>
      this.progress.request(put.target, 'puts', (now) => {
        put.arrived?.(now);
        this.tell(later(now, back), put.source, put.acknowledged);
      }),
    );
  }

  private atMemory(bytes: number, at: Picoseconds): Picoseconds {
    const { latency, aligned, unaligned } = this.machine.nic;
    return later(at, latency + (bytes < aligned ? unaligned : 0));
  }

  private send(transfer: Transfer, told: Pick<Passage, 'sent' | 'arrived'>): void {
    const { nic } = this.machine;
    const { source, target, bytes, registered = 0 } = transfer;
    const passage: Passage = {
      ...{ source: this.endOf(source), target: this.endOf(target), bytes, rank: target },
      limit: registered > nic.pinned ? Math.min(nic.rate, nic.thrashing) : nic.rate,
      ...told,
    };
    this.engineOf(source).post(passage, this.isFirst(source, target) ? nic.cold : 0);
  }

  private isFirst(source: number, target: number): boolean {
    const pair = source * this.placement.ranks + target;
    if (this.machine.nic.cold === 0 || this.known.has(pair)) return false;
    this.known.add(pair);
    return true;
  }

  private delay({ source, target }: Transfer): Picoseconds {
    return this.carrier.paths.delayBetween(this.placement.placeOf(source).node, this.placement.placeOf(target).node);
  }

  private endOf(rank: number) {
    const { node, local } = this.placement.placeOf(rank);
    return { node, engine: local % this.machine.nic.engines };
  }

  private engineOf(rank: number): Engine {
    const { node, engine } = this.endOf(rank);
    const key = node * this.machine.nic.engines + engine;
    const found = this.engines.get(key) ?? new Engine(this.queue, this.carrier, this.machine.nic.gap);
    this.engines.set(key, found);
    return found;
  }

  private tell(at: Picoseconds, rank: number, told: Told | undefined): void {
    if (told) this.queue.add(at, rank, { happen: told });
  }
}
