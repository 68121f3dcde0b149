/**
 * The ranks that sleep: each on a word of its own, until a time.
 *
 * Takes the sleeps of ranks, and rings. Gives, when a sleep has lasted as long as it may, the word, which is rung then. One idea: most sleeps end by a ring, so
 * a rank has one event for their ends, an *alarm*, which is not taken back: one that comes too early sets the next.
 */
import type { EventQueue, Occurrence } from '../machines/queue.ts';
import type { Picoseconds } from '../machines/time.ts';

export class Sleepers {
  /** By rank: the word, 0 where it is awake; what it held then; when the sleep ends at the latest. */
  private readonly words: Int32Array;
  private readonly values: Int32Array;
  private readonly untils: Float64Array;
  /** By rank: its earliest alarm. */
  private readonly alarms: Float64Array;
  /** Alarms in the queue, also those that an earlier one has replaced. */
  alarmsSet = 0;
  /** One for all ranks, as the queue knows the rank. */
  private readonly expiring: Occurrence = { happen: (now) => this.expire(this.queue.rank, now) };

  constructor(
    ranks: number,
    private readonly queue: EventQueue,
    private readonly wake: (word: number) => void,
  ) {
    this.words = new Int32Array(ranks);
    this.values = new Int32Array(ranks);
    this.untils = new Float64Array(ranks);
    this.alarms = new Float64Array(ranks).fill(Number.POSITIVE_INFINITY);
  }

  sleep(rank: number, word: number, value: number, until: Picoseconds): void {
    this.words[rank] = word;
    this.values[rank] = value;
    this.untils[rank] = until;
    this.setAlarm(rank, until);
  }

  /** A word of a rank rings: whether the rank slept on it, and is awake now. */
  ring(rank: number, word: number): boolean {
    if (this.words[rank] !== word) return false;
    this.words[rank] = 0;
    return true;
  }

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

  /** All sleep without end: another thread, the supervisor, changes their words when the job is over. This one waits for that. */
  awaitOtherThread(I32: Int32Array): void {
    const first = this.words.findIndex((word) => word !== 0);
    if (first >= 0) Atomics.wait(I32, this.words[first]!, this.values[first]!);
    for (const [rank, word] of this.words.entries())
      if (word !== 0 && Atomics.load(I32, word) !== this.values[rank]) this.wake(word);
  }
}
