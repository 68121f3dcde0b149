/**
 * Collective operations that move data: broadcast, scatter, gather, allgather, alltoall, with equal and with varying
 * counts.
 */
import type { Steps } from '../algorithms.ts';
import type { Command } from '../xfer.ts';
import { bytesOf, type Call, side } from './call.ts';

/** Binomial tree: with ranks relative to the root, a member's parent is its rank without the highest bit. */
export function* binomialBroadcast(call: Call, { root = 0, sndbuf, stype, stypecount }: Command): Steps {
  const { me, count } = call;
  const [buffer, bytes] = [side(sndbuf, stype), bytesOf(stype, stypecount)];
  const number = (me - root + count) % count;
  const member = (which: number) => (which + root) % count;
  const highest = number === 0 ? 0 : 2 ** (31 - Math.clz32(number));
  if (number !== 0) yield* call.receive(member(number - highest), buffer, bytes);
  for (let bit = Math.max(2 * highest, 1); number + bit < count; bit *= 2)
    yield* call.send(member(number + bit), buffer, bytes);
  call.close();
}

/** The root sends to each. */
export function* flatBroadcast(call: Call, { root = 0, sndbuf, stype, stypecount }: Command): Steps {
  const [buffer, bytes] = [side(sndbuf, stype), bytesOf(stype, stypecount)];
  if (call.me !== root) yield* call.receive(root, buffer, bytes);
  else for (let to = 0; to < call.count; to++) if (to !== root) yield* call.send(to, buffer, bytes);
  call.close();
}

/** A member's block: consecutive, or where the displacements say. */
function sent(command: Command, member: number) {
  const { sndbuf, stype, stypecount = 0, stypecounts, sdispls } = command;
  const count = stypecounts?.[member] ?? stypecount;
  return { block: side(sndbuf, stype, sdispls?.[member] ?? member * count), bytes: bytesOf(stype, count) };
}

function received(command: Command, member: number) {
  const { rcvbuf, rtype, rtypecount = 0, rtypecounts, rdispls } = command;
  const count = rtypecounts?.[member] ?? rtypecount;
  return { block: side(rcvbuf, rtype, rdispls?.[member] ?? member * count), bytes: bytesOf(rtype, count) };
}

export function* scatter(call: Call, command: Command): Steps {
  const { root = 0, rcvbuf, rtype, rtypecount } = command;
  const mine = side(rcvbuf, rtype);
  if (call.me !== root) yield* call.receive(root, mine, bytesOf(rtype, rtypecount));
  else
    for (let to = 0; to < call.count; to++) {
      const { block, bytes } = sent(command, to);
      if (to === root) call.move(mine, block, bytes);
      else yield* call.send(to, block, bytes);
    }
  call.close();
}

export function* gather(call: Call, command: Command): Steps {
  const { root = 0, sndbuf, stype, stypecount } = command;
  const mine = side(sndbuf, stype);
  if (call.me !== root) yield* call.send(root, mine, bytesOf(stype, stypecount));
  else
    for (let from = 0; from < call.count; from++) {
      const { block, bytes } = received(command, from);
      if (from === root) call.move(block, mine, bytes);
      else yield* call.receive(from, block, bytes);
    }
  call.close();
}

/** Each sends to all, beginning with its successor. */
export function* allgather(call: Call, command: Command): Steps {
  const { sndbuf, stype, stypecount } = command;
  const mine = side(sndbuf, stype);
  yield* exchangeBlocks(call, command, () => ({ block: mine, bytes: bytesOf(stype, stypecount) }));
}

export function* alltoall(call: Call, command: Command): Steps {
  yield* exchangeBlocks(call, command, (to) => sent(command, to));
}

function* exchangeBlocks(call: Call, command: Command, blockFor: (to: number) => ReturnType<typeof sent>): Steps {
  const { me, count } = call;
  const own = blockFor(me);
  call.move(received(command, me).block, own.block, own.bytes);
  for (let step = 1; step < count; step++) {
    const to = (me + step) % count;
    const { block, bytes } = blockFor(to);
    yield* call.send(to, block, bytes);
  }
  for (let step = 1; step < count; step++) {
    const from = (me - step + count) % count;
    const { block, bytes } = received(command, from);
    yield* call.receive(from, block, bytes);
  }
  call.close();
}
