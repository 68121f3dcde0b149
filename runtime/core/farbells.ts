/**
 * Wakes threads of other processes that sleep until a word changes, or until something comes: a service of each process does it there
 * (bell.ts). Where loads reach their memory, those that are awake are left alone.
 */
import { SLEEPS_FOR } from '../memory/control.ts';
import { addressOf, isReached, type Space } from '../memory/space.ts';
import type { Calls } from './am/calls.ts';
import { RING, ROUSE, type Told } from './am/services.ts';
import { rouse, wake, wakeOne } from './bell.ts';

/** Threads to wake in a process. */
export const ALL = 0;
export const ONE = 1;

/** The services. */
export function ringing(space: Space): Told {
  return (word, whom) => void (whom === ALL ? wake(space, word) : wakeOne(space, word));
}

export function rousing(space: Space): Told {
  return (rank) => rouse(space, rank);
}

type Tells = Pick<Calls, 'tell'>;

/** Wakes a rank of another process, whose memory is reached, if it sleeps. */
export function rouseFar(space: Space, calls: Tells, rank: number): void {
  if (sleepsFor(space, rank) !== 0) calls.tell(rank, ROUSE, rank, 0);
}

/** What a rank sleeps for; 0 if it is awake. */
function sleepsFor(space: Space, rank: number): number {
  return Atomics.load(space.I32, addressOf(space, rank, SLEEPS_FOR) >>> 2);
}

export class FarBells {
  constructor(
    private readonly space: Space,
    private readonly calls: Tells,
    /** The first rank of each process. */
    private readonly leaders: readonly number[],
  ) {}

  /** In each other process. */
  ring(word: number, whom: number): void {
    const { FIRST, THREADS } = this.space;
    this.leaders.forEach((leader, process) => {
      const end = this.leaders[process + 1] ?? THREADS;
      if (leader !== FIRST && this.maySleep(leader, end, word)) this.calls.tell(leader, RING, word, whom);
    });
  }

  /** In the process of `rank`, where only that one may sleep for it. */
  ringAt(rank: number, word: number, whom: number): void {
    if (this.maySleep(rank, rank + 1, word)) this.calls.tell(rank, RING, word, whom);
  }

  /** Whether one of the ranks [first, end) of another process may sleep for the word. */
  private maySleep(first: number, end: number, word: number): boolean {
    if (!isReached(this.space, first)) return true;
    for (let rank = first; rank < end; rank++) if (sleepsFor(this.space, rank) === word) return true;
    return false;
  }
}
