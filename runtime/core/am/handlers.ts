/**
 * The handlers of a rank, by index: 0 to 127 are the runtime's own, 128 to 255 the program's (GASNet 1.8, gasnet_attach).
 */
import type { NativeFunction } from '../../abi.ts';

export const FIRST_CLIENT = 128;
export const LAST = 255;

/** Of the core: calls on other ranks and their answers (calls.ts), lines shown to all (shown.ts), bells of other processes (farbells.ts). */
export const [CALL, RETURN, SHOWN, CHANGED] = [32, 33, 34, 35];

/** What is called when a message arrives: (token, arguments ...), with a payload (token, buffer, size, arguments ...). */
export type Handler = NativeFunction;

/** Index 0 of the table is not used: there it means that any index will do. */
export const ANY_INDEX = 0;

/**
 * The indexes that a table of the program's handlers gets: its own where it names them, else the first that is free, in
 * the order of the table, so that equal tables get equal indexes on all ranks. Undefined if it names one twice, or one
 * that is the runtime's, or if there are too many.
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
