/** Point-to-point functions, and those of requests (MPI 3.1, 3.2 - 3.8). */
import { FOR_VALUE } from '../../runtime/core/states.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { ANY, PROC_NULL, UNDEFINED } from './constants.ts';
import { ERR_COUNT, ERR_IN_STATUS, ERR_RANK, ERR_REQUEST, ERR_TAG, ERR_TRUNCATE, Mistake } from './errors.ts';
import { Handles, nullOf, REQUEST } from './handles.ts';
import { type Operation, Receive, rankIn, Send } from './operations.ts';
import type { Arrived, Post } from './post.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';

/** MPI_STATUS_IGNORE, and MPI_STATUSES_IGNORE. */
const IGNORE = 1;
const STATUS_BYTES = 20;
const TAG_UB = 2 ** 31 - 1;
/** Polls before a wait is told the runtime, where cores are free: most messages come within. */
const POLLS = 200;

export class PointToPoint {
  readonly requests = new Handles<Operation>(REQUEST, ERR_REQUEST);

  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly communicators: Communicators,
    private readonly post: Post,
  ) {}

  // ---------------------------------------------------------------- arguments

  private rank(call: string, argument: string, rank: number, { name, team }: Communicator, isAnyToo: boolean): void {
    if (rank >>> 0 < team.members.length || rank === PROC_NULL || (isAnyToo && rank === ANY)) return;
    const others = isAnyToo ? 'MPI_ANY_SOURCE, MPI_PROC_NULL' : 'MPI_PROC_NULL';
    const last = team.members.length - 1;
    this.state.refuse(call, argument, rank, `ranks of ${name} are 0 .. ${last}, or ${others}`, ERR_RANK);
  }

  private tag(call: string, argument: string, tag: number, isAnyToo: boolean): void {
    if (tag >= 0 || (isAnyToo && tag === ANY)) return;
    this.state.refuse(call, argument, tag, `tags are 0 .. ${TAG_UB}${isAnyToo ? ', or MPI_ANY_TAG' : ''}`, ERR_TAG);
  }

  private newSend(...[call, buf, count, type, dest, tag, handle, names = SEND_NAMES]: SendArguments): Send {
    const comm = this.communicators.at(call, handle);
    const bytes = this.types.bytes(call, count, type, names.count, names.type);
    this.rank(call, 'dest', dest, comm, false);
    this.tag(call, names.tag, tag, false);
    this.state.local(call, names.buffer, buf, bytes);
    return new Send(comm, handle, dest, tag, buf, bytes);
  }

  private newReceive(...[call, buf, count, type, source, tag, handle, names = SEND_NAMES]: SendArguments): Receive {
    const comm = this.communicators.at(call, handle);
    const room = this.types.bytes(call, count, type, names.count, names.type);
    this.rank(call, 'source', source, comm, true);
    this.tag(call, names.tag, tag, true);
    this.state.local(call, names.buffer, buf, room);
    return new Receive(comm, handle, source, tag, buf, room);
  }

  // ---------------------------------------------------------------- beginning and ending

  private begin<T extends Operation>(operation: T, isSynchronous = false): T {
    if (operation.isDone) return operation;
    if (operation instanceof Send) this.post.send(operation, isSynchronous);
    else if (operation instanceof Receive) this.post.receive(operation);
    return operation;
  }

  private wait(call: string, operation: Operation): void {
    if (!operation.isDone && !this.comesSoon(operation)) this.block(call, operation, () => operation.isDone);
  }

  private comesSoon(operation: Operation): boolean {
    const { job } = this.state.environment.runtime;
    if (job.spinning.isCrowded) return false;
    for (let i = 0; i < POLLS && !operation.isDone; i++) job.poll();
    return operation.isDone;
  }

  private block(
    call: string,
    { whom, text, comm }: Pick<Operation, 'whom' | 'text' | 'comm'>,
    holds: () => boolean,
  ): void {
    const { environment, together } = this.state;
    const condition = together.unlessEnded(`${call} ${text}`, whom, holds);
    const told = () => `in ${call} ${text}${this.unmatched(comm)}`;
    environment.runtime.job.block({ kind: FOR_VALUE, on: 0, whom, told }, together.unlessStalled(condition));
  }

  /** What lies here, which nobody receives. */
  private unmatched(comm: Communicator): string {
    const there = this.post.unmatched(comm.team.number);
    const few = there
      .slice(0, 3)
      .map(({ from, tag, bytes }) => `${bytes} bytes from ${rankIn(comm, from)}, tag ${tag}`);
    return few.length === 0 ? '' : `; unmatched: ${few.join('; ')}${there.length > few.length ? ' ...' : ''};`;
  }

  /** Gives the status of what is done; a message that was too large is a mistake then. */
  private finish(call: string, operation: Operation, status: number): void {
    if (!(operation instanceof Receive)) {
      this.giveStatus(call, status, ANY, ANY, 0);
      return;
    }
    const { from, gotTag, bytes, room } = operation;
    if (status !== IGNORE) this.giveStatus(call, status, from, gotTag, Math.min(bytes, room));
    if (bytes <= room) return;
    this.communicators.at(call, operation.commHandle);
    const message = `the message from ${from}, tag ${gotTag}, has ${bytes} bytes, and the receive buffer ${room}`;
    throw new Mistake(ERR_TRUNCATE, `${call}: truncated: ${message}`);
  }

  private giveStatus(call: string, status: number, source: number, tag: number, bytes: number): void {
    if (status === IGNORE) return;
    this.state.local(call, 'status', status, STATUS_BYTES);
    const at = status >>> 2;
    const { I32 } = this.state.environment;
    I32[at] = source;
    I32[at + 1] = tag;
    I32[at + 3] = bytes;
    I32[at + 4] = 0;
  }

  private giveRequest(call: string, at: number, operation: Operation): void {
    this.state.give(call, 'request', at, this.requests.add(operation));
  }

  // ---------------------------------------------------------------- probes

  private find(...[call, source, tag, handle]: [string, number, number, number]): [Receive, () => Arrived | undefined] {
    const comm = this.communicators.at(call, handle);
    this.rank(call, 'source', source, comm, true);
    this.tag(call, 'tag', tag, true);
    const wanted = new Receive(comm, handle, source, tag, 0, 0);
    return [wanted, () => this.post.probe(wanted)];
  }

  private giveProbed(call: string, wanted: Receive, found: Arrived | undefined, status: number): void {
    if (found !== undefined) this.giveStatus(call, status, rankIn(wanted.comm, found.from), found.tag, found.bytes);
    else this.giveStatus(call, status, PROC_NULL, ANY, 0);
  }

  // ---------------------------------------------------------------- requests

  /** The operation of a request of the program; undefined of none. */
  private requestAt(call: string, argument: string, at: number): Operation | undefined {
    const handle = this.state.word(call, argument, at);
    return handle === nullOf(REQUEST) ? undefined : this.requests.at(call, argument, handle);
  }

  private requestsAt(call: string, count: number, at: number): (Operation | undefined)[] {
    if (count < 0) this.state.refuse(call, 'count', count, 'it is 0 or more', ERR_COUNT);
    return Array.from({ length: count }, (_, i) => this.requestAt(call, `requests[${i}]`, at + 4 * i));
  }

  /** Ends a request that is done. */
  private end(call: string, at: number, operation: Operation | undefined, status: number): void {
    if (operation === undefined) {
      this.giveStatus(call, status, ANY, ANY, 0);
      return;
    }
    this.requests.remove(call, 'request', this.state.environment.I32[at >>> 2]!);
    this.state.environment.I32[at >>> 2] = nullOf(REQUEST);
    this.finish(call, operation, status);
  }

  /** Ends all; a mistake is in the status of its own request then (MPI 3.1, 3.7.5). */
  private endAll(call: string, at: number, operations: readonly (Operation | undefined)[], statuses: number): number {
    let failed: Mistake | undefined;
    operations.forEach((operation, i) => {
      const status = statuses === IGNORE ? IGNORE : statuses + STATUS_BYTES * i;
      try {
        this.end(call, at + 4 * i, operation, status);
        if (status !== IGNORE) this.state.environment.I32[(status >>> 2) + 2] = 0;
      } catch (mistake) {
        if (!(mistake instanceof Mistake)) throw mistake;
        failed = mistake;
        if (status !== IGNORE) this.state.environment.I32[(status >>> 2) + 2] = mistake.kind;
      }
    });
    if (failed !== undefined) throw new Mistake(ERR_IN_STATUS, failed.message);
    return 0;
  }

  private waitAny(...[call, count, at, index, status]: [string, number, number, number, number]): void {
    const operations = this.requestsAt(call, count, at);
    const active = operations.filter((operation) => operation !== undefined);
    const isAnyDone = () => active.some(({ isDone }) => isDone);
    if (active.length > 0 && !isAnyDone()) {
      const text = `of ${active.length} requests, the first ${active[0]!.text}`;
      this.block(call, { whom: ANY, text, comm: active[0]!.comm }, isAnyDone);
    }
    const which = operations.findIndex((operation) => operation?.isDone);
    this.state.give(call, 'index', index, which < 0 ? UNDEFINED : which);
    this.end(call, at + 4 * which, operations[which], status);
  }

  /** Lets messages come in; whether all is done then. */
  private areDone(operations: readonly (Operation | undefined)[]): boolean {
    const are = () => operations.every((operation) => operation === undefined || operation.isDone);
    if (are()) return true;
    this.state.environment.runtime.job.poll();
    return are();
  }

  readonly bodies: Record<string, Body> = {
    MPI_Send: (call, ...rest) => this.wait(call, this.begin(this.newSend(call, ...(rest as Six)))),
    MPI_Ssend: (call, ...rest) => this.wait(call, this.begin(this.newSend(call, ...(rest as Six)), true)),
    MPI_Recv: (call, buf, count, type, source, tag, comm, status) => {
      const receive = this.begin(this.newReceive(call, buf!, count!, type!, source!, tag!, comm!));
      this.wait(call, receive);
      this.finish(call, receive, status!);
    },
    MPI_Isend: (call, buf, count, type, dest, tag, comm, request) =>
      this.giveRequest(call, request!, this.begin(this.newSend(call, buf!, count!, type!, dest!, tag!, comm!))),
    MPI_Issend: (call, buf, count, type, dest, tag, comm, request) =>
      this.giveRequest(call, request!, this.begin(this.newSend(call, buf!, count!, type!, dest!, tag!, comm!), true)),
    MPI_Irecv: (call, buf, count, type, source, tag, comm, request) =>
      this.giveRequest(call, request!, this.begin(this.newReceive(call, buf!, count!, type!, source!, tag!, comm!))),
    MPI_Sendrecv: (...[call, ...rest]) => {
      const [sendBuf, sendCount, sendType, dest, sendTag, buf, count, type, source, tag, comm, status] = rest as Twelve;
      const receive = this.newReceive(call, buf, count, type, source, tag, comm, RECEIVE_NAMES);
      const send = this.newSend(call, sendBuf, sendCount, sendType, dest, sendTag, comm, BOTH_NAMES);
      this.begin(receive);
      this.begin(send);
      this.wait(call, receive);
      this.wait(call, send);
      this.finish(call, receive, status);
    },
    MPI_Probe: (call, source, tag, comm, status) => {
      const [wanted, find] = this.find(call, source!, tag!, comm!);
      if (source !== PROC_NULL && find() === undefined) this.block(call, wanted, () => find() !== undefined);
      this.giveProbed(call, wanted, source === PROC_NULL ? undefined : find(), status!);
    },
    MPI_Iprobe: (call, source, tag, comm, flag, status) => {
      const [wanted, find] = this.find(call, source!, tag!, comm!);
      if (find() === undefined) this.state.environment.runtime.job.poll();
      const found = source === PROC_NULL ? undefined : find();
      const isThere = source === PROC_NULL || found !== undefined;
      this.state.give(call, 'flag', flag!, isThere ? 1 : 0);
      if (isThere) this.giveProbed(call, wanted, found, status!);
    },
    MPI_Get_count: (call, status, type, count) => {
      const { extent } = this.types.at(call, 'datatype', type!);
      this.state.local(call, 'status', status!, STATUS_BYTES);
      const bytes = this.state.environment.I32[(status! >>> 2) + 3]!;
      const whole = extent === 0 ? 0 : bytes / extent;
      this.state.give(call, 'count', count!, Number.isInteger(whole) ? whole : UNDEFINED);
    },
    MPI_Wait: (call, at, status) => {
      const operation = this.requestAt(call, 'request', at!);
      if (operation !== undefined) this.wait(call, operation);
      this.end(call, at!, operation, status!);
    },
    MPI_Waitall: (call, count, at, statuses) => {
      const operations = this.requestsAt(call, count!, at!);
      for (const operation of operations) if (operation !== undefined) this.wait(call, operation);
      return this.endAll(call, at!, operations, statuses!);
    },
    MPI_Waitany: (call, count, at, index, status) => this.waitAny(call, count!, at!, index!, status!),
    MPI_Test: (call, at, flag, status) => {
      const operation = this.requestAt(call, 'request', at!);
      const isDone = this.areDone([operation]);
      this.state.give(call, 'flag', flag!, isDone ? 1 : 0);
      if (isDone) this.end(call, at!, operation, status!);
    },
    MPI_Testall: (call, count, at, flag, statuses) => {
      const operations = this.requestsAt(call, count!, at!);
      const areDone = this.areDone(operations);
      this.state.give(call, 'flag', flag!, areDone ? 1 : 0);
      return areDone ? this.endAll(call, at!, operations, statuses!) : 0;
    },
  };
}

/** Names of arguments, for messages. */
interface ArgumentNames {
  readonly buffer: string;
  readonly count: string;
  readonly type: string;
  readonly tag: string;
}
const SEND_NAMES = { buffer: 'buf', count: 'count', type: 'datatype', tag: 'tag' };
const BOTH_NAMES = { buffer: 'sendbuf', count: 'sendcount', type: 'sendtype', tag: 'sendtag' };
const RECEIVE_NAMES = { buffer: 'recvbuf', count: 'recvcount', type: 'recvtype', tag: 'recvtag' };

type Six = [number, number, number, number, number, number];
type Twelve = [...Six, ...Six];
type SendArguments = [call: string, ...Six, names?: ArgumentNames];
