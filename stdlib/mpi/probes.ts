/** Probes, and receives of the messages that matched probes have taken (MPI 3.1, 3.8). */
import type { Arrived } from './arrived.ts';
import type { Communicators } from './communicators.ts';
import { PROC_NULL, WORLD } from './constants.ts';
import { ERR_REQUEST } from './errors.ts';
import { Handles, MESSAGE, nullOf } from './handles.ts';
import { NOTHING, type Outcome, Receive, rankIn } from './operations.ts';
import type { PointToPoint } from './pointtopoint.ts';
import type { Post } from './post.ts';
import type { Requests } from './requests.ts';
import type { Body, State } from './state.ts';
import type { Statuses } from './statuses.ts';
import type { Waiting } from './waiting.ts';

/** A message that a probe has taken, on its communicator; `message` is absent of that of MPI_PROC_NULL. */
interface Taken {
  readonly comm: number;
  readonly message?: Arrived;
}

const FROM_NOBODY: Outcome = { ...NOTHING, source: PROC_NULL };

export class Probes {
  readonly messages = new Handles<Taken>(MESSAGE, ERR_REQUEST);

  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
    private readonly post: Post,
    private readonly waiting: Waiting,
    private readonly statuses: Statuses,
    private readonly pointToPoint: PointToPoint,
    private readonly requests: Requests,
  ) {
    this.messages.predefine({ comm: 0 }); // MPI_MESSAGE_NO_PROC
  }

  private wanted(call: string, source: number, tag: number, handle: number): Receive {
    const comm = this.communicators.at(call, handle);
    this.pointToPoint.rank(call, 'source', source, comm, true);
    this.pointToPoint.tag(call, 'tag', tag, true);
    return new Receive(comm, handle, source, tag, 0, 0, () => {});
  }

  /** Whether there is such a message; one from MPI_PROC_NULL there always is. */
  private isThere(call: string, wanted: Receive, isWaiting: boolean): boolean {
    const isFound = () => wanted.isDone || this.post.probe(wanted) !== undefined;
    if (!isWaiting) return this.waiting.glance(isFound);
    this.waiting.until(call, wanted, isFound);
    return true;
  }

  private outcomeOf({ comm }: Receive, found: Arrived | undefined): Outcome {
    return found === undefined ? FROM_NOBODY : { source: rankIn(comm, found.from), tag: found.tag, bytes: found.bytes };
  }

  private probe(call: string, wanted: Receive, status: number): void {
    this.statuses.give(call, status, this.outcomeOf(wanted, wanted.isDone ? undefined : this.post.probe(wanted)));
  }

  private take(call: string, wanted: Receive, at: number, status: number): void {
    const message = wanted.isDone ? undefined : this.post.taken(wanted);
    const handle =
      message === undefined ? nullOf(MESSAGE) + 1 : this.messages.add({ comm: wanted.commHandle, message });
    this.state.give(call, 'message', at, handle);
    this.statuses.give(call, status, this.outcomeOf(wanted, message));
  }

  /** The receive of a message, which its handle is none of from then on. */
  private received(call: string, buf: number, count: number, type: number, at: number): Receive {
    const handle = this.state.word(call, 'message', at);
    const { comm, message } = this.messages.at(call, 'message', handle);
    const { pointToPoint, communicators, post } = this;
    const from = message === undefined ? PROC_NULL : rankIn(communicators.at(call, comm), message.from);
    const receive = pointToPoint.newReceive(call, buf, count, type, from, message?.tag ?? 0, comm || WORLD);
    if (message !== undefined) {
      this.messages.remove(call, 'message', handle);
      post.receiveMessage(receive, message);
    }
    this.state.give(call, 'message', at, nullOf(MESSAGE));
    return receive;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Probe: (call, source, tag, comm, status) => {
      const wanted = this.wanted(call, source!, tag!, comm!);
      this.isThere(call, wanted, true);
      this.probe(call, wanted, status!);
    },
    MPI_Iprobe: (call, source, tag, comm, flag, status) => {
      const wanted = this.wanted(call, source!, tag!, comm!);
      const isThere = this.isThere(call, wanted, false);
      this.state.give(call, 'flag', flag!, isThere ? 1 : 0);
      if (isThere) this.probe(call, wanted, status!);
    },
    MPI_Mprobe: (call, source, tag, comm, message, status) => {
      const wanted = this.wanted(call, source!, tag!, comm!);
      this.isThere(call, wanted, true);
      this.take(call, wanted, message!, status!);
    },
    MPI_Improbe: (call, source, tag, comm, flag, message, status) => {
      const wanted = this.wanted(call, source!, tag!, comm!);
      const isThere = this.isThere(call, wanted, false);
      this.state.give(call, 'flag', flag!, isThere ? 1 : 0);
      if (isThere) this.take(call, wanted, message!, status!);
    },
    MPI_Mrecv: (call, buf, count, type, message, status) => {
      const receive = this.received(call, buf!, count!, type!, message!);
      this.waiting.for(call, receive);
      this.waiting.finish(call, receive, status!);
    },
    MPI_Imrecv: (call, buf, count, type, message, request) =>
      this.requests.give(call, request!, { operation: this.received(call, buf!, count!, type!, message!) }),
  };
}
