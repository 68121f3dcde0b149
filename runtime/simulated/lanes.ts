/**
 * In-order delivery from one rank to each other one.
 *
 * One idea: an operation that has arrived is delivered when all that were sent before it to the same rank have been. If there is no room for it, it is tried again; those
 * behind it wait.
 */
import type { Room } from '../fabrics/model.ts';
import type { Picoseconds } from '../machines/time.ts';
import { scheduler } from './scheduler.ts';

/** Between attempts of what found no room. */
const AGAIN: Picoseconds = 1e6;

export interface Laned {
  readonly target: number;
  /** What was sent to the same rank behind it. */
  next: Laned | undefined;
  hasCome: boolean;
  /** As of a message (fabrics/model.ts). */
  readonly room?: Room | undefined;
  /** Takes it: false where there is no room yet. */
  act(): boolean;
}

interface Lane {
  first: Laned;
  last: Laned;
  /** The first is to be tried again: it was at that time last. */
  isBlocked: boolean;
  since: Picoseconds;
  /** The next attempt has its time. */
  isSet: boolean;
  /** Ranks behind whose next turn it is set, once it has been blocked: most lanes never are. */
  behind: Set<number> | undefined;
}

export class Lanes {
  /** By target: of those that something is on its way to. */
  private readonly lanes = new Map<number, Lane>();

  constructor(private readonly rank: number) {}

  /** It is sent. */
  join(sent: Laned): void {
    const lane = this.lanes.get(sent.target);
    if (lane === undefined) this.lanes.set(sent.target, laneOf(sent));
    else {
      lane.last.next = sent;
      lane.last = sent;
    }
  }

  come(sent: Laned): void {
    sent.hasCome = true;
    const lane = this.lanes.get(sent.target)!;
    if (!lane.isBlocked) this.advance(lane);
  }

  /** Delivers what has arrived, in order. */
  private advance(lane: Lane): void {
    while (lane.first.hasCome) {
      if (!lane.first.act()) {
        this.tryAgain(lane);
        return;
      }
      if (lane.first.next === undefined) {
        this.lanes.delete(lane.first.target);
        return;
      }
      lane.first = lane.first.next;
    }
  }

  /** When there is more room. */
  private tryAgain(lane: Lane): void {
    [lane.isBlocked, lane.isSet, lane.since] = [true, false, scheduler.queue.now];
    const { target, room } = lane.first;
    if (room !== undefined) scheduler.behind.reading(target, room, () => this.setAttempt(lane));
    else for (const rank of [target, this.rank]) this.setBehind(lane, rank);
  }

  private setBehind(lane: Lane, rank: number): void {
    lane.behind ??= new Set();
    if (lane.behind.has(rank)) return;
    lane.behind.add(rank);
    scheduler.behind.turn(rank, () => {
      lane.behind?.delete(rank);
      this.setAttempt(lane);
    });
  }

  /** By the clock of the rank that has made room: whole spans of AGAIN after the last attempt, as a sender would try. */
  private setAttempt(lane: Lane): void {
    if (!lane.isBlocked || lane.isSet) return;
    lane.isSet = true;
    const spans = Math.floor((scheduler.clock - lane.since) / AGAIN) + 1;
    const happen = () => {
      lane.isBlocked = false;
      this.advance(lane);
    };
    scheduler.queue.add(lane.since + AGAIN * spans, this.rank, { happen });
  }
}

function laneOf(sent: Laned): Lane {
  return { first: sent, last: sent, isBlocked: false, since: 0, isSet: false, behind: undefined };
}
