/**
 * One-sided collectives: one member initiates, and a dispatch function responds at the others, as with active messages.
 * A broadcast and a scatter bring data, a gather and a reduce fetch them.
 *
 * The first packet to a member holds the bytes of data, their direction, then the header.
 */
import type { Steps } from '../algorithms.ts';
import type { Context } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import type { Geometry } from '../geometry.ts';
import { Recv } from '../parameters.ts';
import { PAMI_INVAL, PAMI_SUCCESS, PamiError } from '../results.ts';
import type { Command } from '../xfer.ts';
import { bytesOf, type Call, side } from './call.ts';

/**
 * Dispatch function of a responder: the header lies at `header`. It sets in `recv` the address of the data (destination
 * or source) and the event function.
 */
export type AmDispatchFunction = (
  context: Context,
  cookie: number,
  header: number,
  headerBytes: number,
  dataBytes: number,
  origin: Endpoint,
  geometry: Geometry,
  recv: Recv,
) => void;

export interface AmDispatch {
  readonly call: AmDispatchFunction;
  readonly cookie: number;
}

const BRING = 0;
const FETCH = 1;

/** The same data to all others. */
export function* ambroadcast(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount } = command;
  const bytes = bytesOf(stype, stypecount);
  for (const to of others(call)) {
    yield* begin(call, to, command, command.headers ?? 0, bytes, BRING);
    yield* call.send(to, side(sndbuf, stype), bytes);
  }
  call.close();
}

/** A block and a header for each member, in rank order; the initiator's own stay in place. */
export function* amscatter(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount = 0 } = command;
  const bytes = bytesOf(stype, stypecount);
  for (const to of others(call)) {
    yield* begin(call, to, command, headerOf(command, to), bytes, BRING);
    yield* call.send(to, side(sndbuf, stype, to * stypecount), bytes);
  }
  call.close();
}

/** A block from each member, in rank order; the initiator's own stays in place. */
export function* amgather(call: Call, command: Command): Steps {
  const { rcvbuf, rtype, rtypecount = 0 } = command;
  const bytes = bytesOf(rtype, rtypecount);
  for (const to of others(call)) yield* begin(call, to, command, headerOf(command, to), bytes, FETCH);
  for (const from of others(call)) yield* call.receive(from, side(rcvbuf, rtype, from * rtypecount), bytes);
  call.close();
}

/** Into the initiator's data: target = target OP data of each other member in turn. */
export function* amreduce(call: Call, command: Command): Steps {
  const { rcvbuf, rtype, rtypecount, dataCookie } = command;
  const bytes = bytesOf(rtype, rtypecount);
  const combine = call.combiner(command)!;
  for (const to of others(call)) yield* begin(call, to, command, command.headers ?? 0, bytes, FETCH);
  for (const from of others(call)) yield* call.receive(from, side(rcvbuf, rtype), bytes, combine, dataCookie);
  call.close();
}

/** A responder's part. */
export function* respond(call: Call, dispatch: AmDispatch): Steps {
  const starter = call.starter!;
  const beginning = yield* call.next(starter);
  const [bytes, way] = new Int32Array(beginning.buffer, 0, 2) as unknown as [number, number];
  const recv = accept(call, dispatch, beginning.subarray(8), bytes);
  const data = { address: recv.addr, type: recv.type, offset: recv.offset };
  if (way === FETCH) yield* call.send(starter, data, bytes);
  else {
    const move = call.context.dataFunctions.on(recv.dataFn, undefined);
    yield* call.receive(starter, data, bytes, move, recv.dataCookie);
  }
  recv.localFn?.(call.context, recv.cookie, PAMI_SUCCESS);
  call.close();
}

function accept(call: Call, { call: dispatch, cookie }: AmDispatch, header: Uint8Array, bytes: number): Recv {
  const { context, geometry } = call;
  const recv = new Recv();
  call.lay(header, call.room);
  dispatch(
    context,
    cookie,
    call.room,
    header.length,
    bytes,
    geometry.members.endpointOf(call.starter!),
    geometry,
    recv,
  );
  if (bytes > 0 && recv.addr === 0)
    throw new PamiError(
      PAMI_INVAL,
      'PAMI_Collective',
      `a dispatch function must say where ${bytes} bytes of data are (recv.addr)`,
    );
  return recv;
}

function* begin(call: Call, to: number, command: Command, header: number, bytes: number, way: number): Steps {
  const { headerlen = 0, dispatch = 0 } = command;
  const beginning = new Uint8Array(8 + headerlen);
  new Int32Array(beginning.buffer, 0, 2).set([bytes, way]);
  beginning.set(call.context.adapter.space.U8.subarray(header >>> 0, (header >>> 0) + headerlen), 8);
  yield* call.sendBeginning(to, dispatch, beginning);
}

/** All members but the initiator. */
function others(call: Call): number[] {
  return Array.from({ length: call.count }, (_, member) => member).filter((member) => member !== call.me);
}

function headerOf({ headers = 0, headerlen = 0 }: Command, member: number): number {
  return (headers + member * headerlen) | 0;
}
