/**
 * Collective operations that combine data: reduce, allreduce, reduce_scatter, scan.
 *
 * Data are combined in rank order, so the operation need not be commutative. The chain is pipelined: each member
 * combines a chunk while it passes it on, and needs room for no more than that.
 */
import type { Steps } from '../algorithms.ts';
import type { Transformer } from '../datafunctions.ts';
import type { Side } from '../transform.ts';
import type { Command } from '../xfer.ts';
import { bytesOf, type Call, side } from './call.ts';
import { binomialBroadcast } from './data.ts';

export function* reduce(call: Call, command: Command): Steps {
  const { root = 0, sndbuf, stype, stypecount, rcvbuf, rtype } = command;
  yield* chain(call, command, side(sndbuf, stype), side(rcvbuf, rtype), bytesOf(stype, stypecount), root);
  call.close();
}

/** Reduction to member 0, then a broadcast. */
export function* allreduce(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount, rcvbuf, rtype } = command;
  yield* chain(call, command, side(sndbuf, stype), side(rcvbuf, rtype), bytesOf(stype, stypecount), 0);
  yield* resultToAll(call, command);
}

/** The same, as trees: for few bytes, as each step takes a whole chunk. */
export function* trees(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount, rcvbuf, rtype } = command;
  yield* tree(call, command, side(sndbuf, stype), side(rcvbuf, rtype), bytesOf(stype, stypecount));
  yield* resultToAll(call, command);
}

function resultToAll(call: Call, { rcvbuf, rtype, rtypecount }: Command): Steps {
  const result = { root: 0, ...(rcvbuf !== undefined && { sndbuf: rcvbuf }), ...(rtype && { stype: rtype }) };
  return binomialBroadcast(call, { ...result, stypecount: rtypecount ?? 0 });
}

/** A chain for each member's block. */
export function* reduceScatter(call: Call, command: Command): Steps {
  const { sndbuf, stype, rcvbuf, rtype, rtypecounts = [] } = command;
  let first = 0;
  for (const [root, count] of rtypecounts.entries()) {
    const bytes = bytesOf(rtype, count);
    if (bytes > 0)
      yield* chain(call, command, { ...side(sndbuf, stype), offset: first }, side(rcvbuf, rtype), bytes, root);
    first += bytes;
  }
  call.close();
}

/** From the last member down to member 0, and from there to the root. */
function* chain(call: Call, command: Command, source: Side, target: Side, bytes: number, root: number): Steps {
  const { me, count } = call;
  const combine = call.combiner(command)!;
  const size = call.chunk(command.stype!.dataSize);
  const hasNext = me + 1 < count;
  const to = me === 0 ? root : me - 1;
  for (let done = 0; done < bytes; done += size) {
    const here = Math.min(size, bytes - done);
    const rest = hasNext ? yield* call.next(me + 1) : undefined;
    const packet = to === me ? 0 : yield* call.reserve(to, here, 0);
    const place = call.room;
    call.pack(place, { ...source, offset: source.offset + done }, here);
    if (rest !== undefined) combined(call, combine, command, place, rest);
    if (packet !== 0) call.sendFrom(place, here, to, packet);
    else call.unpack({ ...target, offset: done }, place, here);
  }
  if (me === root && root !== 0)
    for (let done = 0; done < bytes; done += size) yield* takeChunk(call, { ...target, offset: done });
}

/** To member 0 over a binomial tree: a member's subtree are the ranks from its own on, as many as its lowest bit says. */
function* tree(call: Call, command: Command, source: Side, target: Side, bytes: number): Steps {
  const { me, count } = call;
  const combine = call.combiner(command)!;
  const size = call.chunk(command.stype!.dataSize);
  const ranks = me === 0 ? count : me & -me;
  for (let done = 0; done < bytes; done += size) {
    const here = Math.min(size, bytes - done);
    call.pack(call.room, { ...source, offset: source.offset + done }, here);
    let sum = kept(call, here);
    for (let hop = 1; hop < ranks && me + hop < count; hop *= 2) {
      const rest = yield* call.next(me + hop);
      call.lay(sum, call.room);
      combined(call, combine, command, call.room, rest);
      sum = kept(call, here);
    }
    const packet = me === 0 ? 0 : yield* call.reserve(me - ranks, here, 0);
    call.lay(sum, call.room);
    if (packet !== 0) call.sendFrom(call.room, here, me - ranks, packet);
    else call.unpack({ ...target, offset: done }, call.room, here);
  }
}

/** What is in the room: others use that at each yield. */
const kept = ({ room, context }: Call, bytes: number): Uint8Array =>
  context.adapter.space.U8.slice(room >>> 0, (room + bytes) >>> 0);

/** place = place OP the packet's data, copied to the second half of the room. */
function combined(
  call: Call,
  combine: Transformer,
  { dataCookie = 0 }: Command,
  place: number,
  rest: Uint8Array,
): void {
  const other = secondHalf(call);
  call.lay(rest, other);
  combine(place, other, rest.length, dataCookie);
}

const secondHalf = (call: Call): number => (call.room + ((call.context.adapter.largest >>> 1) & -16)) | 0;

function* takeChunk(call: Call, target: Side): Steps {
  const packet = yield* call.next(0);
  call.lay(packet, call.room);
  call.unpack(target, call.room, packet.length);
}

/** Member k's result is that of members 0 to k (inclusive), or to k - 1: then member 0 has none. */
export function* scan(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount, rcvbuf, rtype, exclusive = false } = command;
  const { me, count } = call;
  const [source, target, bytes] = [side(sndbuf, stype), side(rcvbuf, rtype), bytesOf(stype, stypecount)];
  const combine = call.combiner(command)!;
  const size = call.chunk(stype!.dataSize);
  for (let done = 0; done < bytes; done += size) {
    const here = Math.min(size, bytes - done);
    const before = me === 0 ? undefined : yield* call.next(me - 1);
    const packet = me + 1 < count ? yield* call.reserve(me + 1, here, 0) : 0;
    const [place, own] = [call.room, secondHalf(call)];
    call.pack(own, { ...source, offset: done }, here);
    if (before === undefined) call.context.adapter.bulk.copy(place, own, here);
    else {
      call.lay(before, place);
      if (exclusive) call.unpack({ ...target, offset: done }, place, here);
      combine(place, own, here, command.dataCookie ?? 0);
    }
    if (!exclusive) call.unpack({ ...target, offset: done }, place, here);
    if (packet === 0) continue;
    call.sendFrom(place, here, me + 1, packet);
  }
  call.close();
}

/** All to all, combined locally: for few bytes. */
export function* exchange(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount, rcvbuf, rtype, dataCookie } = command;
  const { me, count } = call;
  const [source, target, bytes] = [side(sndbuf, stype), side(rcvbuf, rtype), bytesOf(stype, stypecount)];
  const combine = call.combiner(command)!;
  for (let step = 1; step < count; step++) yield* call.send((me + step) % count, source, bytes);
  call.pack(call.room, source, bytes);
  const own = kept(call, bytes);
  for (let from = 0; from < count; from++) {
    const move = from === 0 ? undefined : combine;
    if (from !== me) yield* call.receive(from, target, bytes, move, dataCookie);
    else place(call, target, own, move, dataCookie);
  }
  call.close();
}

function place(call: Call, target: Side, own: Uint8Array, combine: Transformer | undefined, cookie = 0): void {
  call.lay(own, call.room);
  if (combine === undefined) call.unpack(target, call.room, own.length);
  else combine(target.address, call.room, own.length, cookie);
}
