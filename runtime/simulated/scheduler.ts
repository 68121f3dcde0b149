/**
 * The order in which simulated ranks run: all are coroutines of one thread, each with a clock of its own in virtual time.
 *
 * Takes: what ranks sleep on, who rings, what they spend. Gives: the rank that runs next, and the time. One idea: all that happens stands in one
 * queue of events (machines/queue.ts), and a rank that goes on is one of them. So nothing but the program and the seed decides. A rank acts when its clock is
 * the least: `enter` says whether it must let others go first. A turn of a loop that polls, and a look at the clock, take a little, so that no loop stands still.
 */
import { EventQueue, type Occurrence } from '../machines/queue.ts';
import type { Picoseconds } from '../machines/time.ts';

/** What a coroutine yields. */
export const SUSPEND = Symbol('suspend');

export type Coroutine = Generator<typeof SUSPEND, unknown>;

/** A turn, and a look at the clock, of which some in a turn are free: the runtime looks too, whose time the machine has. */
const TURN: Picoseconds = 1e6;
const LOOK: Picoseconds = 1e5;
const FREE_LOOKS = 100;
const PER_MILLISECOND = 1e9;
/** No rank: an event of the machine happens. */
const NOBODY = -1;

/** Who has to know when a rank waits in the runtime (machines/progress.ts): what has come for it can be served then. */
export interface Presence {
  enter(rank: number): void;
  /** Gives when its processor is through with what it serves. */
  leave(rank: number): Picoseconds;
}

/** A rank that sleeps until I32[word] is not `value` any more; at the longest until that time. */
interface Sleeper {
  readonly rank: number;
  readonly word: number;
  readonly value: number;
  readonly until: Picoseconds;
}

export class Scheduler {
  readonly queue = new EventQueue();
  presence: Presence | undefined;
  /** From the ring to the rank's going on: above zero where no machine's network takes time, else ranks that ask each other again and again would stay at one time for ever. */
  waking: Picoseconds = TURN;
  /** What each rank's own code has taken since it was asked last, on a machine. */
  computing: readonly { span(): Picoseconds }[] = [];
  /** Called before the running rank makes a call that could wait. */
  beforeCall: ((rank: number) => void) | undefined;
  /** Depth of calls that the runtime makes of the program's functions: nothing may be suspended within. */
  direct = 0;
  /** Calls that could wait, in this turn. */
  calls = 0;
  /** The rank that runs. */
  private running = NOBODY;
  private looks = 0;
  /** Of each rank. */
  private clocks = new Float64Array(1);
  private turns: readonly Occurrence[] = [];
  /** By word: each rank sleeps on one of its own. And by rank. */
  private readonly sleepers = new Map<number, Sleeper>();
  private readonly asleep: (Sleeper | undefined)[] = [];
  /** The earliest event of each rank for the end of a sleep. */
  private alarms = new Float64Array(1);
  private random: (() => number) | undefined;

  /** Chooses the interleaving with this number. */
  choose(seed: number): void {
    this.random = randomFrom(seed);
  }

  /** That of the running rank, or of the event that happens. */
  get clock(): Picoseconds {
    const { now } = this.queue;
    return this.running === NOBODY ? now : Math.max(this.clocks[this.running]!, now);
  }

  /** The running rank has come to a point where its time matters. */
  settle(): void {
    const computing = this.computing[this.running];
    if (computing !== undefined) this.spend(computing.span());
  }

  /** Milliseconds. */
  look(): number {
    this.settle();
    if (this.looks++ > FREE_LOOKS) this.spend(LOOK);
    return this.clock / PER_MILLISECOND;
  }

  /** The running rank has been at work for so long. */
  spend(span: Picoseconds): void {
    if (this.running !== NOBODY) this.clocks[this.running] = this.clock + span;
  }

  /** Whether the running rank must wait before it acts, as others come before it; its coroutine yields then. */
  enter(): boolean {
    this.settle();
    if (this.queue.next >= this.clock) return false;
    this.resumeAt(this.running, this.clock);
    return true;
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
    const { presence, running: rank } = this;
    if (presence !== undefined) this.queue.add(this.clock, rank, { happen: () => presence.enter(rank) });
  }

  /** The running rank sleeps; its coroutine yields now. */
  sleep(word: number, value: number, milliseconds: number): void {
    this.settle();
    // Up, so that what is left of a time that milliseconds do not tell exactly is slept for.
    const until = this.clock + Math.ceil(milliseconds * PER_MILLISECOND);
    const sleeper = { rank: this.running, word, value, until };
    this.sleepers.set(word, sleeper);
    this.asleep[this.running] = sleeper;
    this.setAlarm(this.running, until);
    this.stay();
  }

  wake(word: number): void {
    const sleeper = this.sleepers.get(word);
    if (sleeper === undefined) return;
    this.sleepers.delete(word);
    this.asleep[sleeper.rank] = undefined;
    this.resumeAt(sleeper.rank, Math.max(this.clock, this.clocks[sleeper.rank]!) + this.waking);
  }

  /** Runs all to their end, by number. */
  run(ranks: readonly Coroutine[], I32: Int32Array): void {
    let left = ranks.length;
    this.clocks = new Float64Array(ranks.length);
    this.alarms = new Float64Array(ranks.length).fill(Number.POSITIVE_INFINITY);
    this.turns = ranks.map((coroutine, rank) => ({
      happen: () => {
        this.running = rank;
        this.calls = 0;
        this.looks = 0;
        if (this.presence !== undefined) this.clocks[rank] = Math.max(this.clock, this.presence.leave(rank));
        if (coroutine.next().done === true) left--;
        this.running = NOBODY;
      },
    }));
    for (const rank of ranks.keys()) this.resumeAt(rank, 0);
    while (left > 0) if (!this.queue.step()) this.awaitEnd(I32);
  }

  /** With a seed the order of those who could go on at one time is any, and one may be late. */
  private resumeAt(rank: number, time: Picoseconds): void {
    const late = this.random === undefined ? 0 : Math.floor(this.random() * TURN);
    this.queue.add(time + late, rank, this.turns[rank]!);
  }

  /** A rank has one event at a time for the end of a sleep: most sleeps are short. */
  private setAlarm(rank: number, until: Picoseconds): void {
    if (until >= this.alarms[rank]!) return;
    this.alarms[rank] = until;
    this.queue.add(until, rank, { happen: (now) => this.expire(rank, now) });
  }

  private expire(rank: number, now: Picoseconds): void {
    if (now !== this.alarms[rank]) return; // an earlier one has been set since
    this.alarms[rank] = Number.POSITIVE_INFINITY;
    const sleeper = this.asleep[rank];
    if (sleeper === undefined) return;
    if (sleeper.until <= now) this.wake(sleeper.word);
    else this.setAlarm(rank, sleeper.until);
  }

  /** All have ended: the supervisor's thread rings when the job is over. */
  private awaitEnd(I32: Int32Array): void {
    const [first] = this.sleepers.values();
    if (first !== undefined) Atomics.wait(I32, first.word, first.value);
    for (const { word, value } of this.sleepers.values()) if (Atomics.load(I32, word) !== value) this.wake(word);
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
export const scheduler = new Scheduler();
