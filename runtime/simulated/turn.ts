/** A turn of a loop in which a program polls, in the place of core/turn.ts: all other ranks that can go on have theirs before the next. */
import { SUSPEND } from './coroutines.ts';
import { scheduler } from './scheduler.ts';

/** Longest sleep, in milliseconds: all that changes what a rank waits for rings here, and a rank may wait for minutes. */
export const NAP = 100;

/** Not while a rank has a turn to come, or something is to happen on the machine. */
export const mayBeStuck = (): boolean => scheduler.isIdle;

export function* takeTurn(): Generator<typeof SUSPEND, boolean> {
  if (scheduler.direct === 0) {
    scheduler.pass();
    yield SUSPEND;
  }
  return true;
}

/** Functions of the program that the runtime calls may not. */
export const mayWait = (): boolean => scheduler.direct === 0;
