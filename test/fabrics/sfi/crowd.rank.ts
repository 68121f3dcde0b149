/** One rank of several that all work on the same memory, and all send to all at once. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Datatype } from '../../../runtime/fabrics/sfi/atomic.ts';
import { Completion } from '../../../runtime/fabrics/sfi/cq.ts';
import * as e from '../../../runtime/fabrics/sfi/errno.ts';
import * as f from '../../../runtime/fabrics/sfi/flags.ts';
import { at, hardwareOf } from './machine.ts';
import { KEY, makeRank, type Rank } from './ranks.ts';

const { memory, rank, ranks, count } = workerData as {
  memory: WebAssembly.Memory;
  rank: number;
  ranks: number;
  count: number;
};
const TYPES: readonly Datatype[] = [
  'FI_INT8',
  'FI_UINT16',
  'FI_INT32',
  'FI_UINT64',
  'FI_FLOAT',
  'FI_DOUBLE',
  'FI_FLOAT_COMPLEX',
  'FI_DOUBLE_COMPLEX',
];
const MEET = at(0, 1024);
const NOBODY = at(0, 1028);
const LONG = 20_000;

const me = makeRank(hardwareOf(memory, rank, ranks), {
  direct: rank % 2 === 0,
  queueSize: 16,
  hints: { rx_attr: { total_buffered_recv: 4096 } },
});
const { space } = me.hardware;

/** All ranks come here, for the nth time. */
function meet(n: number): void {
  const word = MEET >>> 2;
  Atomics.add(space.I32, word, 1);
  for (let seen = 0; (seen = Atomics.load(space.I32, word)) < n * ranks; ) Atomics.wait(space.I32, word, seen, 1);
}

/** Adds 1 to an element of each type on rank 0, `count` times; a pair gets (1, 1). */
function addAll({ endpoint, writes }: Rank): void {
  const ones = at(rank, 2048);
  space.U8[ones] = 1;
  space.I16[(ones + 16) >>> 1] = 1;
  space.I32[(ones + 32) >>> 2] = 1;
  space.I64[(ones + 48) >>> 3] = 1n;
  space.F32[(ones + 64) >>> 2] = 1;
  space.F64[(ones + 80) >>> 3] = 1;
  space.F32.fill(1, (ones + 96) >>> 2, (ones + 104) >>> 2);
  space.F64.fill(1, (ones + 112) >>> 3, (ones + 128) >>> 3);
  for (let i = 0; i < count; i++)
    TYPES.forEach((type, t) => {
      const status = endpoint.atomic.inject_atomic(ones + 16 * t, 1, 0, at(0, 16 * t), KEY, type, 'FI_SUM');
      if (status !== 0) throw new Error(`atomic: ${status}`);
    });
  if (writes.wait(count * TYPES.length) !== 0) throw new Error('atomics failed');
}

/** Sends a short and a long message to each other rank, `count` times, and receives as many; gives the sum of what came. */
function exchange({ endpoint, sent, received }: Rank): number {
  const entry = [new Completion()];
  let [sum, came, ended] = [0, 0, 0];
  const buffer = at(rank, 8192);
  const post = () => endpoint.msg.recv(buffer, LONG, null, f.FI_ADDR_UNSPEC, 1);
  let turns = 0;
  const progress = () => {
    if (++turns % 100 === 0) Atomics.wait(space.I32, NOBODY >>> 2, 0, 1); // there may be fewer cores than ranks
    if (received.read(entry, 1) === 1) {
      sum += space.I32[buffer >>> 2]! * (entry[0]!.len === LONG ? 1000 : 1);
      came++;
      post();
    }
    if (sent.read(entry, 1) === 1) ended++;
  };
  const untilSent = (send: () => number) => {
    for (let status = send(); status !== 0; status = send()) {
      if (status !== -e.FI_EAGAIN) throw new Error(`send: ${status}`);
      progress();
    }
  };
  post();
  const [short, long] = [at(rank, 40_000), at(rank, 50_000)];
  space.I32[short >>> 2] = space.I32[long >>> 2] = rank + 1;
  for (let i = 0; i < count; i++)
    for (let peer = 0; peer < ranks; peer++) {
      if (peer === rank) continue;
      untilSent(() => endpoint.msg.inject(short, 8, peer));
      untilSent(() => endpoint.msg.send(long, LONG, null, peer, 2));
    }
  const messages = count * (ranks - 1);
  while (came < 2 * messages || ended < messages) progress();
  return sum;
}

me.vector.insert(Array.from({ length: ranks }, (_, peer) => me.endpoint.getname() + (peer - rank) * 2 ** space.SHIFT));
if (me.endpoint.enable() !== 0) throw new Error('enable');
meet(1);
addAll(me);
meet(2);
const first = at(0);
const sums = [
  space.U8[first],
  space.U16[(first + 16) >>> 1],
  space.I32[(first + 32) >>> 2],
  Number(space.I64[(first + 48) >>> 3]),
  space.F32[(first + 64) >>> 2],
  space.F64[(first + 80) >>> 3],
  ...space.F32.subarray((first + 96) >>> 2, (first + 104) >>> 2),
  ...space.F64.subarray((first + 112) >>> 3, (first + 128) >>> 3),
];
meet(3);
const sum = exchange(me);
meet(4);
parentPort!.postMessage({ sums, sum });
