/**
 * Wakes threads of other processes that sleep until a word changes: directly where their regions are mapped (bell.ts); else a service of
 * each process runs `wake` there.
 */
import type { Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { RING, type Told } from './am/services.ts';
import { wake, wakeOne, wakeThread } from './bell.ts';
import { isMapped } from './sleep.ts';

/** Threads to wake in a process. */
export const ALL = 0;
export const ONE = 1;

/** The service. */
export function ringing(space: Space): Told {
  return (word, whom) => void (whom === ALL ? wake(space, word) : wakeOne(space, word));
}

export interface FarBells {
  /** In each other process. */
  ring(word: number, whom: number): void;
  /** In the process of `rank`, for which all may be woken. */
  ringAt(rank: number, word: number): void;
}

/** `leaders`: the first ranks of all processes. */
export function farBells(space: Space, calls: Pick<Calls, 'tell'>, leaders: readonly number[]): FarBells {
  const others = leaders.filter((leader) => leader !== space.FIRST);
  return isMapped(space) ? mappedBells(space) : toldBells(calls, others);
}

function mappedBells(space: Space): FarBells {
  const { FIRST, REACH, THREADS } = space;
  return {
    ring(word, whom) {
      for (let i = REACH; i < THREADS; i++) if (wakeThread(space, (FIRST + i) % THREADS, word) && whom === ONE) return;
    },
    ringAt: (rank, word) => void wakeThread(space, rank, word),
  };
}

function toldBells(calls: Pick<Calls, 'tell'>, others: readonly number[]): FarBells {
  const ringAt = (rank: number, word: number, whom = ALL) => calls.tell(rank, RING, word, whom);
  return {
    ring: (word, whom) => {
      for (const leader of others) ringAt(leader, word, whom);
    },
    ringAt: (rank, word) => ringAt(rank, word),
  };
}
