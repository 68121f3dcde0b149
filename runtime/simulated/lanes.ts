/**
 * What is on its way from one rank to others, in the order of sending: that is the order in which it comes.
 *
 * One idea: what has come is taken when nothing before it is left in its lane. What finds no room is tried again, and so is all behind it.
 */
import type { Picoseconds } from '../machines/time.ts';
import { scheduler } from './scheduler.ts';

/** Until what found no room is tried again. */
const AGAIN: Picoseconds = 1e6;

export interface Laned {
  readonly target: number;
  /** What was sent to the same rank behind it. */
  next: Laned | undefined;
  hasCome: boolean;
  /** Takes it: false where there is no room yet. */
  act(): boolean;
}

interface Lane {
  first: Laned;
  last: Laned;
}

export class Lanes {
  /** By target: of those that something is on its way to. */
  private readonly lanes = new Map<number, Lane>();

  constructor(private readonly rank: number) {}

  /** It is sent. */
  join(sent: Laned): void {
    const lane = this.lanes.get(sent.target);
    if (lane === undefined) this.lanes.set(sent.target, { first: sent, last: sent });
    else {
      lane.last.next = sent;
      lane.last = sent;
    }
  }

  come(sent: Laned): void {
    sent.hasCome = true;
    this.advance(sent.target);
  }

  /** Has what has come taken, unless something before it has not. */
  private advance(target: number): void {
    const lane = this.lanes.get(target);
    while (lane?.first.hasCome) {
      if (!lane.first.act()) {
        scheduler.queue.add(scheduler.queue.now + AGAIN, this.rank, { happen: () => this.advance(target) });
        return;
      }
      if (lane.first.next === undefined) {
        this.lanes.delete(target);
        return;
      }
      lane.first = lane.first.next;
    }
  }
}
