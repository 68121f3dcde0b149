/**
 * Wakes threads of other processes that sleep until a word changes: a service of each process runs `wake` (bell.ts) there.
 */
import type { Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { RING, type Told } from './am/services.ts';
import { wake, wakeOne } from './bell.ts';

/** Threads to wake in a process. */
export const ALL = 0;
export const ONE = 1;

/** The service. */
export function ringing(space: Space): Told {
  return (word, whom) => void (whom === ALL ? wake(space, word) : wakeOne(space, word));
}

export class FarBells {
  constructor(
    private readonly calls: Pick<Calls, 'tell'>,
    /** The first rank of each other process. */
    private readonly leaders: readonly number[],
  ) {}

  /** In each other process. */
  ring(word: number, whom: number): void {
    for (const leader of this.leaders) this.ringAt(leader, word, whom);
  }

  /** In the process of `rank`. */
  ringAt(rank: number, word: number, whom: number): void {
    this.calls.tell(rank, RING, word, whom);
  }
}
