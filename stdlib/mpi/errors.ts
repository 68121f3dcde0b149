/**
 * Mistakes of a program: a class of MPI (MPI 3.1, 8.4), and a message with the argument, its value, the rule.
 *
 * A function throws one; the function's caller (state.ts) gives it to the error handler of the communicator.
 */

/** By class. */
export const CLASS_TEXTS: readonly string[] = [
  'no error',
  'invalid buffer pointer',
  'invalid count',
  'invalid datatype',
  'invalid tag',
  'invalid communicator',
  'invalid rank',
  'invalid request',
  'invalid root',
  'invalid group',
  'invalid operation',
  'invalid topology',
  'invalid dimension',
  'invalid argument',
  'unknown error',
  'message truncated',
  'other error',
  'internal error',
  'the error is in the status',
  'the request is pending',
];

export const [ERR_BUFFER, ERR_COUNT, ERR_TYPE, ERR_TAG, ERR_COMM, ERR_RANK, ERR_REQUEST, ERR_ROOT, ERR_GROUP, ERR_OP] =
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const [ERR_ARG, ERR_TRUNCATE, ERR_OTHER, ERR_IN_STATUS, ERR_PENDING] = [13, 15, 16, 18, 19];

export class Mistake extends Error {
  constructor(
    readonly kind: number,
    message: string,
  ) {
    super(message);
  }
}

export function otherCollective(name: string, rank: number): string {
  return `${name}: rank ${rank} makes another collective call, or gives another root, count, datatype or operation`;
}

export function partnerEnded(name: string, rank: number): string {
  if (rank < 0) return `${name}: all other ranks have ended`;
  return `${name}: rank ${rank} has ended without its part of this call`;
}
