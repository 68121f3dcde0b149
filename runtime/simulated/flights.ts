/**
 * Operations on their way over a simulated machine.
 *
 * Takes what the fabric has to do when bytes are where (fabrics/model.ts). One idea: an operation is one object, which is each of its events in turn and
 * what the end points tell, so that puts, gets and messages make no closures: it begins at its rank's clock, is carried or copied, waits in its lane for what was sent before
 * it, and is served.
 */
import type { AtomicTold, GetTold, MessageTold, PutTold, Room } from '../fabrics/model.ts';
import type { Get, Message, Put } from '../machines/endpoints.ts';
import type { Occurrence } from '../machines/queue.ts';
import type { Simulation } from '../machines/simulation.ts';
import type { Picoseconds } from '../machines/time.ts';
import { atOnce } from './atonce.ts';
import type { Laned, Lanes } from './lanes.ts';
import { scheduler } from './scheduler.ts';

/** Bytes of an atomic operation's request, and of its answer. */
const [ASKED, ANSWERED] = [32, 8];

/** What is to happen next. */
const BEGINS = 0;
const IS_COPIED = 1;
const IS_SERVED = 2;
const IS_SERVED_BY_THREAD = 3;

/** A rank, as its operations see it. */
export interface Origin {
  readonly rank: number;
  readonly simulation: Simulation;
  readonly lanes: Lanes;
}

abstract class Flight implements Occurrence, Laned {
  next: Laned | undefined = undefined;
  hasCome = false;
  readonly source: number;
  /** Both ranks are on one node. */
  protected readonly isNear: boolean;
  protected stage = BEGINS;

  constructor(
    protected readonly origin: Origin,
    readonly target: number,
    readonly bytes: number,
  ) {
    this.source = origin.rank;
    const { placement } = origin.simulation;
    this.isNear = placement.nodeOf(target) === placement.nodeOf(origin.rank);
  }

  abstract happen(now: Picoseconds): void;
  abstract act(): boolean;

  /** At the rank's clock, when its processor has done its part. */
  begin(): void {
    scheduler.settle();
    scheduler.spend(this.origin.simulation.machine.nic.initiate);
    scheduler.queue.add(scheduler.clock, this.source, this);
  }

  /** By the rank's processor. */
  protected copy(bytes: number): void {
    this.stage = IS_COPIED;
    const { queue } = scheduler;
    queue.add(this.origin.simulation.nodes.copy(this.source, queue.now, bytes), this.source, this);
  }

  protected come(): void {
    this.origin.lanes.come(this);
  }
}

export class PutFlight extends Flight implements Put {
  constructor(
    origin: Origin,
    target: number,
    bytes: number,
    private readonly told: PutTold,
  ) {
    super(origin, target, bytes);
    origin.lanes.join(this);
  }

  happen(): void {
    if (this.stage === IS_COPIED) this.come();
    else if (this.isNear) {
      this.local();
      this.copy(this.bytes);
    } else this.origin.simulation.endpoints.put(this);
  }

  local(): void {
    atOnce(this.told.local());
  }

  arrived(): void {
    this.come();
  }

  acknowledged(): void {
    atOnce(this.told.acknowledged());
  }

  act(): boolean {
    atOnce(this.told.arrived());
    if (this.isNear) this.acknowledged();
    return true;
  }
}

export class GetFlight extends Flight implements Get {
  private readonly isInLane: boolean;

  constructor(
    origin: Origin,
    target: number,
    bytes: number,
    private readonly told: GetTold,
    readonly registered: number,
  ) {
    super(origin, target, bytes);
    this.isInLane = told.isOrdered === true && origin.simulation.machine.nic.gets === 'nic';
    if (this.isInLane) origin.lanes.join(this);
  }

  happen(): void {
    if (this.stage === IS_COPIED) this.taken();
    else if (this.isNear) this.copy(this.bytes);
    else this.origin.simulation.endpoints.get(this);
  }

  taken(): void {
    if (this.isInLane) this.come();
    else this.act();
  }

  done(): void {
    atOnce(this.told.done());
  }

  act(): boolean {
    atOnce(this.told.taken());
    if (this.isNear) this.done();
    else this.origin.simulation.endpoints.answer(this);
    return true;
  }
}

export class MessageFlight extends Flight implements Message {
  constructor(
    origin: Origin,
    target: number,
    bytes: number,
    private readonly told: MessageTold,
  ) {
    super(origin, target, bytes);
    origin.lanes.join(this);
  }

  happen(): void {
    if (this.stage === IS_SERVED) atOnce(this.told.served());
    else if (this.stage === IS_COPIED) this.come();
    else if (this.stage === IS_SERVED_BY_THREAD) {
      atOnce(this.told.served());
      scheduler.serve(this.target);
    } else if (this.isNear) this.copy(this.bytes);
    else this.origin.simulation.endpoints.message(this);
  }

  arrived(): void {
    this.come();
  }

  get room(): Room | undefined {
    return this.told.room;
  }

  act(): boolean {
    if (!atOnce(this.told.arrived())) return false;
    const { progress } = this.origin.simulation;
    if (this.told.isForThread) {
      this.stage = IS_SERVED_BY_THREAD;
      progress.serveByThread(this.target, this);
    } else {
      this.stage = IS_SERVED;
      progress.request(this.target, 'messages', this);
    }
    return true;
  }
}

export class AtomicFlight extends Flight implements Message {
  private readonly isInLane: boolean;

  constructor(
    origin: Origin,
    target: number,
    private readonly told: AtomicTold,
  ) {
    super(origin, target, ASKED);
    const { limits, machine } = origin.simulation;
    if (!this.isNear) limits.see('atomics', 1);
    this.isInLane = told.isOrdered === true && machine.nic.atomics === 'nic';
    if (this.isInLane) origin.lanes.join(this);
  }

  happen(): void {
    if (this.stage === IS_COPIED) this.arrived();
    else if (this.stage === IS_SERVED) this.take();
    else if (this.isNear) this.copy(ANSWERED);
    else this.origin.simulation.endpoints.message(this);
  }

  arrived(): void {
    this.stage = IS_SERVED;
    this.origin.simulation.progress.request(this.target, 'atomics', this);
  }

  act(): boolean {
    atOnce(this.told.changed());
    if (this.isNear) this.answered();
    else {
      const answer = { source: this.target, target: this.source, bytes: ANSWERED, arrived: () => this.answered() };
      this.origin.simulation.endpoints.message(answer);
    }
    return true;
  }

  private take(): void {
    if (this.isInLane) this.come();
    else this.act();
  }

  private answered(): void {
    atOnce(this.told.answered());
  }
}
