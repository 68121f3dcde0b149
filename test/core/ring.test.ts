/** The ring of messages with threads that really run at once: every packet arrives once, whole, in the order of its sender. */
import { Worker } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { RING_HEADER, Ring } from '../../runtime/memory/ring.ts';
import { ROOT } from '../support/pgasc.ts';

const CAPACITY = 1024;
const SENDERS = 3;
const PACKETS = 4000;

/** Program of a sender: packets of many sizes, each with its number, its sender and a sum of its words. */
const SENDER = `
  import { workerData } from 'node:worker_threads';
  import { Ring } from './runtime/memory/ring.ts';
  const { buffer, sender, packets, capacity } = workerData;
  const I32 = new Int32Array(buffer);
  const ring = new Ring(I32, { copy() {}, fill() {} }, 0, capacity);
  for (let number = 0; number < packets; number++) {
    const words = 4 + ((number * 7 + sender * 3) % 50);
    let packet = ring.reserve(4 * words);
    while (packet === 0) {
      Atomics.wait(I32, 0, I32[0], 1);
      packet = ring.reserve(4 * words);
    }
    let sum = 0;
    for (let i = 4; i < words; i++) sum = (sum + (I32[packet / 4 + i] = number * i + sender)) | 0;
    I32.set([number, sender, words, sum], packet / 4);
    ring.publish(packet);
  }
`;

test('packets of several senders', { timeout: 60_000 }, async () => {
  const buffer = new SharedArrayBuffer(RING_HEADER + CAPACITY);
  const I32 = new Int32Array(buffer);
  const fill = (address: number, byte: number, size: number) =>
    void I32.fill(byte, address >>> 2, (address + size) >>> 2);
  const ring = new Ring(I32, { copy: () => {}, fill }, 0, CAPACITY);
  const { outputFiles } = buildSync({
    stdin: { contents: SENDER, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
  });
  const workers = Array.from(
    { length: SENDERS },
    (_, sender) =>
      new Worker(outputFiles[0]!.text, {
        eval: true,
        workerData: { buffer, sender, packets: PACKETS, capacity: CAPACITY },
      }),
  );
  const next = new Array(SENDERS).fill(0);
  for (let received = 0; received < SENDERS * PACKETS; ) {
    const packet = ring.first();
    if (packet === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      continue;
    }
    const [number, sender, words, sum] = I32.subarray(packet / 4, packet / 4 + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    expect(number).toBe(next[sender]++);
    let actual = 0;
    for (let i = 4; i < words; i++) actual = (actual + I32[packet / 4 + i]!) | 0;
    expect(actual).toBe(sum);
    ring.release();
    received++;
  }
  await Promise.all(workers.map((worker) => worker.terminate()));
  expect(next).toEqual(new Array(SENDERS).fill(PACKETS));
  expect(ring.first()).toBe(0);
  expect(I32.subarray(RING_HEADER / 4).every((word) => word === 0)).toBe(true);
});
