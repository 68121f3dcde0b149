/** A turn of a loop in which a program polls, in the place of core/turn.ts: all other ranks that can go on have theirs before the next. */
import { SUSPEND, scheduler } from './scheduler.ts';

/** Longest sleep, in milliseconds: all that changes what a rank waits for rings here, and a rank may wait for minutes. */
export const NAP = 100;

export function* takeTurn(): Generator<typeof SUSPEND, boolean> {
  if (scheduler.direct === 0) {
    scheduler.pass();
    yield SUSPEND;
  }
  return true;
}
