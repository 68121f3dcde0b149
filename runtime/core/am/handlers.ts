/**
 * The handlers of a rank, by index: 0 to 127 are the runtime's own, 128 to 255 the program's (GASNet 1.8,
 * gasnet_attach).
 */
import type { NativeFunction } from '../../abi.ts';

export const FIRST_CLIENT = 128;
export const LAST = 255;

/** The core's handlers (calls.ts): calls, responses, and what is told without one. */
export const [CALL, RETURN, TOLD] = [32, 33, 34];

/** Handler function: (token, arguments ...), with a payload (token, buffer, size, arguments ...). */
export type Handler = NativeFunction;

/** Index 0 in a table of handlers: any index will do. */
export const ANY_INDEX = 0;

/**
 * Indexes for a table of the program's handlers: explicit ones, else the first free one, in the order of the table, so
 * that equal tables get equal indexes on all ranks. Undefined if an index is given twice or is the runtime's, or if
 * there are too many.
 */
export function assignIndexes(wanted: readonly number[]): number[] | undefined {
  const named = wanted.filter((index) => index !== ANY_INDEX);
  const taken = new Set(named);
  if (taken.size < named.length || named.some((index) => index < FIRST_CLIENT || index > LAST)) return undefined;
  let next = FIRST_CLIENT;
  const indexes = wanted.map((index) => {
    if (index !== ANY_INDEX) return index;
    while (taken.has(next)) next++;
    return next++;
  });
  return next > LAST + 1 ? undefined : indexes;
}
