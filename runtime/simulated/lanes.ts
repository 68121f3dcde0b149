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
  /** The first is to be tried again. */
  isBlocked: boolean;
}

export class Lanes {
  /** By target: of those that something is on its way to. */
  private readonly lanes = new Map<number, Lane>();

  constructor(private readonly rank: number) {}

  /** It is sent. */
  join(sent: Laned): void {
    const lane = this.lanes.get(sent.target);
    if (lane === undefined) this.lanes.set(sent.target, { first: sent, last: sent, isBlocked: false });
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

  /** When there is more room. Whole spans of AGAIN after this attempt, as a sender would try. */
  private tryAgain(lane: Lane): void {
    lane.isBlocked = true;
    const { queue } = scheduler;
    const since = queue.now;
    let isAsked = false;
    const happen = () => {
      lane.isBlocked = false;
      this.advance(lane);
    };
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      queue.add(since + AGAIN * (Math.floor((queue.now - since) / AGAIN) + 1), this.rank, { happen });
    };
    const { target, room } = lane.first;
    if (room !== undefined) scheduler.behind.reading(target, room, ask);
    else for (const rank of [target, this.rank]) scheduler.behind.turn(rank, ask);
  }
}
