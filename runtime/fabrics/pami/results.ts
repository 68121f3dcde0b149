/**
 * Result codes of PAMI's calls (pami_result_t), and the text of the last refusal.
 *
 * A call that refuses names the call, the argument, its value, and the allowed ones (PAMI_Error_text).
 * allowed (PAMI_Error_text).
 */

export const PAMI_SUCCESS = 0;
/** Codes below it are negated errno values. */
export const PAMI_NERROR = -1;
export const PAMI_ERROR = 1;
/** Invalid argument. */
export const PAMI_INVAL = 2;
export const PAMI_UNIMPL = 3;
/** Try again after some progress. */
export const PAMI_EAGAIN = 4;
export const PAMI_ENOMEM = 5;
/** The destination was purged, or the client was destroyed. */
export const PAMI_SHUTDOWN = 6;
export const PAMI_CHECK_ERRNO = 7;
export const PAMI_OTHER = 8;
/** First code of extensions. */
export const PAMI_RESULT_EXT = 1000;

/** pami_result_t. */
export type Result = number;

const NAMES: Readonly<Record<Result, string>> = {
  [PAMI_SUCCESS]: 'PAMI_SUCCESS',
  [PAMI_NERROR]: 'PAMI_NERROR',
  [PAMI_ERROR]: 'PAMI_ERROR',
  [PAMI_INVAL]: 'PAMI_INVAL',
  [PAMI_UNIMPL]: 'PAMI_UNIMPL',
  [PAMI_EAGAIN]: 'PAMI_EAGAIN',
  [PAMI_ENOMEM]: 'PAMI_ENOMEM',
  [PAMI_SHUTDOWN]: 'PAMI_SHUTDOWN',
  [PAMI_CHECK_ERRNO]: 'PAMI_CHECK_ERRNO',
  [PAMI_OTHER]: 'PAMI_OTHER',
};

/** "PAMI_INVAL". */
export function resultName(result: Result): string {
  return NAMES[result] ?? (result < 0 ? `errno ${-result}` : `result ${result}`);
}

let lastText = '';

/** PAMI_Error_text: why the last call of this thread was refused. */
export function errorText(): string {
  return lastText;
}

/** Returns `result` and records the reason. */
export function refuse(result: Result, call: string, reason: string): Result {
  lastText = `${call}: ${reason}`;
  return result;
}

/** Thrown by calls that create an object. */
export class PamiError extends Error {
  constructor(
    readonly result: Result,
    call: string,
    reason: string,
  ) {
    super(`${call}: ${reason} (${resultName(result)})`);
    refuse(result, call, reason);
  }
}

/** An address or a size, for a message. */
export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16)}`;
}
