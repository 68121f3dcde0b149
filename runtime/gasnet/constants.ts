/** Constants of gasnet.h. */

export const OK = 0;
export const ERR_NOT_INIT = 10001;
export const ERR_RESOURCE = 10002;
export const ERR_BAD_ARG = 10003;
export const ERR_NOT_READY = 10004;
export const ERR_BARRIER_MISMATCH = 10005;

/** Names and descriptions of result codes. */
export const RESULTS: ReadonlyMap<number, readonly [name: string, description: string]> = new Map([
  [OK, ['GASNET_OK', 'no error']],
  [ERR_NOT_INIT, ['GASNET_ERR_NOT_INIT', 'gasnet_init or gasnet_attach has not been called, or has been called twice']],
  [ERR_RESOURCE, ['GASNET_ERR_RESOURCE', 'a resource of the network or the system is exhausted']],
  [ERR_BAD_ARG, ['GASNET_ERR_BAD_ARG', 'an argument is invalid']],
  [ERR_NOT_READY, ['GASNET_ERR_NOT_READY', 'the operation is not complete yet']],
  [ERR_BARRIER_MISMATCH, ['GASNET_ERR_BARRIER_MISMATCH', 'the values or flags given at a barrier do not match']],
]);

export const PAGE = 4096;

export const BARRIER_ANONYMOUS = 1;
export const BARRIER_MISMATCH = 2;

export const WAIT_SPIN = 0;
export const WAIT_BLOCK = 1;
export const WAIT_SPINBLOCK = 2;
