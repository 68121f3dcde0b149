/**
 * What the extended layer says when something is wrong: the operation, the value, what to do. The reporter adds thread and
 * place (runtime/errors.ts).
 */

export function tooManyOperations(most: number): string {
  return `more than ${most} one-sided operations with handles are under way: wait for some before starting others`;
}
