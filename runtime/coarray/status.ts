/**
 * Completion of an operation on images: a status for the program, or error termination if it did not ask for one
 * (Fortran 2018, 11.6.11).
 */
import type { RuntimeEnvironment } from '../environment.ts';
import { imageGone, noStatus } from './errors.ts';

/** STAT_... of coarray.h, XMP_STAT_... of xmp.h. */
export const SUCCESS = 0;
export const LOCKED = 1;
export const LOCKED_OTHER_IMAGE = 2;
export const DUPLICATE_IMAGE = 3;
export const UNLOCKED = 4;
export const UNLOCKED_FAILED_IMAGE = 5;
export const STOPPED_IMAGE = 6000;
export const FAILED_IMAGE = 6001;

/** Status of an operation, and if not success, the image that caused it. */
export interface Outcome {
  readonly status: number;
  readonly image: number;
}

export const DONE: Outcome = { status: SUCCESS, image: 0 };

/** Stopped images have precedence over failed ones, those over other errors. */
export function worse(one: Outcome, other: Outcome): Outcome {
  return rank(other.status) > rank(one.status) ? other : one;
}

function rank(status: number): number {
  if (status === STOPPED_IMAGE) return 3;
  if (status === FAILED_IMAGE) return 2;
  return status === SUCCESS ? 0 : 1;
}

/** Stores the status at `stat`; without `stat`, a status other than success ends the job with `message`. */
export function report(environment: RuntimeEnvironment, stat: number, status: number, message: () => string): void {
  if (stat !== 0) environment.I32[stat >>> 2] = status;
  else if (status !== SUCCESS) environment.runtime.job.fail(`${message()}; ${noStatus}`);
}

/** The same for an operation whose only errors are stopped or failed images. */
export function conclude(environment: RuntimeEnvironment, name: string, stat: number, outcome: Outcome): void {
  report(environment, stat, outcome.status, () =>
    imageGone(name, outcome.image, outcome.status === STOPPED_IMAGE ? 'stopped' : 'failed'),
  );
}
