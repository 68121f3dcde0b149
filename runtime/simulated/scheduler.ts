/**
 * The order in which simulated ranks run: all are coroutines of one thread, and one goes on until it sleeps or passes its turn.
 *
 * Takes: what ranks sleep on, and who rings. Gives: the rank that runs next, and the time. One idea: nothing but the program and the seed decides. Ranks that
 * can go on stand in a queue; without a seed the first one runs, with a seed any of them. The clock belongs to the scheduler: it
 * goes on a little with each turn of a loop that polls and with each look at it, and where no rank can run, to the time for which the first one sleeps.
 */

/** What a coroutine yields. */
export const SUSPEND = Symbol('suspend');

export type Coroutine = Generator<typeof SUSPEND, unknown>;

/** Nanoseconds for a turn, and for a look at the clock. */
const TURN = 1000;
const LOOK = 100;
const PER_MILLISECOND = 1e6;

/** A rank that sleeps until I32[word] is not `value` any more; at the longest until that time. */
interface Sleeper {
  readonly rank: number;
  readonly word: number;
  readonly value: number;
  readonly until: number;
}

export class Scheduler {
  /** Depth of calls that the runtime makes of the program's functions: nothing may be suspended within. */
  direct = 0;
  /** Calls that could wait, in this turn. */
  calls = 0;
  /** Nanoseconds. */
  private now = 0;
  private running = 0;
  /** Ranks that can go on, from `head` on. */
  private queue: number[] = [];
  private head = 0;
  /** By word: each rank sleeps on one of its own. */
  private readonly sleepers = new Map<number, Sleeper>();
  /** No sleeper's time is over before. */
  private earliest = Number.POSITIVE_INFINITY;
  private random: (() => number) | undefined;

  /** Chooses the interleaving with this number. */
  choose(seed: number): void {
    this.random = randomFrom(seed);
  }

  /** Milliseconds. */
  look(): number {
    this.now += LOOK;
    return this.now / PER_MILLISECOND;
  }

  /** The running rank passes its turn. */
  pass(): void {
    this.now += TURN;
    this.queue.push(this.running);
  }

  /** The running rank sleeps; its coroutine yields now. */
  sleep(word: number, value: number, milliseconds: number): void {
    const until = this.now + milliseconds * PER_MILLISECOND;
    this.sleepers.set(word, { rank: this.running, word, value, until });
    this.earliest = Math.min(this.earliest, until);
  }

  wake(word: number): void {
    const sleeper = this.sleepers.get(word);
    if (sleeper === undefined) return;
    this.sleepers.delete(word);
    this.queue.push(sleeper.rank);
  }

  /** Runs all to their end, by number. */
  run(ranks: readonly Coroutine[], I32: Int32Array): void {
    this.queue = ranks.map((_, rank) => rank);
    for (let left = ranks.length; left > 0; ) {
      if (this.now >= this.earliest) this.expire();
      if (this.head === this.queue.length) this.skipTime(I32);
      else if (this.resume(ranks)) left--;
    }
  }

  /** Runs the next rank for a turn: whether it has ended. */
  private resume(ranks: readonly Coroutine[]): boolean {
    this.running = this.next();
    this.calls = 0;
    return ranks[this.running]!.next().done === true;
  }

  private next(): number {
    const { queue, head } = this;
    if (this.random !== undefined) {
      const chosen = head + Math.floor(this.random() * (queue.length - head));
      [queue[head], queue[chosen]] = [queue[chosen]!, queue[head]!];
    }
    const rank = queue[this.head++]!;
    if (2 * this.head > queue.length) {
      this.queue = queue.slice(this.head);
      this.head = 0;
    }
    return rank;
  }

  /** No rank can run: the time for which the first one sleeps has come. */
  private skipTime(I32: Int32Array): void {
    if (this.earliest === Number.POSITIVE_INFINITY) this.awaitEnd(I32);
    else this.now = Math.max(this.now, this.earliest);
  }

  /** Wakes those whose time is over. */
  private expire(): void {
    this.earliest = Number.POSITIVE_INFINITY;
    for (const { word, until } of this.sleepers.values())
      if (until <= this.now) this.wake(word);
      else this.earliest = Math.min(this.earliest, until);
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
