/** Errors of MPI: their classes (MPI 3.1, 8.4), and messages of the call, the argument, its value, the rule. */
import { inHex } from '../../runtime/errors.ts';
import { badArgument } from '../common/errors.ts';

/** By the numbers in mpi.h. */
export const ErrorClass = {
  SUCCESS: 0,
  BUFFER: 1,
  COUNT: 2,
  TYPE: 3,
  TAG: 4,
  COMM: 5,
  RANK: 6,
  REQUEST: 7,
  ROOT: 8,
  GROUP: 9,
  OP: 10,
  TOPOLOGY: 11,
  DIMS: 12,
  ARG: 13,
  UNKNOWN: 14,
  TRUNCATE: 15,
  OTHER: 16,
  INTERN: 17,
  IN_STATUS: 18,
  PENDING: 19,
  KEYVAL: 20,
} as const;
export type ErrorClass = (typeof ErrorClass)[keyof typeof ErrorClass];

/** What MPI_Error_string tells of a class. */
export const CLASS_TEXTS: readonly string[] = [
  'no error',
  'invalid buffer',
  'invalid count',
  'invalid datatype',
  'invalid tag',
  'invalid communicator',
  'invalid rank',
  'invalid request',
  'invalid root',
  'invalid group',
  'invalid reduction operator',
  'invalid topology',
  'invalid dimensions',
  'invalid argument',
  'unknown error',
  'message truncated',
  'other error',
  'internal error',
  'the error is in the status',
  'pending request',
  'invalid key of an attribute',
];

/** An error that the error handler of a communicator is told of; MPI_COMM_WORLD's where it is of none. */
export class Refusal extends Error {
  constructor(
    readonly errorClass: ErrorClass,
    message: string,
    /** Its handle. */
    readonly comm?: number,
  ) {
    super(message);
  }
}

export const refuse = (errorClass: ErrorClass, name: string, argument: string, value: number, rule: string): never => {
  throw new Refusal(errorClass, badArgument(name, argument, `${value}`, rule));
};

/** The same, of a handle. */
export const refuseHandle = (
  errorClass: ErrorClass,
  name: string,
  argument: string,
  handle: number,
  rule: string,
): never => {
  throw new Refusal(errorClass, badArgument(name, argument, inHex(handle), rule));
};

export function otherCollective(name: string, thread: number): string {
  return `${name}: thread ${thread} makes another collective call on this communicator, or gives other arguments`;
}

export function partnerEnded(name: string, thread: number): string {
  if (thread < 0) return `${name}: all other threads have ended`;
  return `${name}: thread ${thread} has ended without its part of this call`;
}
