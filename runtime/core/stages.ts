/**
 * Each thread's progress through collective functions, read by the others.
 *
 * A thread has a line for its stage and a hash of its call; and one for the call itself,
 * apart because others read the first line while the call is written. The n-th call of each thread is the same call;
 * its stages are n * 4 + ENTERED, CONTRIBUTED, LEFT. A thread may leave a call, and enter the next, before others have
 * entered it. Both lines are free lines of the area of barrier arrivals.
 */
import { ARRIVAL, ARRIVAL_LINES } from '../memory/control.ts';
import { addressOf, type Space, wordOf } from '../memory/space.ts';
import { IO_FUNCTIONS } from './iofunctions.ts';
import type { Range } from './views.ts';

/** Stages of a call. */
export const ENTERED = 0;
export const CONTRIBUTED = 1;
export const LEFT = 3;

/** Indices in the line. */
export const STAGE = 0;
export const HASH = 1;

/** Indices in the line of the call: index in COLLECTIVE_FUNCTIONS; the arguments, doubles. */
export const FUNCTION = 0;
export const ARGUMENTS = 2;
export const ARGUMENT_COUNT = 7;
export const CALL_WORDS = ARGUMENTS + 2 * ARGUMENT_COUNT;

/** First of these among the free lines. */
const STAGE_LINE = ARRIVAL_LINES / 2;
const CALL_LINE = STAGE_LINE + ARRIVAL_LINES / 4;

/** Threads place their lines of values at different offsets, to avoid cache set conflicts. */
const VALUE_LINES = 16;
/** Bytes of a region for the values that threads contribute, in network-accessible memory. */
export const VALUE_AREA = VALUE_LINES * 64;

export const ELEMENT_TYPES = ['C', 'UC', 'S', 'US', 'I', 'UI', 'L', 'UL', 'F', 'D', 'LD'] as const;

/** The functions by number, with their parameters, as stored in the line. */
export const COLLECTIVE_FUNCTIONS: readonly { readonly name: string; readonly parameters: readonly string[] }[] = [
  ...['upc_all_broadcast', 'upc_all_scatter', 'upc_all_gather', 'upc_all_gather_all', 'upc_all_exchange'].map(
    (name) => ({ name, parameters: ['dst', 'src', 'nbytes', 'flags'] }),
  ),
  { name: 'upc_all_permute', parameters: ['dst', 'src', 'perm', 'nbytes', 'flags'] },
  ...['upc_all_reduce', 'upc_all_prefix_reduce', 'bupc_all_reduce_all'].flatMap((name) =>
    ELEMENT_TYPES.map((type) => ({
      name: name + type,
      parameters: ['dst', 'src', 'op', 'nelems', 'blk_size', 'func', 'flags'],
    })),
  ),
  ...['broadcast', 'scatter', 'gather'].map((name) => ({
    name: `bupc_allv_${name}`,
    parameters: ['size', 'rootthread'],
  })),
  { name: 'bupc_allv_gather_all', parameters: ['size'] },
  { name: 'bupc_allv_permute', parameters: ['size'] },
  { name: 'bupc_allv_reduce', parameters: ['type', 'reductionop', 'rootthread'] },
  ...['reduce_all', 'prefix_reduce'].map((name) => ({
    name: `bupc_allv_${name}`,
    parameters: ['type', 'reductionop'],
  })),
  ...IO_FUNCTIONS,
];

/** Offset of that line of a thread. */
const offsetOf = (thread: number, line: number) => ARRIVAL + ((thread + line) % ARRIVAL_LINES) * 64;

/** Index in I32 of the line of a thread. */
export function stageLine(space: Space, thread: number): number {
  return wordOf(space, thread, offsetOf(thread, STAGE_LINE));
}

/** Index in I32 of a thread's line of the call. */
export function callLine(space: Space, thread: number): number {
  return wordOf(space, thread, offsetOf(thread, CALL_LINE));
}

/** Both, for who fetches them. */
export function stageRanges(thread: number): Range[] {
  return [STAGE_LINE, CALL_LINE].map((line) => ({ rank: thread, offset: offsetOf(thread, line), size: 64 }));
}

/** Address of the line of values contributed by a thread; VALUE_AREA bytes for it begin at offset `area`. */
export function valueLine(space: Space, area: number, thread: number): number {
  return addressOf(space, thread, area + (thread % VALUE_LINES) * 64);
}

/** The stage that the thread has reached. */
export function reachedStage(space: Space, thread: number): number {
  return Atomics.load(space.I32, stageLine(space, thread) + STAGE);
}

/** Name of the function that the thread has entered. */
export function collectiveFunction(space: Space, thread: number): string {
  return COLLECTIVE_FUNCTIONS[space.I32[callLine(space, thread) + FUNCTION]!]?.name ?? 'a collective function';
}

/** The number of a function. */
export function functionNumber(name: string): number {
  return COLLECTIVE_FUNCTIONS.findIndex((known) => known.name === name);
}
