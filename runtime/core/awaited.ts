/**
 * The word of any rank that a thread waits for, as others know it: rank and offset for who looks for deadlocks, one number of 32
 * bits for bells.
 */
import { isOne, offsetOf, type Regions, rankOf, type Space } from '../memory/space.ts';
import type { Wait } from './states.ts';

/** The part of a wait that names the word at an address. */
export function awaited(space: Space, address: number): Pick<Wait, 'on' | 'rank' | 'word'> {
  return { on: offsetOf(space, address), rank: rankOf(space, address), word: bellNumber(space, address) };
}

/** 1 in all numbers that are no index. */
const NO_INDEX = 0x80000000;
/** Numbers words of the same offset apart: odd, so no two ranks have the same product. */
const SPREAD = 0x9e3779b1;

/**
 * The number of the word at an address in SLEEPS_FOR and in messages to bells: the same in all processes. Where all memory is one it
 * is the index in I32. Else numbers of different words are rarely equal: who is woken without need sleeps again, and who is not
 * looks now and then.
 */
export function bellNumber(space: Regions & Pick<Space, 'REACH'>, address: number): number {
  if (isOne(space)) return address >>> 2;
  return noIndex(spread(space, address));
}

/** The number for who waits at a word with a ticket (queue.ts), likewise. */
export function ticketNumber(space: Regions, address: number, ticket: number): number {
  return noIndex(spread(space, address) ^ Math.imul(ticket + 1, SPREAD << 1));
}

function spread(space: Regions, address: number): number {
  return Math.imul(rankOf(space, address), SPREAD) ^ (offsetOf(space, address) >>> 2);
}

/** All ones are no word (bell.ts). */
function noIndex(number: number): number {
  return (number << 1 === -2 ? 0 : number) | NO_INDEX;
}
