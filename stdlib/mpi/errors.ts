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
/** MPI_ERR_LASTCODE: codes of the program are above it. */
export const LAST_CODE = 127;

/** Errors of MPI's tool interface (MPI 3.1, 14.3.10), from the first one on. */
export const FIRST_TOOL_ERROR = 64;
export const TOOL_TEXTS: readonly string[] = [
  'no memory',
  'MPI_T_init_thread has not been called',
  'MPI_T cannot be initialized now',
  'no variable or category of this index',
  'no item of this index',
  'no such handle',
  'no more handles',
  'no more sessions',
  'no such session',
  'the variable cannot be set',
  'the variable cannot be set now',
  'the variable cannot be started or stopped',
  'the variable cannot be written or reset',
  'the variable cannot be read and reset at once',
  'no variable or category of this name',
];
export const [ERR_INFO_KEY, ERR_INFO_VALUE, ERR_INFO_NOKEY, ERR_INFO] = [23, 24, 25, 33];
export const [ERR_NO_MEM, ERR_BASE, ERR_WIN, ERR_SIZE, ERR_DISP, ERR_LOCKTYPE, ERR_ASSERT] = [
  21, 22, 30, 31, 32, 34, 35,
];
export const ERR_RMA_CONFLICT = 36;
export const [ERR_RMA_SYNC, ERR_RMA_RANGE, ERR_RMA_ATTACH, ERR_RMA_SHARED, ERR_RMA_FLAVOR] = [37, 54, 55, 56, 57];

export const ERR_SPAWN = 26;
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

export function otherCollective(name: string, rank: number, what: string): string {
  return `${name}: rank ${rank} ${what}`;
}

/** What single-valued arguments may not be. */
export const OTHER = 'another root, count, datatype or operation';

export function partnerEnded(name: string, rank: number): string {
  if (rank < 0) return `${name}: all other ranks have ended`;
  return `${name}: rank ${rank} has ended without its part of this call`;
}
