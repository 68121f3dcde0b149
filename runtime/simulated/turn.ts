/** A turn of a loop in which a program polls, in the place of core/turn.ts: all other ranks that can go on have theirs before the next. */
import { SUSPEND, scheduler } from './scheduler.ts';

export function* takeTurn(): Generator<typeof SUSPEND, boolean> {
  if (scheduler.direct === 0) {
    scheduler.pass();
    yield SUSPEND;
  }
  return true;
}
