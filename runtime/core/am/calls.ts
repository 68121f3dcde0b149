/**
 * Remote procedure calls of the runtime: a request of a few words, and a response.
 *
 * The target runs the function when it polls, as a handler: it must not wait or communicate. A response that is not
 * available yet is sent later, outside of handlers (`later`). So a process's data are modified by its own threads only. Services
 * (services.ts), which any thread of the process may run, go by the network where it runs them.
 */
import type { Services } from '../../conduits/conduit.ts';
import { following } from '../../memory/counts.ts';
import type { Job } from '../job.ts';
import { argumentsAt } from '../message.ts';
import { forNetwork } from '../states.ts';
import type { ActiveMessages } from './activemessages.ts';
import { CALL, RETURN, TOLD } from './handlers.ts';
import { InOrder } from './inorder.ts';
import type { Offers, Told, Words } from './services.ts';

/** Words of a call, and of a response. */
const WORDS = 5;

/** Functions that the rank itself runs, by number: collective calls (treecollective.ts). Those of services follow. */
export const [JOIN, SUBTREE_HAS_COME] = [0, 1];

/** Identifies a call for a deferred response. */
export interface Caller {
  readonly rank: number;
  readonly place: number;
}

/** Returns at most five words, or undefined to respond later. */
export type Served = (words: Words, caller: Caller) => Words | undefined;

export class Calls {
  private readonly functions: (Served | undefined)[] = [];
  private readonly told: Told[] = [];
  /** Continuations of the outstanding calls, by place. */
  private readonly expected = new Map<number, (answer: Words) => void>();
  private next = 0;
  /** What each rank has been told. */
  private readonly serials = new Map<number, number>();
  /** Tasks deferred by handlers. */
  private readonly postponed: (() => void)[] = [];

  constructor(
    private readonly job: Job,
    private readonly messages: ActiveMessages,
    private readonly services: Services | undefined,
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
    const heard = new InOrder();
    messages.register(
      TOLD,
      (token: number, payload: number, size: number, number: number, one: number, two: number, serial: number) => {
        const words = job.space.I32.slice(payload >>> 2, (payload + size) >>> 2);
        heard.arrived(messages.sourceOf(token), serial, () => this.told[number]!(one, two, words));
      },
    );
  }

  /** Registers services for those who ask by message. */
  offer({ answered, told }: Offers): void {
    Object.assign(this.functions, answered);
    Object.assign(this.told, told);
  }

  /** Registers the function `number`. */
  serve(number: number, served: Served): void {
    this.functions[number] = served;
  }

  /** Calls a service in the process of another rank, and waits for the response. Not for handlers. */
  call(rank: number, number: number, words: Words): Words {
    if (this.services !== undefined) return this.services.call(rank, number, words);
    let answer: Words | undefined;
    this.start(rank, number, words, (given) => {
      answer = given;
    });
    this.job.block(forNetwork(rank), () => answer !== undefined);
    return answer!;
  }

  /**
   * Tells a service in the process of another rank two words, and `count` from I32[from] on. Not for handlers. What one rank tells another
   * is heard in that order, whatever order messages come in.
   */
  tell(rank: number, number: number, one: number, two: number, from = 0, count = 0): void {
    if (this.services !== undefined) this.services.tell(rank, number, one, two, from, count);
    else
      this.send(this.messages.requestMedium(rank, TOLD, 4, from << 2, 4 * count), [
        number,
        one,
        two,
        this.serial(rank),
      ]);
  }

  private serial(rank: number): number {
    const serial = this.serials.get(rank) ?? 0;
    this.serials.set(rank, following(serial));
    return serial;
  }

  /** Calls a function of another rank; `done` is called, as a handler, with the response. Not for handlers. */
  start(rank: number, number: number, words: Words, done: (answer: Words) => void): void {
    this.next = following(this.next);
    this.expected.set(this.next, done);
    this.send(this.messages.requestShort(rank, CALL, 2 + WORDS), [this.next, number, ...words]);
  }

  /** Responds to a call that was left open. Not for handlers. */
  answer({ rank, place }: Caller, answer: Words): void {
    this.send(this.messages.requestShort(rank, RETURN, 1 + WORDS), [place, ...answer]);
  }

  /** From a handler: defers a task to the end of the poll. */
  later(task: () => void): void {
    this.postponed.push(task);
  }

  /** Runs the deferred tasks. */
  progress(): void {
    for (let task = this.postponed.shift(); task !== undefined; task = this.postponed.shift()) task();
  }

  /** Stores the arguments of the message being composed, and sends it. */
  private send(message: number, words: Words): void {
    const at = argumentsAt(message) >>> 2;
    words.forEach((word, i) => {
      this.job.space.I32[at + i] = word;
    });
    this.messages.send();
  }
}
