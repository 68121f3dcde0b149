/**
 * Words from one rank of a communicator to another one, for functions that not all of its members call (MPI 3.1, 6.4.2, 6.6.2).
 *
 * They are messages as those of the program, in a context that no communicator has: the complement of the communicator's.
 */
import type { Communicator } from './communicators.ts';
import { Receive, Send } from './operations.ts';
import type { Post } from './post.ts';
import type { State } from './state.ts';
import type { Waiting } from './waiting.ts';

export class Notes {
  constructor(
    private readonly state: State,
    private readonly post: Post,
    private readonly waiting: Waiting,
  ) {}

  /** Begins to send; the buffer is given back when all has gone. */
  send(comm: Communicator, to: number, tag: number, words: readonly number[]): Send {
    const { heap, I32 } = this.state.environment;
    const room = heap.allocate(4 * words.length);
    I32.set(words, room >>> 2);
    const send = new Send(apart(comm), comm.handle, to, tag, room, 4 * words.length, () => heap.free(room));
    this.post.send(send, false);
    return send;
  }

  /** Waits for as many words as come, at most `most`. */
  receive(call: string, comm: Communicator, from: number, tag: number, most: number): number[] {
    const { heap, I32 } = this.state.environment;
    const room = heap.allocate(4 * most);
    const receive = new Receive(apart(comm), comm.handle, from, tag, room, 4 * most, () => {});
    this.post.receive(receive);
    this.waiting.for(call, receive);
    const words = Array.from(I32.subarray(room >>> 2, (room + receive.outcome.bytes) >>> 2));
    heap.free(room);
    return words;
  }

  /** Waits until what was sent has gone. */
  ended(call: string, send: Send): void {
    this.waiting.for(call, send);
    send.settle();
  }
}

const apart = (comm: Communicator): Communicator => ({ ...comm, team: { ...comm.team, number: ~comm.team.number } });
