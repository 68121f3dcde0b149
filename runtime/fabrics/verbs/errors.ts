/**
 * Error numbers (errno.h) of verbs: integer functions return them, functions that create an object return null and set
 * `errno`, as in C.
 */

export const EPERM = 1;
export const EAGAIN = 11;
export const ENOMEM = 12;
export const EFAULT = 14;
export const EBUSY = 16;
export const EINVAL = 22;
export const EOPNOTSUPP = 95;

const TEXTS: Readonly<Record<number, string>> = {
  [EPERM]: 'EPERM: Operation not permitted',
  [EAGAIN]: 'EAGAIN: Resource temporarily unavailable',
  [ENOMEM]: 'ENOMEM: Cannot allocate memory',
  [EFAULT]: 'EFAULT: Bad address',
  [EBUSY]: 'EBUSY: Device or resource busy',
  [EINVAL]: 'EINVAL: Invalid argument',
  [EOPNOTSUPP]: 'EOPNOTSUPP: Operation not supported',
};

/** Error of the last function that returned null. */
export let errno = 0;

/** Sets errno and returns null. */
export function failed(error: number): null {
  errno = error;
  return null;
}

export function strerror(error: number): string {
  return TEXTS[error] ?? `error ${error}`;
}
