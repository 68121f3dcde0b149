/**
 * A turn of a loop in which a program polls: in a simulated job the others get theirs (simulated/turn.ts, which the build puts in the place of
 * this file).
 */

/** Longest sleep, in milliseconds, where nobody is required to ring. */
export const NAP = 1;

/** Whether it may be that nobody goes on: who waits looks then, which takes long among many. */
export const mayBeStuck = (): boolean => true;

/** Gives whether all others have had a turn, so that it pays to poll. */
export function takeTurn(): boolean {
  return false;
}

/** Whether a wait is possible where the program is: a thread may wait anywhere. */
export const mayWait = (): boolean => true;
