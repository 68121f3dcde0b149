/**
 * Services: functions of the runtime that any thread of a process runs for ranks of other processes.
 *
 * They touch words of the process's memory alone, take at most the runtime's own short locks (core/mutex.ts), and neither wait nor
 * communicate. So where a network has a thread that polls while ranks compute (conduit.ts, Services), they are done meanwhile; elsewhere
 * a handler runs them (calls.ts).
 */
import type { Service } from '../../conduits/conduit.ts';

/** By number: shared heaps (segment/processheap.ts), bells (farbells.ts), shown lines (shown.ts), boards (boardletters.ts), receives (landings.ts). */
export const [ALLOCATE, FREE, LARGEST_LOCAL] = [2, 3, 4];
export const [BEGIN_RAISING, RAISE, END_RAISING, BEGIN_LOWERING, END_LOWERING] = [5, 6, 7, 8, 9];
export const [RING, SHOW, ENTER, LAND] = [10, 11, 12, 13];

export type Words = readonly number[];
/** At most five words answer; none if the process that was asked is gone. */
export type Answered = (words: Words) => Words;
/** Two words, and a list of more; nothing is answered. */
export type Told = (one: number, two: number, words: Int32Array) => void;

/** Functions by number. */
export interface Offers {
  readonly answered: Readonly<Record<number, Answered>>;
  readonly told: Readonly<Record<number, Told>>;
}

const NOTHING: Words = [];

/** Enters them in a network's table. */
export function enterServices(table: (Service | undefined)[], I32: Int32Array, { answered, told }: Offers): void {
  for (const [number, run] of Object.entries(answered))
    table[Number(number)] = (at, count) => run(Array.from(I32.subarray(at, at + count)));
  for (const [number, run] of Object.entries(told))
    table[Number(number)] = (at, count) => {
      run(I32[at]!, I32[at + 1]!, I32.subarray(at + 2, at + count));
      return NOTHING;
    };
}
