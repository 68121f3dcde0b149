/**
 * Hostile contexts: those over shared memory, that take every freedom which PAMI leaves.
 *
 * - PAMI orders messages and puts from one endpoint to another, but for PAMI_Rmw (Vishnu et al., section II). So these are put off in
 *   a queue for each destination, and the source of a put is read until its local completion. Gets are not ordered
 *   behind puts, nor puts behind gets.
 * - PAMI_Send_immediate takes header and data at once. It is refused with PAMI_EAGAIN at any time, where the dispatch has said so; else
 *   PAMI queues it.
 * - Event functions are called by a later PAMI_Context_advance, long after the event, those of different operations in any order; a
 *   peer's answer may come before. A fence tells of transfers, not of event functions.
 * - Rings of 8 KiB: packets of 2.
 */
import type { Hostility } from '../hostility.ts';
import { Completions, type EventFunction } from './completions.ts';
import { Context } from './context.ts';
import type { ShmAdapter } from './drivers/shm.ts';
import type { Endpoint } from './endpoint.ts';
import type { Memregions } from './memregion.ts';
import { Outgoing, type Sending } from './outgoing.ts';
import type { Get, GetTyped, Put, PutTyped, Rget, RgetTyped, Rmw, Rput, RputTyped } from './parameters.ts';
import { errorText, PAMI_SUCCESS, PamiError, type Result } from './results.ts';

/** One send in so many is put off, though there is room. */
const PUT_OFF = 3;

class LateCompletions extends Completions {
  constructor(private readonly hostility: Hostility) {
    super();
  }

  override push(event: EventFunction, cookie: number): void {
    this.hostility.later(() => {
      super.push(event, cookie);
      return true;
    });
  }
}

class LateOutgoing extends Outgoing {
  /** By destination: whether its oldest send is put off, or has been. */
  private readonly delays = new Map<Endpoint, 'put off' | 'due'>();

  constructor(private readonly hostility: Hostility) {
    super();
  }

  override isBlocked(dest: Endpoint): boolean {
    return super.isBlocked(dest) || this.hostility.chance(PUT_OFF);
  }

  protected override mayGo(dest: Endpoint): boolean {
    const delay = this.delays.get(dest);
    if (delay === 'due') return this.delays.delete(dest);
    if (delay === undefined) this.putOff(dest);
    return false;
  }

  /** So that the rank stays awake. */
  override send(sending: Sending): void {
    super.send(sending);
    if (this.length !== 0 && !this.delays.has(sending.dest)) this.putOff(sending.dest);
  }

  private putOff(dest: Endpoint): void {
    this.delays.set(dest, 'put off');
    this.hostility.later(() => {
      this.delays.set(dest, 'due');
      return true;
    });
  }
}

export class HostileContext extends Context {
  /** Reads that are put off. */
  private reads = 0;

  constructor(
    adapter: ShmAdapter,
    memregions: Memregions,
    endpoint: Endpoint,
    offset: number,
    private readonly hostility: Hostility,
  ) {
    super(adapter, memregions, endpoint, offset, new LateCompletions(hostility), new LateOutgoing(hostility));
  }

  override put(p: Put): Result {
    return this.inOrder({ ...p }, (kept) => super.put(kept));
  }

  override putTyped(p: PutTyped): Result {
    return this.inOrder({ ...p }, (kept) => super.putTyped(kept));
  }

  override rput(p: Rput): Result {
    return this.inOrder({ ...p }, (kept) => super.rput(kept));
  }

  override rputTyped(p: RputTyped): Result {
    return this.inOrder({ ...p }, (kept) => super.rputTyped(kept));
  }

  override get(p: Get): Result {
    return this.anytime({ ...p }, (kept) => super.get(kept));
  }

  override getTyped(p: GetTyped): Result {
    return this.anytime({ ...p }, (kept) => super.getTyped(kept));
  }

  override rget(p: Rget): Result {
    return this.anytime({ ...p }, (kept) => super.rget(kept));
  }

  override rgetTyped(p: RgetTyped): Result {
    return this.anytime({ ...p }, (kept) => super.rgetTyped(kept));
  }

  override rmw(p: Rmw): Result {
    return this.anytime({ ...p }, (kept) => super.rmw(kept));
  }

  override fenceAll(event: EventFunction, cookie: number): Result {
    return this.behindReads(() => super.fenceAll(event, cookie));
  }

  override fenceEndpoint(event: EventFunction, cookie: number, dest: Endpoint): Result {
    return this.behindReads(() => super.fenceEndpoint(event, cookie, dest));
  }

  /** What is held back comes as time goes by. */
  override get hasWork(): boolean {
    return true;
  }

  protected override turn(): number {
    this.hostility.poll();
    return super.turn();
  }

  /** Behind all that is on its way to the destination. */
  private inOrder<T extends { readonly dest: Endpoint }>(kept: T, call: (kept: T) => Result): Result {
    let result = PAMI_SUCCESS;
    let isReturned = false;
    this.outgoing.send({
      dest: kept.dest,
      goOn() {
        result = call(kept);
        if (isReturned) made(result);
        return true;
      },
      drop() {},
    });
    isReturned = true;
    return result;
  }

  private anytime<T>(kept: T, call: (kept: T) => Result): Result {
    if (this.hostility.chance(2)) return call(kept);
    this.reads++;
    this.hostility.later(() => {
      this.reads--;
      return made(call(kept));
    });
    return PAMI_SUCCESS;
  }

  private behindReads(call: () => Result): Result {
    if (this.reads === 0) return call();
    this.hostility.later(() => this.reads === 0 && made(call()));
    return PAMI_SUCCESS;
  }
}

/** True; a call that should have been refused has been taken. */
function made(result: Result): true {
  if (result !== PAMI_SUCCESS) throw new PamiError(result, 'put off', errorText());
  return true;
}
