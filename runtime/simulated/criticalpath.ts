/**
 * The critical path: the chain of work and messages that the end of the job has waited for.
 *
 * Takes: each time that a rank is woken, with the rank whose doing it goes back to. Gives: the chain, from its end to its beginning. One idea: what a rank or an
 * event adds to the queue has its cause in that rank at that time, so that a cause goes with each event, through all models of the machine. Going back from the last
 * rank's end, a rank has worked since it was woken, and before that the path is with the rank that caused it.
 */
import { EventQueue, type Occurrence } from '../machines/queue.ts';
import type { Picoseconds } from '../machines/time.ts';

/** A part of the path: a rank at work, or, with `to`, what it caused on its way to a rank that waited. */
export interface Stretch {
  readonly rank: number;
  readonly begin: Picoseconds;
  readonly end: Picoseconds;
  readonly to?: number;
  /** Number of the place in the source where that rank waited; 0: not known. */
  readonly place?: number;
}

/** Who acts: a rank at a time. */
export interface Doer {
  readonly rank: number;
  readonly clock: Picoseconds;
}

/** An event with its cause. */
class Caused implements Occurrence {
  constructor(
    private readonly queue: CausalQueue,
    private readonly event: Occurrence,
    readonly rank: number,
    readonly clock: Picoseconds,
  ) {}

  happen(now: Picoseconds): void {
    this.queue.cause = this;
    this.event.happen(now);
  }
}

export class CausalQueue extends EventQueue {
  /** Of the event that happens. */
  cause: Doer = { rank: 0, clock: 0 };

  /** To whom what is done now goes back. */
  get doer(): Doer {
    return this.running() ?? this.cause;
  }

  /** `running`: the rank that runs, if one does. */
  constructor(private readonly running: () => Doer | undefined) {
    super();
  }

  override add(time: Picoseconds, rank: number, event: Occurrence): void {
    const { doer } = this;
    super.add(time, rank, new Caused(this, event, doer.rank, doer.clock));
  }
}

/** Numbers of a wake: when, the cause's rank and time, the place. */
const FIELDS = 4;

export class CriticalPath {
  private readonly wakes: number[][];

  constructor(
    ranks: number,
    private readonly queue: CausalQueue,
    private readonly placeOf: (rank: number) => number,
  ) {
    this.wakes = Array.from({ length: ranks }, () => []);
  }

  /** The event that happens has another cause than the one that put it into the queue. */
  goesBackTo(doer: Doer): void {
    this.queue.cause = doer;
  }

  /** A rank has waited until now; it goes on at a time. */
  woken(rank: number, time: Picoseconds): void {
    const { rank: from, clock } = this.queue.doer;
    this.wakes[rank]!.push(time, from, clock, this.placeOf(rank));
  }

  /** From its end, where a rank is over, to its beginning. */
  *back(rank: number, end: Picoseconds): Generator<Stretch> {
    const left = this.wakes.map(({ length }) => length - FIELDS);
    for (;;) {
      const wakes = this.wakes[rank]!;
      let at = left[rank]!;
      while (at >= 0 && wakes[at]! > end) at -= FIELDS;
      left[rank] = at - FIELDS;
      const [begin = 0, from, since, place] = at < 0 ? [] : wakes.slice(at, at + FIELDS);
      if (end > begin) yield { rank, begin, end };
      if (at < 0) return;
      if (begin > since!) yield { rank: from!, begin: since!, end: begin, to: rank, place: place! };
      [rank, end] = [from!, since!];
    }
  }
}

/** What a path is made of. */
export interface PathSummary {
  /** Work of ranks, and what was caused on its way. */
  readonly work: Picoseconds;
  readonly way: Picoseconds;
  /** How many ranks' work. */
  readonly ranks: number;
  /** By number of the place where ranks waited: the way's time there. */
  readonly places: ReadonlyMap<number, Picoseconds>;
}

export function summaryOf(path: Iterable<Stretch>): PathSummary {
  let [work, way] = [0, 0];
  const ranks = new Set<number>();
  const places = new Map<number, Picoseconds>();
  for (const { rank, begin, end, to, place = 0 } of path) {
    if (to === undefined) {
      work += end - begin;
      ranks.add(rank);
    } else {
      way += end - begin;
      places.set(place, (places.get(place) ?? 0) + end - begin);
    }
  }
  return { work, way, ranks: ranks.size, places };
}
