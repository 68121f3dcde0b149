/**
 * All threads of a collective function, in several memories (allthreads.ts): by letters of the engine.
 *
 * Where threads touch each other's data all meet before and after, unless the flags ask for no synchronization. Moved blocks and
 * contributed values travel in letters: each thread touches its own data alone, within its own call, so only ALLSYNC needs a
 * meeting.
 */
import type { Job } from '../core/job.ts';
import { roomFor } from '../core/room.ts';
import { CALL_WORDS, callLine, ENTERED, LEFT, STAGE, stageLine } from '../core/stages.ts';
import { FOR_STAGE } from '../core/states.ts';
import { badTransfer } from '../errors.ts';
import type { Barrier } from '../extended/barrier.ts';
import type { Transfers } from '../extended/transfers.ts';
import { addressOf, counterpart, rankOf, type Space } from '../memory/space.ts';
import { barrier, broadcast, exchange, gather, gatherAll, permute, scatter } from './algorithms.ts';
import { type AllThreads, type Call, hashOf, type Moves, mismatchOf, recordCall, recordedCall } from './allthreads.ts';
import type { Engine, Part, Steps } from './engine.ts';
import { reductionOf } from './hardware.ts';
import { load, type Reduction, store } from './reduction.ts';

/** Bytes of a contributed value. */
const VALUE = 8;

export class Rounds implements AllThreads {
  readonly space: Space;
  readonly few = 0;
  readonly agreeOnWaiting = true;
  readonly moves: Moves = {
    broadcast: (destination, source, size) =>
      this.move((part) =>
        broadcast(part, this.rootOf(source), this.mine(destination, size), this.atRoot(source, size), size),
      ),
    scatter: (destination, source, size) =>
      this.move((part) =>
        scatter(part, this.rootOf(source), this.mine(destination, size), this.atRoot(source, size * part.size), size),
      ),
    gather: (destination, source, size) =>
      this.move((part) =>
        gather(
          part,
          this.rootOf(destination),
          this.atRoot(destination, size * part.size),
          this.mine(source, size),
          size,
        ),
      ),
    gatherAll: (destination, source, size) =>
      this.move((part) => gatherAll(part, this.mine(destination, size * part.size), this.mine(source, size), size)),
    exchange: (destination, source, size) =>
      this.move((part) =>
        exchange(part, this.mine(destination, size * part.size), this.mine(source, size * part.size), size),
      ),
    permute: (destination, source, size, to) =>
      this.move((part) => permute(part, to, this.mine(destination, size), this.mine(source, size), size)),
  };
  private call: Call | undefined;
  private signature = 0;
  /** Number of the current call, times 4. */
  private base = 0;
  private readonly own: number;
  private readonly line: number;
  /** Address of this thread's value, then of those of all. */
  private value = 0;

  constructor(
    private readonly job: Job,
    private readonly engine: Engine,
    private readonly barrier: Barrier,
    private readonly transfers: Transfers,
    /** Offset of CALL_WORDS words of each region that others may reach. */
    private readonly calls: number,
  ) {
    this.space = job.space;
    this.own = stageLine(job.space, job.space.MYTHREAD);
    this.line = callLine(job.space, job.space.MYTHREAD);
  }

  enter(call: Call): void {
    this.barrier.beginCollective(call.name);
    this.call = call;
    this.base = (this.base + 4) | 0;
    this.signature = hashOf(call);
    recordCall(this.space, this.line, call);
    recordCall(this.space, (this.space.BASE + this.calls) >>> 2, call);
    this.publish(ENTERED);
    if (call.entry !== 'no') this.meet();
  }

  enterMoving(call: Call): void {
    this.enter({ ...call, entry: forOwnData(call.entry), exit: forOwnData(call.exit) });
  }

  /** All have met. */
  beforeTouching(): void {}
  beforeTouchingAll(): void {}

  leave(): void {
    if (this.call!.exit !== 'no') this.meet();
    this.publish(LEFT);
  }

  leaveUntouched(): void {
    this.leave();
  }

  /** All have contributed, so `thread` alone has something to tell. */
  leaveAfter(thread: number): void {
    if (this.call!.exit !== 'no') this.run((part) => broadcast(part, thread, 0, 0, 0));
    this.publish(LEFT);
  }

  copy(destination: number, source: number, size: number): void {
    this.transfers.move(this.call!.name, destination, source, size);
  }

  ownValue(): number {
    if (this.value === 0)
      this.value = roomFor(this.job, this.engine.heap, (1 + this.space.THREADS) * VALUE, this.call!.name);
    return this.value;
  }

  contribute(to?: number): void {
    const value = this.ownValue();
    const all = value + VALUE;
    this.run((part) => (to === undefined ? gatherAll(part, all, value, VALUE) : gather(part, to, all, value, VALUE)));
  }

  combineContributed(reduction: Reduction): boolean {
    const { hardware, everybody } = this.engine;
    const asked = reductionOf(1 << reduction.logSize, reduction.arithmetic);
    if (hardware === undefined || asked === undefined || !hardware.does(everybody, asked)) return false;
    const value = this.ownValue();
    const combine = (to: number, from: number) =>
      store(reduction, to, reduction.loops.combine(load(reduction, to), load(reduction, from)));
    this.run((part) => hardware.reduce(part, value, value, asked, combine));
    return true;
  }

  contribution(thread: number): number {
    return this.value + (1 + thread) * VALUE;
  }

  private move(steps: (part: Part) => Steps): void {
    this.run(steps);
    this.leave();
  }

  private meet(): void {
    this.run(barrier);
  }

  private run(steps: (part: Part) => Steps): void {
    const { engine } = this;
    const description = { name: this.call!.name, signature: this.signature };
    const operation = engine.begin(engine.everybody, description, (_, thread) => this.differs(thread), steps);
    const left = (this.base + LEFT) | 0;
    engine.complete(operation, (whom) => ({ kind: FOR_STAGE, on: left, whom }));
  }

  private publish(stage: number): void {
    Atomics.store(this.space.I32, this.own + STAGE, (this.base + stage) | 0);
  }

  private rootOf(address: number): number {
    return rankOf(this.space, address);
  }

  /** This thread's part of a symmetric object. */
  private mine(address: number, size: number): number {
    return this.checked(counterpart(this.space, address, this.space.MYTHREAD), size);
  }

  /** An address that only its owner uses. */
  private atRoot(address: number, size: number): number {
    return this.rootOf(address) === this.space.MYTHREAD ? this.checked(address, size) : address;
  }

  private checked(address: number, size: number): number {
    const fault = this.transfers.fault(address, size);
    if (fault !== undefined) this.job.fail(badTransfer(this.call!.name, address, size, fault));
    return address;
  }

  /** Ends the job: another thread makes another call, which lies in its line. */
  private differs(thread: number): never {
    const { space, engine, calls } = this;
    const room = roomFor(this.job, engine.heap, CALL_WORDS * 4, this.call!.name);
    engine.movement.move(room, addressOf(space, thread, calls), CALL_WORDS * 4);
    return this.job.fail(mismatchOf(this.call!, thread, recordedCall(space, room >>> 2)));
  }
}

/** Synchronization where each thread touches its own data alone. */
function forOwnData(flag: Call['entry']): Call['entry'] {
  return flag === 'all' ? 'all' : 'no';
}
