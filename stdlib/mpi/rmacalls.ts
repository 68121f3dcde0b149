/**
 * One-sided operations in both forms: those that the epoch's end completes, and those that give a request (MPI 3.1, 11.3, 11.3.5).
 *
 * One idea: an operation begins and gives a test whether it is done there; who waits for it is nothing to it.
 */

import { AfterPolls } from './afterpolls.ts';
import type { Conflicts, Noted } from './conflicts.ts';
import { CLOSING } from './epoch.ts';
import { NOTHING, Operation } from './operations.ts';
import type { Requests } from './requests.ts';
import type { Body, Ending, State } from './state.ts';
import type { Place } from './targets.ts';
import { DONE, type IsDone, once } from './underway.ts';
import type { Window, Windows } from './windows.ts';

/** What has begun. */
export interface BegunAccess {
  readonly place: Place | undefined;
  readonly isDone: IsDone;
  /** -g. */
  readonly noted?: Noted | undefined;
}
export const NOWHERE: BegunAccess = { place: undefined, isDone: DONE };

/** Checks the arguments, without the window, and begins. */
export type OneSided = (call: string, window: Window, ...parameters: number[]) => BegunAccess;

export class RmaCalls {
  /** Requests under way. */
  private requested: Requested[] = [];
  private readonly afterPolls: AfterPolls;

  constructor(
    private readonly state: State,
    private readonly windows: Windows,
    private readonly requests: Requests,
  ) {
    this.afterPolls = new AfterPolls(state, () => this.advance());
  }

  private advance(): void {
    if (this.requested.length > 0) this.requested = this.requested.filter((each) => !each.advance());
  }

  private keep(requested: Requested): void {
    this.requested.push(requested);
    this.afterPolls.listen();
  }

  /** MPI_Put and the like: the window comes last. */
  plain(operation: OneSided): Body {
    return (call, ...parameters) => {
      const window = this.windows.at(call, parameters.pop()!);
      const { place, isDone } = operation(call, window, ...parameters);
      if (place === undefined) return;
      window.underWay.add(place.rank, isDone, this.state.isWatching ? this.watch(window) : undefined);
    };
  }

  /** Over this rank's memory, until the epoch ends. */
  private watch({ epoch: { kind } }: Window): Ending | undefined {
    const isLock = kind === 'lock' || kind === 'lock all';
    return this.state.watch(`${CLOSING[kind]}${isLock ? ' or MPI_Win_flush' : ''}`);
  }

  /** MPI_Rput and the like: the request comes behind the window. */
  requesting(operation: OneSided): Body {
    return (call, ...parameters) => {
      const at = parameters.pop()!;
      const window = this.windows.at(call, parameters.pop()!);
      window.epoch.requireLock(call, window);
      this.state.local(call, 'request', at, 4);
      const { place, isDone, noted } = operation(call, window, ...parameters);
      if (place !== undefined) window.underWay.add(place.rank, isDone);
      const requested = new Requested(window, call, place, once(isDone), noted);
      if (!requested.advance()) this.keep(requested);
      this.requests.give(call, at, { operation: requested });
    };
  }
}

class Requested extends Operation {
  readonly outcome = NOTHING;
  readonly whom: number;
  readonly text: string;
  private readonly conflicts: Conflicts;

  constructor(
    window: Window,
    call: string,
    place: Place | undefined,
    private readonly isDoneThere: IsDone,
    private readonly noted: Noted | undefined,
  ) {
    super(window.comm, window.comm.handle);
    this.conflicts = window.conflicts;
    this.whom = place?.member.proc ?? -1;
    this.text = `of ${call}, ${window.name}`;
  }

  /** Whether it is done. */
  advance(): boolean {
    if (!this.isDone && this.isDoneThere()) {
      this.conflicts.gotten(this.noted);
      this.complete();
    }
    return this.isDone;
  }

  /** The data are where the program wants them. */
  protected conclude(): void {}
}
