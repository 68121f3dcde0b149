/**
 * Contexts: the threading points of a client. Each has its own packets, completions and dispatches, and makes progress
 * only while it is advanced; an operation needs the contexts at both ends advanced.
 *
 * One thread at a time may use a context: it owns it, by agreement or by its lock. Only `post` needs no ownership.
 * Event, dispatch and work functions are called by `advance`, and must not advance or lock that context.
 */

import type { Ring } from '../../memory/ring.ts';
import { PAMI_CONTEXT_DISPATCH_ID_MAX } from './attributes.ts';
import { Collectives } from './collectives/collectives.ts';
import type { AmDispatchFunction } from './collectives/onesided.ts';
import { Completions, type EventFunction } from './completions.ts';
import { DataFunctions } from './datafunctions.ts';
import { DISPATCH_ID_MAX, type Dispatch, type DispatchFunction, DispatchTable } from './dispatch.ts';
import type { ShmAdapter } from './drivers/shm.ts';
import { type Endpoint, indexOf, taskOf } from './endpoint.ts';
import { Fences } from './fence.ts';
import type { Geometry } from './geometry.ts';
import type { Hints } from './hints.ts';
import type { Memregion, Memregions } from './memregion.ts';
import { Outgoing } from './outgoing.ts';
import type {
  Get,
  GetTyped,
  Put,
  PutTyped,
  Rget,
  RgetTyped,
  Rmw,
  Rput,
  RputTyped,
  Send,
  SendImmediate,
  SendTyped,
} from './parameters.ts';
import { Receiver } from './receiving.ts';
import { PAMI_EAGAIN, PAMI_INVAL, PAMI_SUCCESS, PamiError, type Result, refuse } from './results.ts';
import { Rma } from './rma.ts';
import { RmwQueue } from './rmw.ts';
import { Sender } from './sending.ts';
import type { Xfer } from './xfer.ts';

/** pami_work_function: returns PAMI_EAGAIN to be called again. */
export type WorkFunction = (context: Context, cookie: number) => Result;

interface Work {
  readonly call: WorkFunction;
  readonly cookie: number;
}

export class Context {
  readonly ring: Ring;
  readonly dispatches = new DispatchTable();
  readonly dataFunctions: DataFunctions;
  readonly sender: Sender;
  readonly rmws: RmwQueue;
  readonly collectives: Collectives;
  private readonly receiver: Receiver;
  private readonly rma: Rma;
  private readonly fences: Fences;
  private readonly purgedEndpoints = new Set<Endpoint>();
  private works: Work[] = [];
  private isAdvancing = false;

  constructor(
    readonly adapter: ShmAdapter,
    readonly memregions: Memregions,
    readonly endpoint: Endpoint,
    readonly offset: number,
    readonly completions = new Completions(),
    readonly outgoing = new Outgoing(),
  ) {
    this.ring = adapter.ring(indexOf(endpoint))!;
    this.dataFunctions = new DataFunctions(adapter.space, adapter.bulk);
    this.sender = new Sender(this);
    this.receiver = new Receiver(this);
    this.rma = new Rma(this);
    this.rmws = new RmwQueue(this);
    this.fences = new Fences(this);
    this.collectives = new Collectives(this);
  }

  /** PAMI_Context_advance: SUCCESS if there was progress within `maximum` turns, else EAGAIN. */
  advance(maximum: number): Result {
    if (this.isAdvancing) return inCallback('PAMI_Context_advance');
    this.isAdvancing = true;
    try {
      for (let turn = 0; turn < maximum; turn++) if (this.turn() !== 0) return PAMI_SUCCESS;
      return PAMI_EAGAIN;
    } finally {
      this.isAdvancing = false;
    }
  }

  /** Whether `advance` would find anything to do: who polls often asks first. */
  get hasWork(): boolean {
    return (
      this.receiver.hasWork ||
      this.outgoing.length !== 0 ||
      this.rmws.length !== 0 ||
      this.works.length !== 0 ||
      this.collectives.active !== 0 ||
      this.completions.coming !== this.completions.told ||
      this.fences.length !== 0
    );
  }

  /** PAMI_Context_post: `advance` will call `call`. The only call that needs no ownership. */
  post(call: WorkFunction, cookie: number): Result {
    this.works.push({ call, cookie });
    return PAMI_SUCCESS;
  }

  lock(): Result {
    if (this.isAdvancing) return inCallback('PAMI_Context_lock');
    this.adapter.lock(this.offset);
    return PAMI_SUCCESS;
  }

  /** EAGAIN if another thread holds the lock. */
  tryLock(): Result {
    if (this.isAdvancing) return inCallback('PAMI_Context_trylock');
    return this.adapter.tryLock(this.offset) ? PAMI_SUCCESS : PAMI_EAGAIN;
  }

  unlock(): Result {
    if (this.adapter.unlock(this.offset)) return PAMI_SUCCESS;
    return refuse(PAMI_INVAL, 'PAMI_Context_unlock', `context ${this.offset} is not locked`);
  }

  /** PAMI_Context_query. */
  query(attribute: number): number {
    if (attribute === PAMI_CONTEXT_DISPATCH_ID_MAX) return DISPATCH_ID_MAX;
    throw new PamiError(PAMI_INVAL, 'PAMI_Context_query', `attribute ${attribute}: contexts have none of this name`);
  }

  dispatchSet(id: number, call: DispatchFunction, cookie: number, hints: Hints): Result {
    return this.dispatches.set(id, call, cookie, hints);
  }

  dispatch(id: number): Dispatch | undefined {
    return this.dispatches.get(id);
  }

  sendImmediate(p: SendImmediate): Result {
    return this.sender.immediate(p);
  }

  send(p: Send): Result {
    return this.sender.send(p);
  }

  sendTyped(p: SendTyped): Result {
    return this.sender.sendTyped(p);
  }

  put(p: Put): Result {
    return this.rma.put(p);
  }

  putTyped(p: PutTyped): Result {
    return this.rma.putTyped(p);
  }

  get(p: Get): Result {
    return this.rma.get(p);
  }

  getTyped(p: GetTyped): Result {
    return this.rma.getTyped(p);
  }

  rput(p: Rput): Result {
    return this.rma.rput(p);
  }

  rputTyped(p: RputTyped): Result {
    return this.rma.rputTyped(p);
  }

  rget(p: Rget): Result {
    return this.rma.rget(p);
  }

  rgetTyped(p: RgetTyped): Result {
    return this.rma.rgetTyped(p);
  }

  rmw(p: Rmw): Result {
    return this.rmws.issue(p);
  }

  /** PAMI_Memregion_create: fills in `region`, whose `bytes` may be fewer than asked for. */
  memregionCreate(address: number, bytes: number, region: Memregion): Result {
    return this.memregions.create(address, bytes, region);
  }

  memregionDestroy(region: Memregion): Result {
    return this.memregions.destroy(region);
  }

  fenceBegin(): Result {
    return this.fences.begin();
  }

  fenceEnd(): Result {
    return this.fences.end();
  }

  fenceAll(event: EventFunction, cookie: number): Result {
    return this.fences.add('PAMI_Fence_all', event, cookie);
  }

  fenceEndpoint(event: EventFunction, cookie: number, dest: Endpoint): Result {
    return this.fences.add('PAMI_Fence_endpoint', event, cookie, dest);
  }

  /** PAMI_Collective. */
  collective(geometry: Geometry, xfer: Xfer): Result {
    return this.collectives.start(geometry, xfer);
  }

  /** PAMI_AMCollective_dispatch_set. */
  amCollectiveDispatchSet(id: number, call: AmDispatchFunction, cookie: number): Result {
    return this.collectives.dispatchSet(id, call, cookie);
  }

  /** PAMI_Purge: drops all operations in flight to and from these endpoints, and all later ones. */
  purge(endpoints: readonly Endpoint[]): Result {
    for (const dest of endpoints)
      if (taskOf(dest) === this.adapter.task)
        return refuse(PAMI_INVAL, 'PAMI_Purge', `task ${this.adapter.task} is the caller's own`);
    for (const dest of endpoints) this.purgeOne(dest);
    return PAMI_SUCCESS;
  }

  /** PAMI_Resume. */
  resume(endpoints: readonly Endpoint[]): Result {
    for (const dest of endpoints)
      if (!this.isPurged(dest)) return refuse(PAMI_INVAL, 'PAMI_Resume', `task ${taskOf(dest)} has not been purged`);
    for (const dest of endpoints) this.purgedEndpoints.delete(dest);
    return PAMI_SUCCESS;
  }

  isPurged(dest: Endpoint): boolean {
    return this.purgedEndpoints.size !== 0 && this.purgedEndpoints.has(dest);
  }

  /** Number of interrupts received so far (hint remoteAsyncProgress). */
  interrupts(): number {
    return this.adapter.interrupts(this.offset);
  }

  /** Sleeps until more than `seen` interrupts have been received, `milliseconds` at most. */
  sleep(seen: number, milliseconds: number): void {
    this.adapter.sleep(this.offset, seen, milliseconds);
  }

  private purgeOne(dest: Endpoint): void {
    if (this.isPurged(dest)) return;
    this.purgedEndpoints.add(dest);
    this.outgoing.purge(dest);
    this.sender.purge(dest);
    this.rmws.purge(dest);
    this.receiver.purge(dest);
  }

  /** One round of progress; returns the number of events. */
  protected turn(): number {
    let events = this.receiver.serve();
    if (this.outgoing.length !== 0) events += this.outgoing.goOn();
    if (this.rmws.length !== 0) events += this.rmws.perform();
    if (this.works.length !== 0) events += this.work();
    if (this.collectives.active !== 0) events += this.collectives.goOn();
    if (this.completions.coming !== this.completions.told) events += this.tell();
    if (this.fences.length !== 0) events += this.fences.tell();
    return events;
  }

  /** A completed operation must be visible to all who are notified of it: fence first. */
  private tell(): number {
    this.adapter.fence();
    return this.completions.tell(this);
  }

  private work(): number {
    const { works } = this;
    this.works = [];
    const again = works.filter(({ call, cookie }) => call(this, cookie) === PAMI_EAGAIN);
    this.works = [...again, ...this.works];
    return works.length - again.length;
  }
}

/** PAMI_Context_advancev: one after another; EAGAIN if none made progress. */
export function contextAdvancev(contexts: readonly Context[], maximum: number): Result {
  return advanceAll(contexts, maximum, (context) => context.advance(1));
}

/** PAMI_Context_trylock_advancev: skips those that another thread has locked. */
export function contextTrylockAdvancev(contexts: readonly Context[], maximum: number): Result {
  return advanceAll(contexts, maximum, (context) => {
    const locked = context.tryLock();
    if (locked !== PAMI_SUCCESS) return locked;
    const result = context.advance(1);
    context.unlock();
    return result;
  });
}

function advanceAll(contexts: readonly Context[], maximum: number, advance: (context: Context) => Result): Result {
  for (let turn = 0; turn < maximum; turn++) {
    let result: Result = PAMI_EAGAIN;
    for (const context of contexts) {
      const one = advance(context);
      if (one !== PAMI_EAGAIN) result = one;
    }
    if (result !== PAMI_EAGAIN) return result;
  }
  return PAMI_EAGAIN;
}

function inCallback(call: string): Result {
  return refuse(PAMI_INVAL, call, 'called by a function that this context calls: return from it first');
}
