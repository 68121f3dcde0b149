/** Sends, receives and probes (MPI 3.1, 3): operations of mail.ts between ranks of a communicator. */
import { badArgument } from '../common/errors.ts';
import { ErrorClass, Refusal, refuse } from './errors.ts';
import type { Envelope, Mail, Pattern } from './mail.ts';
import { nothing, type Request, type Requests } from './requests.ts';
import { ANY_SOURCE, ANY_TAG, type Communicator, type Named, PROC_NULL, type State } from './state.ts';
import { EMPTY, type Status, writeStatus } from './status.ts';

/** Buffer, count, datatype, rank, tag, communicator. */
type Transfer = [buffer: number, count: number, datatype: number, rank: number, tag: number, comm: number];

export function messages(state: State, requests: Requests, mail: Mail): Record<string, Named> {
  const { environment } = state;

  function checkTag(name: string, argument: string, tag: number, isReceive: boolean): void {
    if (tag >= 0 || (isReceive && tag === ANY_TAG)) return;
    refuse(ErrorClass.TAG, name, argument, tag, isReceive ? 'it is 0 or more, or MPI_ANY_TAG' : 'it is 0 or more');
  }

  /** `prefix`: of the names of arguments, where there are two of each. */
  function send(name: string, prefix: string, isSynchronous: boolean, ...transfer: Transfer): Request {
    const [buffer, count, datatype, to, tag, handle] = transfer;
    const comm = state.comm(name, handle);
    return state.within(comm, () => {
      const bytes = state.typed(name, prefix === '' ? 'buf' : 'sendbuf', buffer, count, datatype);
      checkTag(name, `${prefix}tag`, tag, false);
      if (to === PROC_NULL) return nothing(comm, false);
      state.rank(name, 'dest', to, comm, ErrorClass.RANK);
      const { number, members } = comm.team;
      const sending = mail.send(members[to]!, number, tag, buffer, bytes, isSynchronous);
      return { comm, whom: sending.to, isDone: () => sending.isDone, status: () => EMPTY };
    });
  }

  function patternOf(name: string, prefix: string, comm: Communicator, from: number, tag: number): Pattern {
    checkTag(name, `${prefix}tag`, tag, true);
    if (from !== ANY_SOURCE) state.rank(name, 'source', from, comm, ErrorClass.RANK);
    const { number, members } = comm.team;
    return {
      context: number,
      from: from === ANY_SOURCE ? undefined : members[from]!,
      tag: tag === ANY_TAG ? undefined : tag,
    };
  }

  function receive(name: string, prefix: string, ...transfer: Transfer): Request {
    const [buffer, count, datatype, from, tag, handle] = transfer;
    const comm = state.comm(name, handle);
    return state.within(comm, () => {
      const room = state.typed(name, prefix === '' ? 'buf' : 'recvbuf', buffer, count, datatype);
      if (from === PROC_NULL) return nothing(comm, true);
      const pattern = patternOf(name, prefix, comm, from, tag);
      const started = mail.receive(pattern, buffer, room);
      const status = (waiting: string) => received(waiting, comm, started.envelope!, room);
      return { comm, whom: pattern.from ?? -1, isDone: () => started.isDone, status };
    });
  }

  function received(name: string, comm: Communicator, envelope: Envelope, room: number): Status {
    const status = statusOf(comm, envelope);
    const { source, tag, bytes } = status;
    if (bytes <= room) return status;
    const rule = `the message of rank ${source} with tag ${tag} has ${bytes} bytes`;
    throw new Refusal(ErrorClass.TRUNCATE, badArgument(name, 'the buffer', `${room} bytes`, rule), comm.handle);
  }

  function statusOf({ team }: Communicator, { from, tag, bytes }: Envelope): Status {
    return { source: Array.from(team.members).indexOf(from), tag, bytes };
  }

  const MPI_Send: Named = (name, ...transfer: Transfer) => {
    requests.wait(name, send(name, '', false, ...transfer));
  };
  const MPI_Ssend: Named = (name, ...transfer: Transfer) => {
    requests.wait(name, send(name, '', true, ...transfer));
  };
  const MPI_Isend: Named = (name, ...[b, n, type, to, tag, comm, request]: [...Transfer, number]) =>
    requests.enter(name, request, send(name, '', false, b, n, type, to, tag, comm));
  const MPI_Issend: Named = (name, ...[b, n, type, to, tag, comm, request]: [...Transfer, number]) =>
    requests.enter(name, request, send(name, '', true, b, n, type, to, tag, comm));

  const MPI_Recv: Named = (name, ...[b, n, type, from, tag, comm, status]: [...Transfer, number]) =>
    writeStatus(state, name, status, requests.wait(name, receive(name, '', b, n, type, from, tag, comm)));
  const MPI_Irecv: Named = (name, ...[b, n, type, from, tag, comm, request]: [...Transfer, number]) =>
    requests.enter(name, request, receive(name, '', b, n, type, from, tag, comm));

  type Both = [number, number, number, number, number, number, number, number, number, number, number, number];

  const MPI_Sendrecv: Named = (name, ...both: Both) => {
    const [out, sent, sendtype, to, sendtag, into, room, recvtype, from, recvtag, comm, status] = both;
    const receiving = receive(name, 'recv', into, room, recvtype, from, recvtag, comm);
    requests.wait(name, send(name, 'send', false, out, sent, sendtype, to, sendtag, comm));
    writeStatus(state, name, status, requests.wait(name, receiving));
  };

  /** Whether a message is there; `looks` finds it or waits for it. */
  function probe(
    ...[name, from, tag, handle, looks]: [string, number, number, number, (whom: number, has: () => boolean) => void]
  ): Status | undefined {
    const comm = state.comm(name, handle);
    return state.within(comm, () => {
      if (from === PROC_NULL) return { ...EMPTY, source: PROC_NULL };
      const pattern = patternOf(name, '', comm, from, tag);
      looks(pattern.from ?? -1, () => mail.find(pattern) !== undefined);
      const envelope = mail.find(pattern);
      return envelope && statusOf(comm, envelope);
    });
  }

  const MPI_Probe: Named = (name, from: number, tag: number, comm: number, status: number) => {
    const found = probe(name, from, tag, comm, (whom, has) => requests.block(name, whom, has));
    writeStatus(state, name, status, found!);
  };

  const MPI_Iprobe: Named = (name, from: number, tag: number, comm: number, flag: number, status: number) => {
    const found = probe(name, from, tag, comm, (_, has) => requests.look(has));
    environment.I32[state.place(name, 'flag', flag)] = found === undefined ? 0 : 1;
    if (found !== undefined) writeStatus(state, name, status, found);
  };

  return { MPI_Send, MPI_Ssend, MPI_Isend, MPI_Issend, MPI_Recv, MPI_Irecv, MPI_Sendrecv, MPI_Probe, MPI_Iprobe };
}
