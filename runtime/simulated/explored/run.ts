/**
 * One run of a program whose schedule is explored: before each operation that concerns others a rank stops, and the guide says which one goes on.
 *
 * Takes the ranks, which tell what they are about to do (told.ts). Gives how the run has ended. One idea: what was chosen goes on until all ranks have stopped, sleep
 * in the runtime or have ended. So an operation is done as one, with all that the runtime does for it, and only the order of operations is chosen.
 */
import { scheduler } from '../scheduler.ts';
import type { Footprint } from './footprint.ts';
import { Looks } from './looks.ts';
import { Meetings } from './meetings.ts';
import type { Operation } from './operation.ts';
import type { Guide, Pending } from './tree.ts';
import type { Access, Underway } from './underway.ts';

/** Operations of a run at most. */
export const MOST_STEPS = 10_000;
/** Looks one after another while all ranks wait for others. */
const MOST_IN_VAIN = 2_000;

/** over: the job, or all ranks; known: nothing new would come this way; long: it goes on and on. */
export type RunEnd = 'over' | 'known' | 'long' | 'vain';

/** What was done, for people. */
export interface Step {
  readonly rank: number;
  readonly name: string;
  /** Number of the place in the program. */
  readonly place: number;
}

interface Stopped {
  readonly operation: Operation;
  readonly place: number;
}

export class Run {
  readonly steps: Step[] = [];
  /** Of each rank: what it is about to do. */
  private readonly stopped: (Stopped | undefined)[] = [];
  private readonly held = new Map<number, number>();
  private readonly looks: Looks[];
  private readonly meetings: Meetings;
  /** Whose operation is done: a rank, or an access under way. */
  private acting: number | undefined;
  private inVain = 0;

  constructor(
    private readonly guide: Guide,
    readonly ranks: number,
    readonly underway: Underway,
    private readonly isOver: () => boolean,
  ) {
    this.looks = Array.from({ length: ranks }, () => new Looks());
    this.meetings = new Meetings(guide.clocks, ranks);
    underway.clocks = guide.clocks;
  }

  /** Until the end. The ranks have been started. */
  toEnd(): RunEnd {
    while (true) {
      scheduler.settleAll();
      if (this.isOver()) return 'over';
      if (this.steps.length > MOST_STEPS) return 'long';
      const pending = this.pending();
      if (pending.length === 0) {
        if (!scheduler.goOn()) return 'over';
      } else {
        const isStuck = !pending.some(({ enabled }) => enabled);
        this.inVain = isStuck ? this.inVain + 1 : 0;
        if (this.inVain > MOST_IN_VAIN) return 'vain';
        const chosen = this.guide.choose(isStuck ? this.stuck(pending) : pending);
        if (chosen === undefined) return 'known';
        this.act(chosen, pending.find(({ process }) => process === chosen)!.footprint);
      }
    }
  }

  /** The running rank stops before this. */
  stop(operation: Operation, place: number): void {
    this.stopped[scheduler.rank] = { operation, place };
  }

  /** The running rank has done it. */
  did(operation: Operation, value: unknown): void {
    const rank = scheduler.rank;
    if (operation.attempts !== undefined && value === 1) this.held.set(operation.attempts, rank);
    this.looks[rank]!.did(operation, value);
    this.meetings.did(rank, operation);
  }

  /** A rank goes on inside an operation: as something has happened there, by the one that acts. */
  goesOn(rank: number): void {
    if (this.acting !== undefined) this.guide.clocks.order(this.acting, rank);
  }

  // ---------------------------------------------------------------- what could be next

  private pending(): Pending[] {
    const ofRanks = this.stopped.flatMap((each, rank) => (each ? [this.pendingOf(rank, each.operation)] : []));
    return [...ofRanks, ...this.underway.pending()];
  }

  private pendingOf(process: number, operation: Operation): Pending {
    const { acquires, releases } = operation;
    const footprint = this.underway.touched(process, operation);
    const follows = this.underway.before(process, operation);
    const waits = follows === undefined || this.looks[process]!.isEnough(operation);
    const holder = acquires === undefined ? undefined : this.held.get(acquires);
    const enabled = !waits && (holder === undefined || holder === process);
    return { process, footprint, enabled, waits, follows, acquires, releases };
  }

  /** Where none is enabled, all that wait for locks go on, so that the runtime tells of the deadlock; else those that look. */
  private stuck(pending: readonly Pending[]): Pending[] {
    const forLocks = pending.filter(({ waits, acquires }) => !waits && acquires !== undefined);
    const some = forLocks.length > 0 ? forLocks : pending.filter(({ process }) => process < this.ranks);
    return some.map((each) => ({ ...each, enabled: true, isForced: true }));
  }

  // ---------------------------------------------------------------- what is done

  private act(process: number, footprint: Footprint): void {
    this.acting = process;
    const access = this.underway.of(process);
    if (access !== undefined) this.complete(access);
    else this.resume(process);
    this.tell(process, footprint);
  }

  private complete(access: Access): void {
    this.steps.push({ rank: access.rank, name: access.name, place: access.place });
    this.underway.complete(access);
  }

  private resume(rank: number): void {
    const { operation, place } = this.stopped[rank]!;
    this.stopped[rank] = undefined;
    this.steps.push({ rank, name: operation.name, place });
    this.underway.begins(rank, operation);
    if (operation.acquires !== undefined) this.held.set(operation.acquires, rank);
    if (operation.releases !== undefined) this.held.delete(operation.releases);
    this.meetings.begins(rank, operation);
    scheduler.resume(rank);
    scheduler.settleAll();
  }

  /** Those who look at what it has changed look again, and know what it knew. */
  private tell(process: number, footprint: Footprint): void {
    for (const [rank, looks] of this.looks.entries()) {
      if (rank !== process && this.changes(looks, rank, footprint)) this.guide.clocks.order(process, rank);
    }
  }

  private changes(looks: Looks, rank: number, footprint: Footprint): boolean {
    const next = this.stopped[rank]?.operation;
    const waited = next !== undefined && looks.isEnough(next);
    return looks.isChangedBy(footprint) && waited;
  }
}
