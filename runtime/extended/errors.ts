/**
 * Error messages of the extended layer: the operation, the value, the remedy. The reporter adds thread and
 * place (runtime/errors.ts).
 */

export function tooManyOperations(most: number): string {
  return `more than ${most} one-sided operations with handles are under way: wait for some before starting others`;
}

export function differentCollectives(name: string, signature: number, thread: number, other: number): string {
  return (
    `${name}: thread ${thread} makes another collective call, or with other arguments ` +
    `(function, sizes and synchronization are ${signature >>> 0} here and ${other >>> 0} there); all members of a team make the same calls in the same order`
  );
}

/** A member of a team goes on with what this one has ended. */
export function otherCollective(thread: number): string {
  return `collective call: thread ${thread} made another one than this thread, or with other arguments; all members of a team make the same calls in the same order`;
}

export function tooManyTeams(name: string, most: number): string {
  return `${name}: a thread can be in ${most} teams at most, one after the other`;
}
