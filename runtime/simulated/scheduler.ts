/**
 * The order in which simulated ranks run: all are coroutines of one thread, each with a clock of its own in virtual time.
 *
 * Takes: what ranks sleep on, who rings, what they spend. Gives: the rank that runs next, and the time. One idea: all that happens stands in one
 * queue of events (machines/queue.ts), and a rank that goes on is one of them. So nothing but the program and the seed decides. A rank acts when its clock is
 * the least: `enter` says whether it must let others go first. A turn of a loop that polls, and a look at the clock, take a little, so that no loop stands still.
 * coroutines.ts resumes a coroutine in its loop; sleepers.ts knows which rank sleeps on which word.
 */
import { JobEnded } from '../core/job.ts';
import { EventQueue, type Occurrence } from '../machines/queue.ts';
import type { Picoseconds } from '../machines/time.ts';
import { JOB_END } from '../memory/control.ts';
import { processWord, type Space } from '../memory/space.ts';
import { BehindTurns } from './behindturns.ts';
import { type Coroutine, Coroutines } from './coroutines.ts';
import type { CriticalPath, Doer } from './criticalpath.ts';
import { randomFrom } from './random.ts';
import { Sleepers } from './sleepers.ts';
import { Spent } from './spent.ts';

/** A turn, and a look at the clock, of which some in a turn are free: the runtime looks too, whose time the machine has. */
const TURN: Picoseconds = 1e6;
const LOOK: Picoseconds = 1e5;
const FREE_LOOKS = 100;
const PER_MILLISECOND = 1e9;
/** What is told of how far the job has come: virtual time, and how many ranks have ended. */
export const REACHED = { TIME: 0, ENDS: 1 } as const;
/** No rank: an event of the machine happens. */
const NOBODY = -1;

/** Who has to know when a rank waits in the runtime (machines/progress.ts): what has come for it can be served then. */
export interface Presence {
  enter(rank: number, from: Picoseconds): void;
  /** Gives when its processor is through with what it serves. */
  leave(rank: number): Picoseconds;
  /** Its progress thread is at work for so long; what it has lost to that since it was asked last. */
  works(rank: number, span: Picoseconds): void;
  takeLost(rank: number): Picoseconds;
}

/** What else a rank's processor has to do (machines/noise.ts). */
export interface Disturbance {
  /** When work is done that begins at a time and takes so long by itself. */
  endOf(rank: number, at: Picoseconds, span: Picoseconds): Picoseconds;
}

export class Scheduler {
  queue = new EventQueue();
  /** Where it is asked for. */
  path: CriticalPath | undefined;
  presence: Presence | undefined;
  noise: Disturbance | undefined;
  /** From the ring to the rank's going on: above zero where no machine's network takes time, else ranks that ask each other again and again would stay at one time for ever. */
  waking: Picoseconds = TURN;
  /** What each rank's own code has taken since it was asked last, on a machine. */
  computing: readonly { span(): Picoseconds }[] = [];
  spent = new Spent(0);
  /** By REACHED; others may look on. */
  reached: Float64Array = new Float64Array(2);
  /** Called before the running rank makes a call that could wait. */
  beforeCall: ((rank: number) => void) | undefined;
  /** Depth of calls that the runtime makes of the program's functions: nothing may be suspended within. */
  direct = 0;
  /** Calls that could wait, in this turn. */
  calls = 0;
  /** The rank that runs; from the number of ranks on: the progress thread of one. */
  private running = NOBODY;
  private ranks = 0;
  /** Words of a rank's region, as a power of two. */
  private regionWords = 0;
  private looks = 0;
  /** Ranks that have not come to their end. */
  private left = 0;
  /** Turns that are to come: of ranks that can go on. */
  private coming = 0;
  /** Of each rank. */
  private clocks = new Float64Array(1);
  private coroutines = new Coroutines([]);
  private sleepers = this.sleepersOf(0);
  private random: (() => number) | undefined;
  private isOver = (): boolean => false;
  /** One event for all ranks, as the queue knows the rank. */
  private readonly turning: Occurrence = { happen: () => this.turn(this.queue.rank) };
  /** Told that a rank goes on. */
  goesOn: (rank: number) => void = () => {};
  readonly behind = new BehindTurns();
  /** Progress threads that have nothing to do. */
  private readonly idle = new Set<number>();

  // ---------------------------------------------------------------- the job

  /** Chooses the interleaving with this number. */
  choose(seed: number): void {
    this.random = randomFrom(seed);
  }

  /**
   * Runs all ranks to their end; `servers`: their progress threads, if they have some, which serve whenever they are asked to. A supervisor may
   * run beside this thread.
   */
  run(space: Space, ranks: readonly Coroutine[], servers: readonly Coroutine[], isSupervised: boolean): void {
    this.start(space, ranks, servers);
    while (this.left > 0) {
      if (this.queue.step()) continue;
      if (!isSupervised) return;
      this.sleepers.awaitOtherThread(space.I32);
    }
  }

  /** All ranks can go on, by number. */
  start(space: Space, ranks: readonly Coroutine[], servers: readonly Coroutine[] = []): void {
    const end = processWord(space, JOB_END);
    this.isOver = () => space.I32[end] !== 0;
    this.regionWords = space.SHIFT - 2;
    const all = [...ranks, ...servers];
    this.left = ranks.length;
    this.ranks = ranks.length;
    this.clocks = new Float64Array(all.length);
    this.spent = new Spent(ranks.length);
    this.sleepers = this.sleepersOf(all.length);
    this.coroutines = new Coroutines(all);
    for (const rank of ranks.keys()) this.resumeAt(rank, 0);
    for (const index of servers.keys()) this.idle.add(ranks.length + index);
  }

  private sleepersOf(ranks: number): Sleepers {
    return new Sleepers(ranks, this.queue, (word) => this.wake(word));
  }

  /** They are of this thread. */
  get hasRanks(): boolean {
    return this.ranks > 0;
  }

  // ---------------------------------------------------------------- turns

  private turn(number: number): void {
    this.running = number;
    this.reached[REACHED.TIME] = this.queue.now;
    this.coming--;
    this.calls = 0;
    this.looks = 0;
    if (!this.isServer) this.leave(number);
    if (this.goOnOrEnd(number).done === true && !this.isServer) this.left--;
    if (this.behind.isAwaited) this.behind.passed(this.rank);
    this.running = NOBODY;
  }

  /** Once the job is over no rank runs its program any more: how far one would come is a matter of the host's time. */
  private goOnOrEnd(number: number): IteratorResult<unknown> {
    return this.isOver() ? this.coroutines.unwind(number, new JobEnded()) : this.coroutines.resume(number);
  }

  /** The rank that runs now leaves the runtime. */
  private leave(rank: number): void {
    const { presence } = this;
    this.goesOn(rank);
    if (presence !== undefined)
      this.clocks[rank] = Math.max(this.clock, presence.leave(rank)) + presence.takeLost(rank);
  }

  /** With a seed the order of those who could go on at one time is any, and one may be late. */
  private resumeAt(rank: number, time: Picoseconds): void {
    this.coming++;
    const late = this.random === undefined ? 0 : Math.floor(this.random() * TURN);
    this.queue.add(time + late, rank, this.turning);
  }

  /** A rank that is neither asleep nor in its turn goes on. */
  resume(rank: number): void {
    this.resumeAt(rank, this.clock);
  }

  wake(word: number): void {
    const rank = word >>> this.regionWords;
    if (!this.sleepers.ring(rank, word)) return;
    const time = Math.max(this.clock, this.clocks[rank]!) + this.waking;
    if (this.clock > this.clocks[rank]!) this.path?.woken(rank, time);
    this.resumeAt(rank, time);
  }

  /** The progress thread of a rank has something to do from now on. */
  serve(rank: number): void {
    const server = this.ranks + rank;
    if (this.idle.delete(server)) this.resumeAt(server, Math.max(this.clock, this.clocks[server]!));
  }

  // ---------------------------------------------------------------- the running rank

  /** The rank that runs, or whose progress thread does. */
  get rank(): number {
    return this.running % this.ranks;
  }

  private get isServer(): boolean {
    return this.running >= this.ranks;
  }

  /** The rank that runs, and its clock; undefined while an event of the machine happens. */
  get doer(): Doer | undefined {
    return this.running === NOBODY ? undefined : { rank: this.rank, clock: this.clock };
  }

  /** That of the running rank, or of the event that happens. */
  get clock(): Picoseconds {
    const { now } = this.queue;
    return this.running === NOBODY ? now : Math.max(this.clocks[this.running]!, now);
  }

  /** The running rank is about to call what could wait. */
  call(): void {
    this.beforeCall?.(this.running);
  }

  /** Whether the running rank must wait before it acts, as others come before it; its coroutine yields then. */
  enter(): boolean {
    this.settle();
    if (this.queue.next >= this.clock) return false;
    this.resumeAt(this.running, this.clock);
    return true;
  }

  /** The running rank makes a call that commutes: it goes on where others are behind its clock, as in a turn that begins. */
  goAhead(): void {
    this.settle();
    if (this.queue.next < this.clock) this.looks = 0;
  }

  /** The running rank passes its turn. */
  pass(): void {
    this.settle();
    this.stay();
    this.spend(TURN);
    this.resumeAt(this.running, this.clock);
  }

  /** The running rank sleeps; its coroutine yields now. What is left of a sleep may be less than a picosecond: time goes on all the same. */
  sleep(word: number, value: number, milliseconds: number): void {
    this.settle();
    // Who asks for the rest of a time that is over but for a rounding error sleeps too, or it would ask for ever.
    const until = this.clock + Math.max(Math.ceil(milliseconds * PER_MILLISECOND), 1);
    this.sleepers.sleep(this.running, word, value, until);
    this.stay();
  }

  /** The running progress thread has nothing to do; its coroutine yields now. */
  rest(): void {
    this.idle.add(this.running);
  }

  /** The running rank is in the runtime from its clock on, until it runs again. */
  private stay(): void {
    if (!this.isServer) this.presence?.enter(this.running, this.clock);
  }

  /** The running rank is in a loop from now on. */
  enterLoop(loop: Coroutine): void {
    if (this.running !== NOBODY) this.coroutines.enterLoop(this.running, loop);
  }

  /** What the loop has given that was just found to be over. */
  takeGiven(): unknown {
    return this.coroutines.takeGiven();
  }

  /** Unless it was left as it was over. */
  leaveLoop(loop: Coroutine): void {
    this.coroutines.leaveLoop(this.running, loop);
  }

  // ---------------------------------------------------------------- its time

  /** The running rank has come to a point where its time matters. */
  settle(): void {
    if (this.behind.isAwaited && this.running !== NOBODY) this.behind.passed(this.rank);
    const computing = this.computing[this.running];
    if (computing !== undefined) this.take(computing.span(), this.spent.own);
  }

  /** Milliseconds. */
  look(): number {
    this.settle();
    if (this.looks++ > FREE_LOOKS) this.spend(LOOK);
    return this.clock / PER_MILLISECOND;
  }

  /** The running rank has been at work for so long. */
  spend(span: Picoseconds): void {
    if (this.running !== NOBODY) this.take(span, this.spent.library);
  }

  /** Its processor is taken for a span of a kind. */
  private take(span: Picoseconds, kind: Float64Array): void {
    const { running: rank, clock } = this;
    const end = this.noise?.endOf(rank, clock, span) ?? clock + span;
    this.clocks[rank] = end;
    if (this.isServer) this.presence?.works(rank - this.ranks, span);
    else {
      kind[rank]! += span;
      this.spent.noise[rank]! += end - clock - span;
    }
  }

  /** The running rank's program is over. */
  note(): void {
    this.settle();
    this.spent.ended[this.running] = this.clock;
    this.reached[REACHED.ENDS]!++;
  }

  // ---------------------------------------------------------------- the queue, for who looks at it from outside

  /** Nothing is to happen but that sleeps end. */
  get isIdle(): boolean {
    return this.queue.length === this.sleepers.alarmsSet;
  }

  /** Until no rank can go on before time does. */
  settleAll(): void {
    while (this.coming > 0) this.queue.step();
  }

  /** Time goes on to what is to happen then; false if there is nothing. */
  goOn(): boolean {
    return this.queue.step();
  }
}

/** That of this thread. */
export let scheduler = new Scheduler();

/** The job begins anew. */
export function renewScheduler(): void {
  scheduler = new Scheduler();
}
