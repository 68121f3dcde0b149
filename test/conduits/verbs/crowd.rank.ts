/**
 * One rank of several in threads of their own: all put to all, get from all, add to one word of each and send messages to all, at
 * one time, with fewer firehoses than they want.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { waitingBy } from '../../support/waiting.ts';
import { hostOf, makeRank, type Rank, sendMessage, type Variables } from './ranks.ts';

const { memory, rank, ranks, count, variables } = workerData as {
  memory: WebAssembly.Memory;
  rank: number;
  ranks: number;
  count: number;
  variables: Variables;
};

const REPLY = 1 << 20;
/** Offsets of what is free: what others put here, what they get, sums, the source, what was got; and where all meet. */
const [PUTS, SOURCE, SUM, OUT, IN, MEET, BELL] = [0, 1 << 20, 3 << 20, 4 << 20, 5 << 20, 5_700_000, 5_700_064];
const PIECE = 3001;

const host = {
  ...hostOf(memory, rank, ranks, variables, { deliver: () => {}, ...waitingBy(nap) }),
  rouse: (other: number) => {
    Atomics.add(me.space.I32, of(other, BELL) >>> 2, 1);
    Atomics.notify(me.space.I32, of(other, BELL) >>> 2);
  },
};
const me = makeRank(host, (self, from, what) => {
  if ((what & 1) === 1 && what < REPLY) sendMessage(self, from, what | REPLY, 8, true);
});
const meetWord = (me.at(MEET) - (rank << me.space.SHIFT)) >>> 2;
const others = Array.from({ length: ranks }, (_, other) => other).filter((other) => other !== rank);
const of = (other: number, offset: number) => (me.at(offset) + ((other - rank) << me.space.SHIFT)) | 0;

/** There may be fewer cores than ranks. */
function nap(turn: number): void {
  const bell = me.at(BELL) >>> 2;
  if (turn > 20) Atomics.wait(me.space.I32, bell, Atomics.load(me.space.I32, bell), 1);
}

/** All ranks come here, for the nth time; they serve each other meanwhile. */
function meet(n: number): void {
  Atomics.add(me.space.I32, meetWord, 1);
  until(() => Atomics.load(me.space.I32, meetWord) >= n * ranks);
}

function until(done: () => boolean): void {
  host.waitFor(undefined, () => {
    me.conduit.messages.poll(false);
    return done();
  });
}

const random = ((seed: number) => (n: number) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
})(rank + 1);

/** Each rank writes pieces of its own of each other's memory, its number in every byte. */
function putAll({ conduit, bytes }: Rank): void {
  const mem = conduit.memory!;
  bytes(OUT, PIECE).fill(rank + 1);
  for (let i = 0; i < count; i++)
    for (const other of others) {
      const size = 1 + random(PIECE);
      const [, to] = me.of(PUTS + (i * ranks + rank) * (PIECE + 1));
      if (i % 3 === 0) mem.putNbi(other, to, me.at(OUT), size);
      else if (i % 3 === 1) mem.putNbiBulk(other, to, me.at(OUT), size);
      else mem.put(other, to, me.at(OUT), size);
      me.space.I32[me.at(IN) >>> 2] = 1;
      const add = mem.atomic!('add', 'i64', other, me.of(SUM)[1], me.at(OUT + PIECE + 7), 0, 0)!;
      until(() => mem.test(add) === true);
      sendMessage(me, other, i, 8 + random(500));
    }
  until(() => mem.putsDone());
}

/** Wrong bytes of what was put here. */
function wrongPuts(): number {
  let wrong = 0;
  for (let i = 0; i < count; i++)
    for (const other of others) {
      const piece = me.bytes(PUTS + (i * ranks + other) * (PIECE + 1), PIECE + 1);
      const end = piece.indexOf(0);
      if (end < 1 || piece.subarray(0, end).some((byte) => byte !== other + 1)) wrong++;
    }
  return wrong;
}

/** Wrong bytes of what is got from others. */
function wrongGets({ conduit, bytes }: Rank): number {
  let wrong = 0;
  for (let i = 0; i < count; i++)
    for (const other of others) {
      const [offset, size] = [random(1 << 20), 1 + random(20_000)];
      bytes(IN, size).fill(0);
      conduit.memory!.get(me.at(IN), other, me.of(SOURCE + offset)[1], size);
      if (bytes(IN, size).some((byte, k) => byte !== ((offset + k) * 7 + other) % 251)) wrong++;
    }
  return wrong;
}

me.bytes(SOURCE, 2 << 20).forEach((_, i, all) => {
  all[i] = (i * 7 + rank) % 251;
});
me.space.I64[(me.at(OUT + PIECE + 7) & ~7) >>> 3] = 1n;
new DataView(memory.buffer).setBigInt64(me.at(OUT + PIECE + 7) >>> 0, 1n, true);
meet(1);
putAll(me);
meet(2);
const replies = () => me.arrived.filter((what) => what >= REPLY).length;
const requests = () => me.arrived.length - replies();
until(() => requests() === count * others.length && replies() === Math.floor(count / 2) * others.length);
meet(3);
const result = {
  sum: Number(me.space.I64[me.at(SUM) >>> 3]),
  puts: wrongPuts(),
  gets: wrongGets(me),
  moves: me.conduit.events['firehose moves'],
};
meet(4);
parentPort!.postMessage(result);
