/**
 * The order in which simulated ranks run: all are coroutines of one thread, each with a clock of its own in virtual time.
 *
 * Takes: what ranks sleep on, who rings, what they spend. Gives: the rank that runs next, and the time. One idea: all that happens stands in one
 * queue of events (machines/queue.ts), and a rank that goes on is one of them. So nothing but the program and the seed decides. A rank acts when its clock is
 * the least: `enter` says whether it must let others go first. A turn of a loop that polls, and a look at the clock, take a little, so that no loop stands still.
 */
import { EventQueue, type Occurrence } from '../machines/queue.ts';
import type { Picoseconds } from '../machines/time.ts';
import type { Space } from '../memory/space.ts';
import type { CriticalPath, Doer } from './criticalpath.ts';
import { Spent } from './spent.ts';

/** What a coroutine yields. */
export const SUSPEND = Symbol('suspend');

export type Coroutine = Generator<typeof SUSPEND, unknown>;

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
  private coroutines: readonly Coroutine[] = [];
  /** Of each rank the loop in which it sleeps and looks; the loops around that, the outermost first, where it is in several. */
  private loops: (Coroutine | undefined)[] = [];
  private readonly outerLoops = new Map<number, Coroutine[]>();
  private given: unknown;
  /** The word that a rank sleeps on, one of its own; 0: none. What it held then, and how long the rank sleeps at the longest. */
  private words = new Int32Array(1);
  private values = new Int32Array(1);
  private untils = new Float64Array(1);
  /** The earliest event of each rank for the end of a sleep; the number of all such events. */
  private alarms = new Float64Array(1);
  private alarmsSet = 0;
  private random: (() => number) | undefined;
  // Events of ranks: one object of a kind for all, as the queue knows the rank.
  private readonly turning: Occurrence = { happen: () => this.turn(this.queue.rank) };
  private readonly expiring: Occurrence = { happen: (now) => this.expire(this.queue.rank, now) };
  /** Told that a rank goes on. */
  goesOn: (rank: number) => void = () => {};
  /** Progress threads that have nothing to do. */
  private readonly idle = new Set<number>();

  /** They are of this thread. */
  get hasRanks(): boolean {
    return this.ranks > 0;
  }

  /** Chooses the interleaving with this number. */
  choose(seed: number): void {
    this.random = randomFrom(seed);
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

  private get isServer(): boolean {
    return this.running >= this.ranks;
  }

  /** The running rank has come to a point where its time matters. */
  settle(): void {
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

  /** The running rank is about to call what could wait. */
  call(): void {
    this.beforeCall?.(this.running);
  }

  /** The running rank passes its turn. */
  pass(): void {
    this.settle();
    this.stay();
    this.spend(TURN);
    this.resumeAt(this.running, this.clock);
  }

  /** The running rank is in the runtime from its clock on, until it runs again. */
  private stay(): void {
    if (!this.isServer) this.presence?.enter(this.running, this.clock);
  }

  /** The running rank sleeps; its coroutine yields now. What is left of a sleep may be less than a picosecond: time goes on all the same. */
  sleep(word: number, value: number, milliseconds: number): void {
    this.settle();
    // Who asks for the rest of a time that is over but for a rounding error sleeps too, or it would ask for ever.
    const until = this.clock + Math.max(Math.ceil(milliseconds * PER_MILLISECOND), 1);
    const rank = this.running;
    this.words[rank] = word;
    this.values[rank] = value;
    this.untils[rank] = until;
    this.setAlarm(rank, until);
    this.stay();
  }

  wake(word: number): void {
    const rank = word >>> this.regionWords;
    if (this.words[rank] !== word) return;
    this.words[rank] = 0;
    const time = Math.max(this.clock, this.clocks[rank]!) + this.waking;
    if (this.clock > this.clocks[rank]!) this.path?.woken(rank, time);
    this.resumeAt(rank, time);
  }

  /** The progress thread of a rank has something to do from now on. */
  serve(rank: number): void {
    const server = this.ranks + rank;
    if (this.idle.delete(server)) this.resumeAt(server, Math.max(this.clock, this.clocks[server]!));
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
      this.awaitEnd(space.I32);
    }
  }

  /** All ranks can go on, by number. */
  start({ SHIFT }: Space, ranks: readonly Coroutine[], servers: readonly Coroutine[] = []): void {
    this.regionWords = SHIFT - 2;
    const all = [...ranks, ...servers];
    this.left = ranks.length;
    this.ranks = ranks.length;
    this.clocks = new Float64Array(all.length);
    this.spent = new Spent(ranks.length);
    this.words = new Int32Array(all.length);
    this.values = new Int32Array(all.length);
    this.untils = new Float64Array(all.length);
    this.alarms = new Float64Array(all.length).fill(Number.POSITIVE_INFINITY);
    this.loops = all.map(() => undefined);
    this.coroutines = all;
    for (const rank of ranks.keys()) this.resumeAt(rank, 0);
    for (const index of servers.keys()) this.idle.add(ranks.length + index);
  }

  private turn(number: number): void {
    this.running = number;
    this.reached[REACHED.TIME] = this.queue.now;
    this.coming--;
    this.calls = 0;
    this.looks = 0;
    if (!this.isServer) this.leave(number);
    if (this.resumeIn(this.coroutines[number]!, number).done === true && !this.isServer) this.left--;
    this.running = NOBODY;
  }

  /** A loop that is not over goes on by itself; what is thrown in one is thrown where its callers stand. */
  private resumeIn(coroutine: Coroutine, number: number): IteratorResult<unknown> {
    for (let loop = this.loops[number]; loop !== undefined; loop = this.loops[number]) {
      try {
        const step = loop.next();
        if (step.done !== true) return step;
        this.given = step.value;
      } catch (error) {
        this.popLoop(number);
        return coroutine.throw(error);
      }
      this.popLoop(number);
    }
    return coroutine.next();
  }

  private popLoop(rank: number): void {
    this.loops[rank] = this.outerLoops.get(rank)?.pop();
  }

  /** The running rank is in a loop from now on. */
  enterLoop(loop: Coroutine): void {
    const { running, outerLoops } = this;
    if (running === NOBODY) return;
    const outer = this.loops[running];
    this.loops[running] = loop;
    if (outer === undefined) return;
    const outers = outerLoops.get(running);
    if (outers === undefined) outerLoops.set(running, [outer]);
    else outers.push(outer);
  }

  /** What the loop has given that was just found to be over. */
  takeGiven(): unknown {
    const { given } = this;
    this.given = undefined;
    return given;
  }

  /** Unless it was left as it was over. */
  leaveLoop(loop: Coroutine): void {
    if (this.loops[this.running] === loop) this.popLoop(this.running);
  }

  /** The rank that runs now leaves the runtime. */
  private leave(rank: number): void {
    const { presence } = this;
    this.goesOn(rank);
    if (presence !== undefined)
      this.clocks[rank] = Math.max(this.clock, presence.leave(rank)) + presence.takeLost(rank);
  }

  /** The running progress thread has nothing to do; its coroutine yields now. */
  rest(): void {
    this.idle.add(this.running);
  }

  /** The rank that runs, or whose progress thread does. */
  get rank(): number {
    return this.running % this.ranks;
  }

  /** Nothing is to happen but that sleeps end. */
  get isIdle(): boolean {
    return this.queue.length === this.alarmsSet;
  }

  /** Until no rank can go on before time does. */
  settleAll(): void {
    while (this.coming > 0) this.queue.step();
  }

  /** Time goes on to what is to happen then; false if there is nothing. */
  goOn(): boolean {
    return this.queue.step();
  }

  /** A rank that is neither asleep nor in its turn goes on. */
  resume(rank: number): void {
    this.resumeAt(rank, this.clock);
  }

  /** With a seed the order of those who could go on at one time is any, and one may be late. */
  private resumeAt(rank: number, time: Picoseconds): void {
    this.coming++;
    const late = this.random === undefined ? 0 : Math.floor(this.random() * TURN);
    this.queue.add(time + late, rank, this.turning);
  }

  /** A rank has one event at a time for the end of a sleep: most sleeps are short. */
  private setAlarm(rank: number, until: Picoseconds): void {
    if (until >= this.alarms[rank]!) return;
    this.alarms[rank] = until;
    this.alarmsSet++;
    this.queue.add(until, rank, this.expiring);
  }

  private expire(rank: number, now: Picoseconds): void {
    this.alarmsSet--;
    if (now !== this.alarms[rank]) return; // an earlier one has been set since
    this.alarms[rank] = Number.POSITIVE_INFINITY;
    if (this.words[rank] === 0) return;
    if (this.untils[rank]! <= now) this.wake(this.words[rank]!);
    else this.setAlarm(rank, this.untils[rank]!);
  }

  /** All have ended: the supervisor's thread rings when the job is over. */
  private awaitEnd(I32: Int32Array): void {
    const first = this.words.findIndex((word) => word !== 0);
    if (first >= 0) Atomics.wait(I32, this.words[first]!, this.values[first]!);
    for (const [rank, word] of this.words.entries())
      if (word !== 0 && Atomics.load(I32, word) !== this.values[rank]) this.wake(word);
  }
}

/** Numbers in [0, 1): xorshift32 (Marsaglia 2003). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** That of this thread. */
export let scheduler = new Scheduler();

/** The job begins anew. */
export function renewScheduler(): void {
  scheduler = new Scheduler();
}
