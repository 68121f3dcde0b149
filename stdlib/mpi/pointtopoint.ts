/** Sends and receives in all modes (MPI 3.1, 3.2 - 3.10), of pieces that packing.ts makes of the program's data. */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Buffered } from './buffered.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { ANY, PROC_NULL, UNDEFINED } from './constants.ts';
import { ERR_RANK, ERR_TAG } from './errors.ts';
import type { Offered } from './offered.ts';
import { type Operation, Receive, Send } from './operations.ts';
import type { Packing } from './packing.ts';
import type { Post } from './post.ts';
import type { Requests } from './requests.ts';
import type { Shortcut } from './shortcut.ts';
import type { Body, State } from './state.ts';
import { IGNORE } from './statuses.ts';
import type { Types } from './types.ts';
import type { Waiting } from './waiting.ts';

const TAG_UB = 2 ** 31 - 1;

/** How a send begins; the ready one as the standard one, since it may be one (MPI 3.1, 3.4). */
type Mode = 'standard' | 'synchronous' | 'buffered';

export class PointToPoint {
  constructor(
    private readonly state: State,
    private readonly types: Types,
    private readonly packing: Packing,
    private readonly communicators: Communicators,
    private readonly post: Post,
    private readonly waiting: Waiting,
    private readonly requests: Requests,
    private readonly buffered: Buffered,
    private readonly shortcut: Shortcut,
  ) {}

  // ---------------------------------------------------------------- arguments

  rank(call: string, argument: string, rank: number, { name, peers, sides }: Communicator, isAnyToo: boolean): void {
    if (rank >>> 0 < peers.length || rank === PROC_NULL || (isAnyToo && rank === ANY)) return;
    const others = isAnyToo ? 'MPI_ANY_SOURCE, MPI_PROC_NULL' : 'MPI_PROC_NULL';
    const last = peers.length - 1;
    const ranks = sides === undefined ? 'ranks' : 'remote ranks';
    this.state.refuse(call, argument, rank, `${ranks} of ${name} are 0 .. ${last}, or ${others}`, ERR_RANK);
  }

  tag(call: string, argument: string, tag: number, isAnyToo: boolean): void {
    if (tag >= 0 || (isAnyToo && tag === ANY)) return;
    this.state.refuse(call, argument, tag, `tags are 0 .. ${TAG_UB}${isAnyToo ? ', or MPI_ANY_TAG' : ''}`, ERR_TAG);
  }

  /** A send of the program's data as they are now, or, where they are dense, when the receiver takes them. */
  newSend(...[call, buf, count, type, dest, tag, handle, names = SEND_NAMES]: SendArguments): Send {
    const comm = this.communicators.at(call, handle);
    this.shortcut.know(comm);
    const datatype = this.types.used(call, count, type, names.count, names.type);
    this.rank(call, 'dest', dest, comm, false);
    this.tag(call, names.tag, tag, false);
    const piece = this.packing.outgoing(call, names.buffer, buf, count, datatype, dest !== PROC_NULL);
    const release = () => {
      if (piece.address !== buf) this.packing.release(piece);
    };
    return new Send(comm, handle, dest, tag, piece.address, piece.bytes, release);
  }

  newReceive(...[call, buf, count, type, source, tag, handle, names = SEND_NAMES]: SendArguments): Receive {
    const comm = this.communicators.at(call, handle);
    this.shortcut.know(comm);
    const datatype = this.types.used(call, count, type, names.count, names.type);
    this.rank(call, 'source', source, comm, true);
    this.tag(call, names.tag, tag, true);
    const { packing } = this;
    const isWritten = source === PROC_NULL ? undefined : true;
    const layout = packing.layoutAt(call, names.buffer, buf, count, datatype, isWritten);
    const areWhole = (bytes: number) => this.types.units(datatype, bytes) !== UNDEFINED;
    if (layout.kind === 'run') return new Receive(comm, handle, source, tag, buf, layout.bytes, () => {}, areWhole);
    const piece = packing.room(call, layout.bytes);
    const deliver = (bytes: number) => {
      packing.unpack(layout, buf, piece.address, 0, bytes);
      packing.release(piece);
    };
    return new Receive(comm, handle, source, tag, piece.address, piece.bytes, deliver, areWhole);
  }

  // ---------------------------------------------------------------- beginning and ending

  private begun(send: Send, mode: Mode): Send {
    if (!send.isDone) this.post.send(send, mode === 'synchronous');
    return send;
  }

  private begunReceive(receive: Receive): Receive {
    if (!receive.isDone) this.post.receive(receive);
    return receive;
  }

  /** A send by the arguments of a call. */
  private sent(mode: Mode, ...parameters: SendArguments): Operation {
    if (mode === 'buffered') return this.buffered.send(parameters[0], this.newSend(...parameters));
    return this.begun(this.newSend(...parameters), mode);
  }

  private complete(call: string, operation: Operation, status = IGNORE): void {
    this.waiting.for(call, operation);
    this.waiting.finish(call, operation, status);
  }

  private sending(mode: Mode): Body {
    return (call, ...parameters) => this.complete(call, this.sent(mode, call, ...(parameters as Six)));
  }

  private starting(mode: Mode): Body {
    return (call, ...parameters) => {
      const [at] = parameters.splice(6, 1);
      this.requests.give(call, at!, { operation: this.sent(mode, call, ...(parameters as Six)) });
    };
  }

  /** A persistent request: its arguments are looked at now, and when it is started. */
  private preparing(
    begin: (...parameters: SendArguments) => Operation,
    check: (...parameters: SendArguments) => Operation,
  ): Body {
    return (call, ...parameters) => {
      const [at] = parameters.splice(6, 1);
      const given: SendArguments = [call, ...(parameters as Six)];
      check(...given).settle();
      this.requests.give(call, at!, { operation: undefined, begin: () => begin(...given) });
    };
  }

  private preparingSend(mode: Mode): Body {
    return this.preparing(
      (...given) => this.sent(mode, ...given),
      (...given) => this.newSend(...given),
    );
  }

  private exchange(call: string, receive: Receive, send: Send, status: number): void {
    this.begunReceive(receive);
    this.begun(send, 'standard');
    this.waiting.for(call, receive);
    this.complete(call, send);
    this.waiting.finish(call, receive, status);
  }

  /** For C (mpi-messages.c): the rest of a call whose message has been sent, or offered. */
  functions(offered: Offered): Record<string, NativeFunction> {
    const sendRest: Body = (call, request) => {
      const { operation } = offered.request(request!)!;
      this.complete(call, operation);
      offered.release(request!);
    };
    const receiveRest: Body = (call, buf, count, type, source, tag, comm, status) => {
      const receive = this.newReceive(call, buf!, count!, type!, source!, tag!, comm!, RECEIVE_NAMES);
      this.complete(call, this.begunReceive(receive), status);
    };
    return {
      __mpi_send_rest: (...parameters: number[]) => this.state.perform('MPI_Send', sendRest, false, parameters),
      __mpi_sendrecv_rest: (...parameters: number[]) =>
        this.state.perform('MPI_Sendrecv', receiveRest, false, parameters),
    };
  }

  readonly bodies: Record<string, Body> = {
    MPI_Send: this.sending('standard'),
    MPI_Ssend: this.sending('synchronous'),
    MPI_Rsend: this.sending('standard'),
    MPI_Bsend: this.sending('buffered'),
    MPI_Recv: (call, buf, count, type, source, tag, comm, status) =>
      this.complete(call, this.begunReceive(this.newReceive(call, buf!, count!, type!, source!, tag!, comm!)), status),
    MPI_Isend: this.starting('standard'),
    MPI_Issend: this.starting('synchronous'),
    MPI_Irsend: this.starting('standard'),
    MPI_Ibsend: this.starting('buffered'),
    MPI_Irecv: (call, buf, count, type, source, tag, comm, request) => {
      const operation = this.begunReceive(this.newReceive(call, buf!, count!, type!, source!, tag!, comm!));
      this.requests.give(call, request!, { operation });
    },
    MPI_Send_init: this.preparingSend('standard'),
    MPI_Ssend_init: this.preparingSend('synchronous'),
    MPI_Rsend_init: this.preparingSend('standard'),
    MPI_Bsend_init: this.preparingSend('buffered'),
    MPI_Recv_init: this.preparing(
      (...given) => this.begunReceive(this.newReceive(...given)),
      (...given) => this.newReceive(...given),
    ),
    MPI_Sendrecv: (...[call, ...rest]) => {
      const [sendBuf, sendCount, sendType, dest, sendTag, buf, count, type, source, tag, comm, status] = rest as Twelve;
      const receive = this.newReceive(call, buf, count, type, source, tag, comm, RECEIVE_NAMES);
      const send = this.newSend(call, sendBuf, sendCount, sendType, dest, sendTag, comm, BOTH_NAMES);
      this.exchange(call, receive, send, status);
    },
    MPI_Sendrecv_replace: (...[call, ...rest]) => {
      const [buf, count, type, dest, sendTag, source, tag, comm, status] = rest as Nine;
      const receive = this.newReceive(call, buf, count, type, source, tag, comm, RECEIVED_NAMES);
      const send = this.newSend(call, buf, count, type, dest, sendTag, comm, SENT_NAMES);
      this.exchange(call, receive, this.buffered.copyOf(call, send), status);
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
/** Of MPI_Sendrecv_replace. */
const SENT_NAMES = { ...SEND_NAMES, tag: 'sendtag' };
const RECEIVED_NAMES = { ...SEND_NAMES, tag: 'recvtag' };
const BOTH_NAMES = { buffer: 'sendbuf', count: 'sendcount', type: 'sendtype', tag: 'sendtag' };
const RECEIVE_NAMES = { buffer: 'recvbuf', count: 'recvcount', type: 'recvtype', tag: 'recvtag' };

type Six = [number, number, number, number, number, number];
type Nine = [...Six, number, number, number];
type Twelve = [...Six, ...Six];
type SendArguments = [call: string, ...Six, names?: ArgumentNames];
