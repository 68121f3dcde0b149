/**
 * Counts of what may happen more than 2^31 times in a job: words of 32 bits, which wrap around, so that they are the same in memory,
 * in messages and in variables. Two are compared by their distance, which is less than 2^31.
 */

/** The number behind `count`. */
export function following(count: number): number {
  return (count + 1) | 0;
}

/** The number before `count`. */
export function preceding(count: number): number {
  return (count - 1) | 0;
}

/** The same where 0 stands for nothing. */
export function followingNumber(count: number): number {
  return following(count) || 1;
}

/** Whether a count has come to `goal`. */
export function hasCome(count: number, goal: number): boolean {
  return ((count - goal) | 0) >= 0;
}
