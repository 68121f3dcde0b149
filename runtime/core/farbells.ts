/**
 * Wakes threads of other processes that sleep until a word changes: a message runs `wake` (bell.ts) there.
 */
import type { ActiveMessages } from './am/activemessages.ts';
import { CHANGED } from './am/handlers.ts';
import { wake, wakeOne } from './bell.ts';
import type { Job } from './job.ts';
import { argumentsAt } from './message.ts';

/** Threads to wake in a process. */
export const ALL = 0;
export const ONE = 1;

export class FarBells {
  constructor(
    private readonly job: Job,
    private readonly messages: ActiveMessages,
    /** The first rank of each other process. */
    private readonly leaders: readonly number[],
  ) {
    const { space } = job;
    messages.register(CHANGED, (_token: number, word: number, whom: number) =>
      whom === ALL ? wake(space, word) : wakeOne(space, word),
    );
  }

  /** In each other process. */
  ring(word: number, whom: number): void {
    for (const leader of this.leaders) this.ringAt(leader, word, whom);
  }

  /** In the process of `rank`. */
  ringAt(rank: number, word: number, whom: number): void {
    const at = argumentsAt(this.messages.requestShort(rank, CHANGED, 2)) >>> 2;
    this.job.space.I32[at] = word;
    this.job.space.I32[at + 1] = whom;
    this.messages.send();
  }
}
