/** One task in a thread of its own: floods, fetches, adds and combines with all others, then tells what it has found. */
import { parentPort, workerData } from 'node:worker_threads';
import { PAMI_DATA_SUM } from '../../../runtime/fabrics/pami/datafunctions.ts';
import { hints } from '../../../runtime/fabrics/pami/hints.ts';
import { Put, Rmw, Send, SendImmediate } from '../../../runtime/fabrics/pami/parameters.ts';
import { PAMI_TYPE_SIGNED_INT } from '../../../runtime/fabrics/pami/predefined.ts';
import { PAMI_EAGAIN, PAMI_SUCCESS } from '../../../runtime/fabrics/pami/results.ts';
import { PAMI_ATOMIC_ADD, PAMI_ATOMIC_FETCH } from '../../../runtime/fabrics/pami/rmw.ts';
import type { Command, XferType } from '../../../runtime/fabrics/pami/xfer.ts';
import { FREE, hardwareOf, makeTask, SHIFT } from './tasks.ts';

interface Data {
  readonly memory: WebAssembly.Memory;
  readonly task: number;
  readonly tasks: number;
}

const MESSAGES = 3000;
const ADDITIONS = 500;
const LARGE = 200_000;
const { memory, task: me, tasks: count } = workerData as Data;
const task = makeTask(hardwareOf(memory, me, count));
const { context, space } = task;
const { I32 } = space;
const others = Array.from({ length: count - 1 }, (_, i) => (me + 1 + i) % count);
const wrong: string[] = [];
const pause = new Int32Array(new SharedArrayBuffer(4));

/** Advances until it is so; a minute is too long. */
function until(what: string, isSo: () => boolean): void {
  const end = performance.now() + 60_000;
  for (let turn = 0; !isSo(); turn++) {
    if (context.advance(1) === PAMI_EAGAIN && turn % 64 === 63) Atomics.wait(pause, 0, 0, 1);
    if (performance.now() > end) throw new Error(`task ${me} waits for ever: ${what}`);
  }
}

function collective(type: XferType, cmd: Command): void {
  const { world } = task.client.geometries;
  const [[algorithm]] = world.algorithmsQuery(type);
  let done = false;
  const cbDone = () => {
    done = true;
  };
  context.collective(world, { algorithm: algorithm!, cmd, cbDone });
  until(type, () => done);
}

function flood(): void {
  const next = new Map<number, number>();
  let received = 0;
  context.dispatchSet(
    1,
    (_context, _cookie, header, _headerBytes, _pipe, _pipeBytes, origin) => {
      const expected = next.get(origin) ?? 0;
      if (I32[header >>> 2] !== expected) wrong.push(`message ${I32[header >>> 2]} instead of ${expected}`);
      next.set(origin, expected + 1);
      received++;
    },
    0,
    hints({ queueImmediate: false }),
  );
  const send = Object.assign(new SendImmediate(), { dispatch: 1, header: task.at(0), headerBytes: 100 });
  for (let i = 0; i < MESSAGES; i++)
    for (const other of others) {
      I32[task.at(0) >>> 2] = i;
      send.dest = task.to(other);
      until('room', () => context.sendImmediate(send) === PAMI_SUCCESS);
    }
  until('the flood', () => received === MESSAGES * others.length);
}

function additions(): void {
  let done = 0;
  const counter = (FREE + 1024) | 0;
  I32[task.at(64) >>> 2] = 1;
  const rmw = Object.assign(new Rmw(), {
    dest: task.to(0),
    remote: counter,
    local: task.at(128),
    value: task.at(64),
    operation: PAMI_ATOMIC_ADD | PAMI_ATOMIC_FETCH,
    type: PAMI_TYPE_SIGNED_INT,
    doneFn: () => void done++,
  });
  for (let i = 0; i < ADDITIONS; i++) context.rmw(rmw);
  until('the additions', () => done === ADDITIONS);
  collective('barrier', {});
  if (I32[counter >>> 2] !== ADDITIONS * count) wrong.push(`counter ${I32[counter >>> 2]}`);
}

/** A large message to the next task, and a put behind it that says so. */
function large(): void {
  const [from, to] = [300_000, 600_000];
  let received = false;
  let isSent = false;
  context.dispatchSet(
    2,
    (_context, _cookie, _header, _headerBytes, _pipe, _pipeBytes, _origin, recv) => {
      recv.addr = task.at(to);
      recv.localFn = () => {
        received = true;
      };
    },
    0,
    0,
  );
  task.bytes(from, LARGE).fill(me + 1);
  const next = (me + 1) % count;
  const message = { dispatch: 2, dest: task.to(next), data: task.at(from), dataBytes: LARGE };
  const remoteFn = () => {
    isSent = true;
  };
  context.send(Object.assign(new Send(), message, { remoteFn }));
  until('the large message', () => received && isSent);
  const before = ((me + count - 1) % count) + 1;
  if (!task.bytes(to, LARGE).every((byte) => byte === before)) wrong.push('the large message is damaged');
  I32[task.at(2048) >>> 2] = me + 1;
  const remote = (next << SHIFT) + FREE + 4096;
  context.put(Object.assign(new Put(), { dest: task.to(next), bytes: 4, local: task.at(2048), remote }));
  until('the put', () => Atomics.load(I32, task.at(4096) >>> 2) === before);
}

function sums(): void {
  const buffers = {
    sndbuf: task.at(8192),
    stype: PAMI_TYPE_SIGNED_INT,
    rcvbuf: task.at(100_000),
    rtype: PAMI_TYPE_SIGNED_INT,
  };
  for (let size = 1; size < 20_000; size *= 7) {
    I32.subarray(task.at(8192) >>> 2, (task.at(8192) >>> 2) + size).fill(me + size);
    collective('allreduce', { ...buffers, stypecount: size, rtypecount: size, op: PAMI_DATA_SUM });
    const sum = size * count + (count * (count - 1)) / 2;
    const result = I32.subarray(task.at(100_000) >>> 2, (task.at(100_000) >>> 2) + size);
    if (!result.every((value) => value === sum)) wrong.push(`sum of ${size}: ${result[0]} instead of ${sum}`);
  }
}

collective('barrier', {});
flood();
additions();
large();
sums();
collective('barrier', {});
parentPort!.postMessage(wrong);
