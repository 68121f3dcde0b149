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
  'invalid key of attributes',
  'no memory',
  'invalid base',
  'invalid key of an info object',
  'invalid value of an info object',
  'no such key in the info object',
  'the process cannot be made',
  'invalid port',
  'invalid name of a service',
  'invalid name',
  'invalid window',
  'invalid size',
  'invalid displacement',
  'invalid info object',
  'invalid type of a lock',
  'invalid assertion',
  'conflicting accesses to a window',
  'wrong synchronization of a window',
  'invalid file',
  'ranks give different arguments',
  'invalid mode of access',
  'unsupported representation of data',
  'unsupported operation',
  'no such file',
  'the file exists',
  'invalid name of a file',
  'permission denied',
  'no space left',
  'quota exceeded',
  'the file is read-only',
  'the file is in use',
  'the representation of data exists',
  'an error in a conversion of data',
  'an error of input or output',
  'memory is not part of the window',
  'memory cannot be attached',
  'memory cannot be shared',
  'wrong flavor of a window',
];

export const [ERR_BUFFER, ERR_COUNT, ERR_TYPE, ERR_TAG, ERR_COMM, ERR_RANK, ERR_REQUEST, ERR_ROOT, ERR_GROUP, ERR_OP] =
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
export const [ERR_TOPOLOGY, ERR_DIMS, ERR_ARG, ERR_TRUNCATE, ERR_OTHER, ERR_IN_STATUS, ERR_KEYVAL] = [
  11, 12, 13, 15, 16, 18, 20,
];
/** MPI_ERR_LASTCODE. */
export const LAST_CODE = 63;
export const [ERR_INFO_KEY, ERR_INFO_VALUE, ERR_INFO_NOKEY, ERR_INFO] = [23, 24, 25, 33];
/** Of files (13.7). */
export const [ERR_FILE, ERR_NOT_SAME, ERR_AMODE, ERR_UNSUPPORTED_DATAREP, ERR_UNSUPPORTED_OPERATION] = [
  38, 39, 40, 41, 42,
];
export const [ERR_NO_SUCH_FILE, ERR_FILE_EXISTS, ERR_BAD_FILE, ERR_ACCESS, ERR_NO_SPACE, ERR_QUOTA, ERR_READ_ONLY] = [
  43, 44, 45, 46, 47, 48, 49,
];
export const [ERR_FILE_IN_USE, ERR_DUP_DATAREP, ERR_CONVERSION, ERR_IO] = [50, 51, 52, 53];

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
