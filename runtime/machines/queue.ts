/**
 * The event queue: what happens next in virtual time.
 *
 * Events are ordered by (time, rank, sequence): the rank is that of whom the event concerns, the sequence that in which
 * events were added. So the order is total, and the same on every host. One idea: a heap with four children a node, in
 * arrays by column; the order of an event whose time is alone is found in one comparison of doubles.
 */
import { MachineError } from './errors.ts';
import { LATEST, type Picoseconds } from './time.ts';

/** What happens at a time. */
export interface Occurrence {
  happen(now: Picoseconds): void;
}

/** The rank of events that concern no rank and come after those that do. */
export const NO_RANK = 0x7fff_ffff;

const CHILDREN = 4;

export class EventQueue {
  /** The time of the event that was taken last. */
  now: Picoseconds = 0;
  /** Its rank. */
  rank = 0;
  length = 0;
  private sequence = 0;
  private times = new Float64Array(64);
  private ranks = new Int32Array(64);
  private sequences = new Float64Array(64);
  private readonly events: (Occurrence | undefined)[] = [];

  /** Adds an event; its time is not before `now`. */
  add(time: Picoseconds, rank: number, event: Occurrence): void {
    if (!(time >= this.now && time <= LATEST)) throw new MachineError(misplaced(time, this.now));
    if (this.length === this.times.length) this.grow();
    this.place(this.siftUp(time, rank), time, rank, this.sequence++, event);
    this.length++;
  }

  /** Time of the next event; Infinity where there is none. */
  get next(): Picoseconds {
    return this.length === 0 ? Number.POSITIVE_INFINITY : this.times[0]!;
  }

  /** Takes the least event, sets `now` to its time. */
  take(): Occurrence | undefined {
    if (this.length === 0) return undefined;
    const event = this.events[0];
    this.now = this.times[0]!;
    this.rank = this.ranks[0]!;
    const last = --this.length;
    const moved = this.events[last]!;
    this.events[last] = undefined; // it may hold much
    if (last > 0) this.siftDown(this.times[last]!, this.ranks[last]!, this.sequences[last]!, moved);
    return event;
  }

  /** The next event happens; false where there is none. */
  step(): boolean {
    const event = this.take();
    event?.happen(this.now);
    return event !== undefined;
  }

  /** Events happen until there are none. */
  run(): void {
    while (this.step());
  }

  /** Moves ancestors down, from the end, as long as they come after the new event; gives the free place. */
  private siftUp(time: number, rank: number): number {
    let at = this.length;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const other = this.times[parent]!;
      // The new event has the highest sequence of all.
      if (other < time || (other === time && this.ranks[parent]! <= rank)) break;
      this.move(parent, at);
      at = parent;
    }
    return at;
  }

  /** Puts an event in the place of the root's, below all that come before it. */
  private siftDown(time: number, rank: number, sequence: number, event: Occurrence): void {
    let at = 0;
    for (let first = 1; first < this.length; first = at * CHILDREN + 1) {
      const least = this.leastOf(first);
      if (!this.precedes(least, time, rank, sequence)) break;
      this.move(least, at);
      at = least;
    }
    this.place(at, time, rank, sequence, event);
  }

  /** The least of the children that begin at `first`. */
  private leastOf(first: number): number {
    const end = Math.min(first + CHILDREN, this.length);
    let least = first;
    for (let child = first + 1; child < end; child++)
      if (this.precedes(child, this.times[least]!, this.ranks[least]!, this.sequences[least]!)) least = child;
    return least;
  }

  private precedes(at: number, time: number, rank: number, sequence: number): boolean {
    const own = this.times[at]!;
    if (own !== time) return own < time;
    const ownRank = this.ranks[at]!;
    return ownRank !== rank ? ownRank < rank : this.sequences[at]! < sequence;
  }

  private move(from: number, to: number): void {
    this.times[to] = this.times[from]!;
    this.ranks[to] = this.ranks[from]!;
    this.sequences[to] = this.sequences[from]!;
    this.events[to] = this.events[from];
  }

  private place(at: number, time: number, rank: number, sequence: number, event: Occurrence): void {
    this.times[at] = time;
    this.ranks[at] = rank;
    this.sequences[at] = sequence;
    this.events[at] = event;
  }

  private grow(): void {
    const length = 2 * this.length;
    const larger = <T extends Float64Array | Int32Array>(made: T, old: T): T => {
      made.set(old);
      return made;
    };
    this.times = larger(new Float64Array(length), this.times);
    this.ranks = larger(new Int32Array(length), this.ranks);
    this.sequences = larger(new Float64Array(length), this.sequences);
  }
}

const misplaced = (time: number, now: number) =>
  time < now
    ? `an event at ${time} ps would be before now, ${now} ps`
    : `an event at ${time} ps is beyond ${LATEST} ps, all that virtual time can count`;
