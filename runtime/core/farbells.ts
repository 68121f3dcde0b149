/**
 * Wakes threads that sleep until a word changes and whose regions this memory does not have: a service of one process of each such memory
 * runs `wake` there. A lost ring does no harm: who sleeps looks now and then.
 */
import type { Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { RING, type Told } from './am/services.ts';
import { wake } from './bell.ts';
import { isGone } from './standing.ts';

/** The service. */
export function ringing(space: Space): Told {
  return (word) => wake(space, word);
}

export interface FarBells {
  /** In each other memory. */
  ring(word: number): void;
  /** In the memory of `rank`. */
  ringAt(rank: number, word: number): void;
}

/** `memories`: the first ranks of the processes of each other memory. */
export function farBells(space: Space, calls: Pick<Calls, 'tell'>, memories: readonly (readonly number[])[]): FarBells {
  const ringAt = (rank: number, word: number) => calls.tell(rank, RING, word, 0);
  return {
    ring(word) {
      for (const leaders of memories) ringAt(leaders.find((leader) => !isGone(space, leader)) ?? leaders[0]!, word);
    },
    ringAt,
  };
}
