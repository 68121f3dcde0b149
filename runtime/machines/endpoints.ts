/**
 * Puts, gets and messages between ranks: adapters' queues, the way, and who answers.
 *
 * Processor time (`nic.initiate` before, `nic.complete` after) is the caller's to charge to its rank. Everything begins at the
 * queue's now and tells when it happens: `local` the source may be reused, `arrived` data are in the target's memory,
 * `acknowledged` the source knows it, `done` a get's data are there. Requests and acknowledgements take time and no bandwidth.
 */
import type { Carrier } from './carrier.ts';
import { Engine, Sending } from './engine.ts';
import type { Limits } from './limits.ts';
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
  /** The target is asked, and answers when it calls this; unless given, at once. */
  taken?: (answer: () => void) => void;
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
    private readonly limits: Limits,
  ) {}

  put(put: Put): void {
    const { nic } = this.machine;
    this.limits.see('puts', put.bytes);
    const isCopied = put.bytes <= nic.inline;
    if (isCopied) this.tell(this.queue.now, put.source, put.local);
    const sent = (at: Picoseconds) => this.tell(later(at, nic.local), put.source, put.local);
    this.send(put, (now) => this.deliver(put, now), isCopied ? undefined : sent);
  }

  get(get: Get): void {
    const { nic } = this.machine;
    this.limits.see('gets', get.bytes);
    const back = { ...get, source: get.target, target: get.source };
    const answer = () => this.send(back, get.done, undefined);
    const take = () => (get.taken ? get.taken(answer) : answer());
    const serve = (at: Picoseconds) => this.tell(later(at, nic.turnaround), get.target, take);
    const asked = later(this.queue.now, nic.latency + this.delay(get));
    this.tell(asked, get.target, () => this.progress.request(get.target, 'gets', serve));
  }

  message(message: Message): void {
    const { nic, message: library } = this.machine;
    this.limits.see('messages', message.bytes);
    const extra = message.isTwoSided ? library.overhead : 0;
    const sent = (at: Picoseconds) => this.tell(later(at, nic.local), message.source, message.local);
    this.send(message, message.arrived, message.local && sent, extra);
  }

  private deliver(put: Put, at: Picoseconds): void {
    const act = (now: Picoseconds) => {
      put.arrived?.(now);
      this.tell(later(now, this.machine.nic.acknowledge + this.delay(put)), put.source, put.acknowledged);
    };
    if (this.machine.nic.puts === 'nic') act(at);
    else this.progress.request(put.target, 'puts', act);
  }

  /** `arrived` is told when the data are in the target's memory, and `extra` has passed. */
  private send(transfer: Transfer, arrived: Told, sent: Told | undefined, extra: Picoseconds = 0): void {
    const { nic } = this.machine;
    const { source, target, bytes, registered = 0 } = transfer;
    this.limits.see('registrations', registered);
    const sending = new Sending(
      this.placement.nodeOf(source),
      this.placement.nodeOf(target),
      this.placement.localOf(target) % nic.engines,
      bytes,
      target,
      registered > nic.pinned ? Math.min(nic.rate, nic.thrashing) : nic.rate,
      nic.latency + (bytes < nic.aligned ? nic.unaligned : 0) + extra,
      this.isFirst(source, target) ? nic.cold : 0,
      arrived,
      sent,
    );
    this.engineOf(source).post(sending);
  }

  private isFirst(source: number, target: number): boolean {
    const pair = source * this.placement.ranks + target;
    if (this.machine.nic.cold === 0 || this.known.has(pair)) return false;
    this.known.add(pair);
    return true;
  }

  private delay({ source, target }: Transfer): Picoseconds {
    return this.carrier.paths.delayBetween(this.placement.nodeOf(source), this.placement.nodeOf(target));
  }

  private engineOf(rank: number): Engine {
    const { engines, gap } = this.machine.nic;
    const key = this.placement.nodeOf(rank) * engines + (this.placement.localOf(rank) % engines);
    const found = this.engines.get(key);
    if (found) return found;
    const made = new Engine(this.queue, this.carrier, gap);
    this.engines.set(key, made);
    return made;
  }

  private tell(at: Picoseconds, rank: number, told: Told | undefined): void {
    if (told) this.queue.add(at, rank, { happen: told });
  }
}
