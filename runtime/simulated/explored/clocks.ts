/**
 * Which events of a run have happened before which: vector clocks (Fidge, Mattern 1988).
 *
 * Takes the events of a run as they happen, by process and footprint. Gives whether one has happened before what a process does next. One idea: a clock holds, of
 * each process, the number of its last event that is known; a process takes over what it depends on.
 */
import { type Footprint, meet } from './footprint.ts';

type Clock = ReadonlyMap<number, number>;

interface Event {
  readonly process: number;
  readonly footprint: Footprint;
  readonly clock: Clock;
}

const NONE: Clock = new Map();

export class Clocks {
  private readonly events: Event[] = [];
  private readonly clocks = new Map<number, Map<number, number>>();

  /** Whether the event has happened before what the process does next, by the order of the program and by what it has depended on. */
  precedes(event: number, process: number): boolean {
    return event <= this.known(process, this.events[event]!.process);
  }

  /** The process has done this. */
  happened(process: number, footprint: Footprint): void {
    const clock = this.of(process);
    for (let i = this.events.length - 1; i >= 0; i--) {
      const event = this.events[i]!;
      if (i > (clock.get(event.process) ?? -1) && meet(event.footprint, footprint)) join(clock, event.clock);
    }
    clock.set(process, this.events.length);
    this.events.push({ process, footprint, clock: new Map(clock) });
  }

  /** What the one has done comes before what the other does next. */
  order(before: number, after: number): void {
    if (before !== after) join(this.of(after), this.clocks.get(before) ?? NONE);
  }

  /** What the process knows, for who takes it over later. */
  snapshot(process: number): Clock {
    return new Map(this.of(process));
  }

  take(process: number, clock: Clock): void {
    join(this.of(process), clock);
  }

  private known(process: number, other: number): number {
    return this.clocks.get(process)?.get(other) ?? -1;
  }

  private of(process: number): Map<number, number> {
    const clock = this.clocks.get(process) ?? new Map<number, number>();
    this.clocks.set(process, clock);
    return clock;
  }
}

function join(clock: Map<number, number>, other: Clock): void {
  for (const [process, event] of other) if (event > (clock.get(process) ?? -1)) clock.set(process, event);
}
