/**
 * Contexts on a simulated machine: those over shared memory, whose bytes move when the machine has carried them.
 *
 * PAMI orders messages and puts from one endpoint to another, and the machine's model keeps that order. A put reads its data when they arrive, and its local completion comes
 * no earlier; event functions are called behind the event by PAMI_Context_advance, a fence tells when all before it has been acknowledged.
 */
import { addressOf } from '../../memory/space.ts';
import type { Hardware } from '../hardware.ts';
import type { Gatherings, GetTold, Model, PutTold } from '../model.ts';
import type { Packets } from '../packets.ts';
import { TimedRing } from '../timedring.ts';
import { Completions, type EventFunction } from './completions.ts';
import { Context } from './context.ts';
import { ShmAdapter } from './drivers/shm.ts';
import { type Endpoint, MAX_CONTEXTS, taskOf } from './endpoint.ts';
import { Kept } from './kept.ts';
import type { Memregions } from './memregion.ts';
import type { Get, GetTyped, Put, PutTyped, Rget, RgetTyped, Rmw, Rput, RputTyped } from './parameters.ts';
import { errorText, PAMI_SUCCESS, PamiError, type Result } from './results.ts';

/** The adapter "shm", on a simulated machine. */
export class TimedAdapter extends ShmAdapter {
  private readonly outbound: TimedRing;
  override readonly collectives: Gatherings | undefined;

  constructor(
    hardware: Hardware,
    readonly model: Model,
    contexts: number,
  ) {
    super(hardware, contexts);
    this.shareRings(model.job);
    this.collectives = model.collectives;
    // One place for all: no rank runs while another composes a packet.
    const stage = addressOf(this.space, 0, hardware.area.take(this.largest));
    this.outbound = new TimedRing(model, this.space.I32, stage, (task) => this.changed(task));
  }

  /** Packets of others' rings. */
  override packets(index: number): Packets | undefined {
    const ring = this.ring(index);
    const task = Math.floor(index / MAX_CONTEXTS);
    return ring === undefined || task === this.task ? ring : this.outbound.to(ring, task);
  }

  /** Nothing has, yet. */
  override arrived(task: number): void {
    if (task === this.task) super.arrived(task);
  }

  /** When the packet published last has come. */
  override interrupt(index: number): void {
    if (Math.floor(index / MAX_CONTEXTS) === this.task) super.interrupt(index);
    else this.outbound.interrupt();
  }

  /** Its memory has changed, which a rank that waits would see as it polls. */
  changed(task: number): void {
    super.arrived(task);
  }
}

class PaidCompletions extends Completions {
  constructor(private readonly model: Model) {
    super();
  }

  override tell(context: Context): number {
    const told = super.tell(context);
    this.model.completed(told);
    return told;
  }
}

export class TimedContext extends Context {
  private readonly model: Model;
  /** Operations under way, by task; fences behind them. */
  private readonly underWay = new Map<number, number>();
  private all = 0;
  private fencing: (() => boolean)[] = [];

  constructor(
    readonly timed: TimedAdapter,
    memregions: Memregions,
    endpoint: Endpoint,
    offset: number,
  ) {
    super(timed, memregions, endpoint, offset, new PaidCompletions(timed.model));
    this.model = timed.model;
  }

  override put(p: Put): Result {
    return this.write(p, (kept) => super.put(kept));
  }

  override putTyped(p: PutTyped): Result {
    return this.write(p, (kept) => super.putTyped(kept));
  }

  override rput(p: Rput): Result {
    return this.write(p, (kept) => super.rput(kept));
  }

  override rputTyped(p: RputTyped): Result {
    return this.write(p, (kept) => super.rputTyped(kept));
  }

  override get(p: Get): Result {
    return this.read(p, (kept) => super.get(kept));
  }

  override getTyped(p: GetTyped): Result {
    return this.read(p, (kept) => super.getTyped(kept));
  }

  override rget(p: Rget): Result {
    return this.read(p, (kept) => super.rget(kept));
  }

  override rgetTyped(p: RgetTyped): Result {
    return this.read(p, (kept) => super.rgetTyped(kept));
  }

  override rmw(p: Rmw): Result {
    const kept = { ...p, doneFn: undefined };
    const { doneFn, cookie } = p;
    const task = this.begin(p);
    const changed = () => {
      made(super.rmw(kept));
      this.rmws.perform();
      this.timed.changed(task);
    };
    this.model.atomic(task, { changed, answered: () => this.end(task, doneFn, cookie) });
    return PAMI_SUCCESS;
  }

  override fenceAll(event: EventFunction, cookie: number): Result {
    return this.behind(
      () => this.all === 0,
      () => super.fenceAll(event, cookie),
    );
  }

  override fenceEndpoint(event: EventFunction, cookie: number, dest: Endpoint): Result {
    return this.behind(
      () => !this.underWay.get(taskOf(dest)),
      () => super.fenceEndpoint(event, cookie, dest),
    );
  }

  private write(p: Put | Rput, move: Move): Result {
    const task = this.begin(p);
    this.model.put(task, p.bytes, new Writing(this, task, new Kept(p), move, p.doneFn, p.rdoneFn));
    return PAMI_SUCCESS;
  }

  private read(p: Get | Rget, move: Move): Result {
    const task = this.begin(p);
    this.model.get(task, p.bytes, new Reading(this, task, new Kept(p), move, p.doneFn));
    return PAMI_SUCCESS;
  }

  private begin({ dest }: { readonly dest: Endpoint }): number {
    const task = taskOf(dest);
    this.underWay.set(task, (this.underWay.get(task) ?? 0) + 1);
    this.all++;
    return task;
  }

  /** It is over, and its rank is told. */
  end(task: number, event: EventFunction | undefined, cookie: number): void {
    const left = this.underWay.get(task)! - 1;
    if (left === 0) this.underWay.delete(task);
    else this.underWay.set(task, left);
    this.all--;
    if (event !== undefined) this.report(event, cookie);
    if (this.fencing.length > 0) this.fencing = this.fencing.filter((fence) => !fence());
  }

  report(event: EventFunction, cookie: number): void {
    this.completions.push(event, cookie);
    this.adapter.arrived(this.adapter.task);
  }

  private behind(isOver: () => boolean, fence: () => Result): Result {
    if (isOver()) return fence();
    this.fencing.push(() => {
      if (!isOver()) return false;
      made(fence());
      this.adapter.arrived(this.adapter.task);
      return true;
    });
    return PAMI_SUCCESS;
  }
}

/** What moves the bytes of a transfer: the call, where nothing takes time. */
type Move = (kept: Kept) => Result;

/** A put on its way. */
class Writing implements PutTold {
  private hasArrived = false;
  private isLocal = false;

  constructor(
    private readonly context: TimedContext,
    private readonly task: number,
    private readonly kept: Kept,
    private readonly move: Move,
    private readonly doneFn: EventFunction | undefined,
    private readonly rdoneFn: EventFunction | undefined,
  ) {}

  local(): void {
    this.isLocal = true;
    if (this.hasArrived) this.tell();
  }

  arrived(): void {
    this.hasArrived = true;
    made(this.move(this.kept));
    this.context.timed.changed(this.task);
    if (this.isLocal) this.tell();
  }

  acknowledged(): void {
    this.context.end(this.task, this.rdoneFn, this.kept.cookie);
  }

  private tell(): void {
    if (this.doneFn !== undefined) this.context.report(this.doneFn, this.kept.cookie);
  }
}

/** A get on its way. */
class Reading implements GetTold {
  constructor(
    private readonly context: TimedContext,
    private readonly task: number,
    private readonly kept: Kept,
    private readonly move: Move,
    private readonly doneFn: EventFunction | undefined,
  ) {}

  taken(): void {
    made(this.move(this.kept));
  }

  done(): void {
    this.context.end(this.task, this.doneFn, this.kept.cookie);
  }
}

/** A call that should have been refused has been taken. */
function made(result: Result): void {
  if (result !== PAMI_SUCCESS) throw new PamiError(result, 'on its way', errorText());
}
