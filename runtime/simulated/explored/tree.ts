/**
 * The schedules of a program, of which equivalent ones are walked once: dynamic partial-order reduction (Flanagan and Godefroid 2005) by source sets (Abdulla, Aronis,
 * Jonsson, Sagonas 2014) and sleep sets (Godefroid 1996).
 *
 * Takes, at each state of a run, what each process would do next. Gives the process that goes on, and after a run whether there is another one. Two schedules are
 * equivalent if they order all pairs of operations alike that depend on each other. One idea: a run is made anew for each schedule; where an operation has
 * come that could have come before another one on which it depends, that process is to be tried at the state before that one. What has been tried
 * at a state sleeps in the others of it until something happens on which it depends.
 */
import { Clocks } from './clocks.ts';
import { type Footprint, meet } from './footprint.ts';
import { inOrder } from './order.ts';

/** What a process would do next. */
export interface Pending {
  readonly process: number;
  readonly footprint: Footprint;
  readonly enabled: boolean;
  /** It is not enabled, but will be by itself, or by what it has waited for: nothing to be turned round. */
  readonly waits?: boolean;
  /** It is enabled only because no process is. */
  readonly isForced?: boolean;
  /** Processes that must have come before it: the two are never enabled at one state. */
  readonly follows?: ReadonlySet<number>;
  /** The lock that it takes, or gives back: likewise. */
  readonly acquires?: number | undefined;
  readonly releases?: number | undefined;
}

/** Goes through the states of one run. */
export interface Guide {
  /** Which process goes on; undefined: there is nothing new this way. */
  choose(pending: readonly Pending[]): number | undefined;
  readonly clocks: Clocks;
}

interface State {
  /** In the order in which they are tried. */
  readonly enabled: readonly number[];
  readonly pending: ReadonlyMap<number, Pending>;
  readonly backtrack: Set<number>;
  readonly done: Set<number>;
  readonly sleep: ReadonlyMap<number, Footprint>;
  chosen: number;
}

/** The program has not done as it did before in the same order. */
export class Unsteady extends Error {}

export class Tree implements Guide {
  clocks = new Clocks();
  private readonly states: State[] = [];
  private depth = 0;
  private last: number | undefined;
  /** Steps of it one after another. */
  private steps = 0;

  /** Before each run. */
  begin(): void {
    this.clocks = new Clocks();
    this.depth = 0;
    this.last = undefined;
    this.steps = 0;
  }

  choose(pending: readonly Pending[]): number | undefined {
    const isStuck = pending.every(({ enabled, isForced }) => !enabled || isForced);
    if (isStuck) for (const each of pending) if (!each.waits) this.turnRound(each);
    const enabled = inOrder(enabledAmong(pending), this.last, this.steps);
    const state = this.states[this.depth] ?? this.newState(enabled, pending);
    if (state === undefined) return undefined;
    if (String(state.enabled) !== String(enabled)) throw new Unsteady();
    this.happen(state.chosen, pending);
    return state.chosen;
  }

  /** The choices of this run. */
  get choices(): number[] {
    const many = this.states.slice(0, this.depth).filter(({ enabled }) => enabled.length > 1);
    return many.map(({ enabled, chosen }) => enabled.indexOf(chosen));
  }

  /** Whether there is another run to make. */
  next(): boolean {
    for (let state = this.states.at(-1); state !== undefined; state = this.states.at(-1)) {
      const { done, backtrack, sleep, chosen } = state;
      done.add(chosen);
      const other = [...backtrack].find((each) => !done.has(each) && !sleep.has(each));
      if (other !== undefined) {
        state.chosen = other;
        return true;
      }
      this.states.pop();
    }
    return false;
  }

  private happen(process: number, pending: readonly Pending[]): void {
    const next = pending.find((each) => each.process === process)!;
    if (this.depth === this.states.length - 1) this.turnRound(next);
    this.clocks.happened(next);
    this.steps = process === this.last ? this.steps + 1 : 1;
    this.last = process;
    this.depth++;
  }

  private newState(enabled: readonly number[], pending: readonly Pending[]): State | undefined {
    const sleep = this.sleeping();
    const chosen = enabled.find((each) => !sleep.has(each));
    if (chosen === undefined) return undefined;
    const state = {
      enabled,
      pending: new Map(pending.map((each) => [each.process, each])),
      backtrack: new Set([chosen]),
      done: new Set<number>(),
      sleep,
      chosen,
    };
    this.states.push(state);
    return state;
  }

  /** What was tried at the state before, or slept there, and does not depend on what was chosen there. */
  private sleeping(): Map<number, Footprint> {
    const before = this.states.at(-1);
    if (before === undefined) return new Map();
    const { pending, chosen, done } = before;
    const { footprint } = pending.get(chosen)!;
    const slept = [...before.sleep, ...[...done].map((each) => [each, pending.get(each)!.footprint] as const)];
    return new Map(slept.filter(([, other]) => !meet(other, footprint)));
  }

  // ---------------------------------------------------------------- races

  /** What could have come before events on which it depends is tried at the states before those. */
  private turnRound(next: Pending): void {
    const { acquires, follows } = next;
    const isFirst = (event: number) => {
      const { chosen, pending } = this.states[event]!;
      const { releases } = pending.get(chosen)!;
      return follows?.has(chosen) === true || (acquires !== undefined && acquires === releases);
    };
    for (const { event, initials } of this.clocks.races(next, isFirst)) {
      const { enabled, backtrack } = this.states[event]!;
      if (initials.some((each) => backtrack.has(each))) continue;
      const some = initials.filter((each) => enabled.includes(each));
      for (const each of some.length > 0 ? some.slice(0, 1) : enabled) backtrack.add(each);
    }
  }
}

const enabledAmong = (pending: readonly Pending[]): number[] =>
  pending.filter(({ enabled }) => enabled).map(({ process }) => process);

/** A schedule that is given. */
export class Given implements Guide {
  readonly clocks = new Clocks();
  private at = 0;
  private last: number | undefined;
  private steps = 0;

  constructor(private readonly given: readonly number[]) {}

  choose(pending: readonly Pending[]): number {
    const enabled = inOrder(enabledAmong(pending), this.last, this.steps);
    const chosen = enabled[(enabled.length > 1 && this.given[this.at++]) || 0];
    if (chosen === undefined) throw new Unsteady();
    this.steps = chosen === this.last ? this.steps + 1 : 1;
    this.last = chosen;
    return chosen;
  }
}
