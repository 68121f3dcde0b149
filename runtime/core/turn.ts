/**
 * A turn of a loop in which a program polls: in a simulated job the others get theirs (simulated/turn.ts, which the build puts in the place of
 * this file).
 */

/** Longest sleep, in milliseconds, where nobody is required to ring. */
export const NAP = 1;

/** Gives whether all others have had a turn, so that it pays to poll. */
export function takeTurn(): boolean {
  return false;
}
