/**
 * Calls of the runtime's own functions on other ranks: a request of a few words, and an answer.
 *
 * A function is run by its rank's thread when that serves messages, as a handler is: it waits for nothing and calls nobody. What it
 * cannot say yet it answers later, outside of handlers (`later`). So what one process owns is changed by its own threads alone.
 */
import type { Job } from '../job.ts';
import { argumentsAt } from '../message.ts';
import { forNetwork } from '../states.ts';
import type { ActiveMessages } from './activemessages.ts';
import { CALL, RETURN } from './handlers.ts';

/** Words of a call, and of an answer. */
const WORDS = 5;

/** The functions, by number: collective calls (treecollective.ts), shared heaps (segment/jobheap.ts). */
export const [JOIN, SUBTREE_HAS_COME] = [0, 1];
export const [ALLOCATE, FREE, LARGEST_LOCAL, BEGIN_RAISING, RAISE, END_RAISING, LOWER] = [2, 3, 4, 5, 6, 7, 8];

export type Words = readonly number[];

/** Who has called, for an answer that comes later. */
export interface Caller {
  readonly rank: number;
  readonly place: number;
}

/** Gives at most five words, or nothing where the answer comes later. */
export type Served = (words: Words, caller: Caller) => Words | undefined;

export class Calls {
  private readonly functions: (Served | undefined)[] = [];
  /** What is to be done with the answers of the calls under way, by place. */
  private readonly expected = new Map<number, (answer: Words) => void>();
  private next = 0;
  /** To be done outside of handlers. */
  private readonly postponed: (() => void)[] = [];

  constructor(
    private readonly job: Job,
    private readonly messages: ActiveMessages,
  ) {
    messages.register(CALL, (token: number, place: number, number: number, ...words: number[]) => {
      const answer = this.functions[number]!(words, { rank: messages.sourceOf(token), place });
      if (answer !== undefined) this.send(messages.replyShort(token, RETURN, 1 + WORDS), [place, ...answer]);
    });
    messages.register(RETURN, (_token: number, place: number, ...words: number[]) => {
      const done = this.expected.get(place)!;
      this.expected.delete(place);
      done(words);
    });
  }

  /** Calls of `number` from other ranks run `served` here. */
  serve(number: number, served: Served): void {
    this.functions[number] = served;
  }

  /** Calls a function of another rank, and waits for the answer. Not for handlers. */
  call(rank: number, number: number, words: Words): Words {
    let answer: Words | undefined;
    this.start(rank, number, words, (given) => {
      answer = given;
    });
    this.job.block(forNetwork(rank), () => answer !== undefined);
    return answer!;
  }

  /** Calls a function of another rank; `done` is called, as a handler, with its answer. Not for handlers. */
  start(rank: number, number: number, words: Words, done: (answer: Words) => void): void {
    this.next = (this.next + 1) | 0;
    this.expected.set(this.next, done);
    this.send(this.messages.requestShort(rank, CALL, 2 + WORDS), [this.next, number, ...words]);
  }

  /** Answers a call that was left open. Not for handlers. */
  answer({ rank, place }: Caller, answer: Words): void {
    this.send(this.messages.requestShort(rank, RETURN, 1 + WORDS), [place, ...answer]);
  }

  /** From a handler: does it when this rank has served what has arrived. */
  later(task: () => void): void {
    this.postponed.push(task);
  }

  /** Does what handlers have left. */
  progress(): void {
    for (let task = this.postponed.shift(); task !== undefined; task = this.postponed.shift()) task();
  }

  /** Writes the arguments of the message that was begun, and sends it. */
  private send(message: number, words: Words): void {
    const at = argumentsAt(message) >>> 2;
    words.forEach((word, i) => {
      this.job.space.I32[at + i] = word;
    });
    this.messages.send();
  }
}
