/**
 * Vector clocks of a run (Fidge, Mattern 1988): its events by which happened before which, and races, in which it could have been otherwise.
 *
 * Takes the events of a run as they happen, by process and footprint. One idea: a clock holds, of each process, the number of its last event that is known; a process
 * takes over what it depends on.
 */
import { type Footprint, meet } from './footprint.ts';

export type Clock = ReadonlyMap<number, number>;

interface Event {
  readonly process: number;
  readonly footprint: Footprint;
  readonly clock: Clock;
}

/** What a process does, or would do. */
export interface Next {
  readonly process: number;
  readonly footprint: Footprint;
}

/** An event that could have come behind what a process does, and who could have gone on in its place. */
export interface Race {
  readonly event: number;
  readonly initials: readonly number[];
}

export class Clocks {
  private readonly events: Event[] = [];
  private readonly clocks = new Map<number, Map<number, number>>();

  /** The process has done this. */
  happened({ process, footprint }: Next): void {
    const clock = this.afterwards({ process, footprint });
    clock.set(process, this.events.length);
    this.clocks.set(process, clock);
    this.events.push({ process, footprint, clock: new Map(clock) });
  }

  /** What the one has done comes before what the other does next. */
  order(before: number, after: number): void {
    if (before !== after) this.take(after, this.of(before));
  }

  /** What the process knows, for who takes it over later. */
  snapshot(process: number): Clock {
    return new Map(this.of(process));
  }

  take(process: number, clock: Clock): void {
    const own = new Map(this.of(process));
    join(own, clock);
    this.clocks.set(process, own);
  }

  /**
   * The events on which what the process does next depends, and nothing between. `isFirst` says of one that it had to come first, whatever the schedule: what has
   * come before that one may still be in a race.
   */
  races(next: Next, isFirst: (event: number) => boolean): Race[] {
    const covered = new Map(this.of(next.process));
    const races: Race[] = [];
    for (let i = this.events.length - 1; i >= 0; i--) {
      const { process, footprint, clock } = this.events[i]!;
      if (process === next.process || i <= (covered.get(process) ?? -1) || !meet(footprint, next.footprint)) continue;
      if (isFirst(i)) continue;
      races.push({ event: i, initials: this.initials(i, next) });
      join(covered, clock);
    }
    return races;
  }

  /** Of the events behind that one which do not depend on it, with the next: the processes with which such a sequence could begin. */
  private initials(event: number, next: Next): number[] {
    const { process } = this.events[event]!;
    const last = { process: next.process, clock: this.afterwards(next) };
    const rest: { readonly index: number; readonly process: number }[] = [];
    const found: number[] = [];
    for (let index = event + 1; index <= this.events.length; index++) {
      const each = this.events[index] ?? last;
      const isNext = index === this.events.length;
      if (!isNext && knows(each.clock, process, event)) continue;
      const isInitial = !rest.some(
        (before) => before.process === each.process || knows(each.clock, before.process, before.index),
      );
      if (isInitial) found.push(each.process);
      rest.push({ index, process: each.process });
    }
    return found;
  }

  private afterwards({ process, footprint }: Next): Map<number, number> {
    const clock = new Map(this.of(process));
    for (let i = this.events.length - 1; i >= 0; i--) {
      const event = this.events[i]!;
      if (!knows(clock, event.process, i) && meet(event.footprint, footprint)) join(clock, event.clock);
    }
    return clock;
  }

  private of(process: number): Clock {
    return this.clocks.get(process) ?? NONE;
  }
}

const NONE: Clock = new Map();

const knows = (clock: Clock, process: number, event: number) => event <= (clock.get(process) ?? -1);

function join(clock: Map<number, number>, other: Clock): void {
  for (const [process, event] of other) if (!knows(clock, process, event)) clock.set(process, event);
}
