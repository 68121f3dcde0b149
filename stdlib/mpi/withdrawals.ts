/**
 * Sends that are cancelled before a receive has matched them (MPI 3.1, 3.8.4).
 *
 * Takes the number of an offer. Its receiver, who alone knows what has matched, drops it and says so, or takes the data, which ends the send as ever. One idea:
 * a withdrawal is numbered among the messages of its sender, so it comes behind the offer, and before what is sent later. A message that went with its data is
 * done before it can be cancelled.
 */
import { MPI_WITHDRAW, MPI_WITHDRAWN, serve } from '../common/handlers.ts';
import type { Arrived } from './arrived.ts';
import type { State } from './state.ts';

/** What is done with messages (post.ts). */
interface Messages {
  /** Message `serial` of a rank has come: acts when all before it have. */
  inOrder(from: number, serial: number, act: () => void): void;
  /** Takes an offer out of the queue; undefined if a receive has matched it. */
  drop(from: number, send: number): Arrived | undefined;
  /** The receiver has dropped the offer of a send. */
  withdrawn(send: number): void;
  tell(to: number, handler: number, ...words: number[]): void;
}

export class Withdrawals {
  /** Offers whose senders are to be told: behind a poll, as a handler sends nothing. */
  private dropped: Arrived[] = [];

  constructor(
    state: State,
    private readonly messages: Messages,
  ) {
    const { environment } = state;
    serve(environment, MPI_WITHDRAW, (token: number, serial: number, send: number) => {
      const from = environment.runtime.messages.sourceOf(token);
      messages.inOrder(from, serial, () => this.drop(from, send));
    });
    serve(environment, MPI_WITHDRAWN, (_token: number, send: number) => messages.withdrawn(send));
  }

  private drop(from: number, send: number): void {
    const offer = this.messages.drop(from, send);
    if (offer !== undefined) this.dropped.push(offer);
  }

  get isOwing(): boolean {
    return this.dropped.length > 0;
  }

  /** Tells the senders. */
  tell(): void {
    for (const { from, send } of this.dropped.splice(0)) this.messages.tell(from, MPI_WITHDRAWN, send);
  }
}
