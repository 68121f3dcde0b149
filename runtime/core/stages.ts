/**
 * How far each thread has come in its calls of collective functions, and how others read it.
 *
 * Each thread has a line for its stage, how many sleep until it changes, and a hash of its call; another for the call itself,
 * apart because others look at the first one while the call is written. The
 * n-th call of each thread is the same call; its stages are n * 4 + ENTERED, CONTRIBUTED, LEFT. A thread may leave a call,
 * and enter the next, before others have entered it. The area of barrier arrivals has free lines for this.
 */
import { ARRIVAL, ARRIVAL_LINES } from '../memory/control.ts';
import { type Space, wordOf } from '../memory/space.ts';
import { IO_FUNCTIONS } from './iofunctions.ts';

/** Stages of a call. */
export const ENTERED = 0;
export const CONTRIBUTED = 1;
export const LEFT = 3;

/** Words in the line. */
export const STAGE = 0;
export const HASH = 1;

/** Words in the line of the call: index in COLLECTIVE_FUNCTIONS; the arguments. */
export const FUNCTION = 0;
export const ARGUMENTS = 1;
export const ARGUMENT_COUNT = 7;
/** Counts the calls. */
export const WRITTEN = ARGUMENTS + ARGUMENT_COUNT;

/** Where among the free lines these are. */
const STAGE_LINE = ARRIVAL_LINES / 2;
const CALL_LINE = STAGE_LINE + ARRIVAL_LINES / 4;

/** Threads have the line of their values at different offsets, so that these do not all fall into one set of the cache. */
const VALUE_LINES = 16;
/** Bytes of a region for the values that threads contribute: data, so these lie where the network reaches. */
export const VALUE_AREA = VALUE_LINES * 64;

export const ELEMENT_TYPES = ['C', 'UC', 'S', 'US', 'I', 'UI', 'L', 'UL', 'F', 'D', 'LD'] as const;

/** The functions by number, with their parameters: what is stored in the line. */
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

/** Index in I32 of the line of a thread. */
export function stageLine(space: Space, thread: number): number {
  return wordOf(space, thread, ARRIVAL + ((thread + STAGE_LINE) % ARRIVAL_LINES) * 64);
}

/** Index in I32 of the line with the call of a thread. */
export function callLine(space: Space, thread: number): number {
  return wordOf(space, thread, ARRIVAL + ((thread + CALL_LINE) % ARRIVAL_LINES) * 64);
}

/** Address of the line with the values that a thread contributes; VALUE_AREA bytes for it begin at offset `area`. */
export function valueLine(space: Space, area: number, thread: number): number {
  return wordOf(space, thread, area + (thread % VALUE_LINES) * 64) << 2;
}

/** The stage that the thread has reached. */
export function reachedStage(space: Space, thread: number): number {
  return Atomics.load(space.I32, stageLine(space, thread) + STAGE);
}

/** Name of the function that the thread is in. */
export function collectiveFunction(space: Space, thread: number): string {
  return COLLECTIVE_FUNCTIONS[space.I32[callLine(space, thread) + FUNCTION]!]?.name ?? 'a collective function';
}

/** The number of a function. */
export function functionNumber(name: string): number {
  return COLLECTIVE_FUNCTIONS.findIndex((known) => known.name === name);
}
