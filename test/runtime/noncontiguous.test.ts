/** Strided, vector and indexed copies against the obvious one; handles that stand for several operations. */
import { expect, test } from 'vitest';
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import type { Job } from '../../runtime/core/job.ts';
import type { Movement } from '../../runtime/extended/movement.ts';
import { NonContiguous } from '../../runtime/extended/noncontiguous.ts';
import { Transfers } from '../../runtime/extended/transfers.ts';
import { indexed } from '../../runtime/extended/vis/indexed.ts';
import { extent, strided } from '../../runtime/extended/vis/strided.ts';
import { vector } from '../../runtime/extended/vis/vector.ts';
import { addressOf, makeSpace } from '../../runtime/memory/space.ts';

/** A deterministic stream of numbers in [0, n). */
function randomNumbers(seed: number): (n: number) => number {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
}

/** The bytes that a side of a strided copy touches, in order. */
function bytesOf(address: number, strides: readonly number[], counts: readonly number[]): number[] {
  const rows = (dimension: number, at: number): number[] =>
    dimension === 0
      ? Array.from({ length: counts[0]! }, (_, i) => at + i)
      : Array.from({ length: counts[dimension]! }, (_, i) =>
          rows(dimension - 1, at + i * strides[dimension - 1]!),
        ).flat();
  return rows(counts.length - 1, address);
}

test('a strided copy takes every byte to its place, in rows as long as they can be', () => {
  const random = randomNumbers(3);
  for (let round = 0; round < 400; round++) {
    const counts = Array.from({ length: 1 + random(4) }, () => (random(8) === 0 ? 0 : 1 + random(5)));
    const strides = (sign: boolean) => {
      let least = counts[0]!;
      return counts.slice(1).map((count) => {
        const stride = least + (random(2) === 0 ? 0 : random(7));
        least = stride * Math.max(count, 1);
        return sign && random(3) === 0 ? -stride : stride;
      });
    };
    const [to, from] = [strides(true), strides(true)];
    const [expected, got]: [number[][], number[][]] = [[], []];
    const [targets, sources] = [bytesOf(50_000, to, counts), bytesOf(100_000, from, counts)];
    targets.forEach((target, i) => void expected.push([target, sources[i]!]));
    let rows = 0;
    strided(
      (d, s, size) => {
        rows++;
        for (let i = 0; i < size; i++) got.push([d + i, s + i]);
      },
      ...([50_000, to, 100_000, from, counts] as const),
    );
    expect(got).toEqual(expected);
    if (counts.includes(0)) expect(rows).toBe(0);
    else {
      const { start, size } = extent(to, counts);
      expect(50_000 + start).toBe(Math.min(...targets));
      expect(50_000 + start + size - 1).toBe(Math.max(...targets));
    }
  }
});

test('dimensions without gaps are one row', () => {
  const calls: number[][] = [];
  strided((...call) => void calls.push(call), 0, [8, 24, 100], 1000, [8, 24, 50], [8, 3, 2, 2]);
  expect(calls).toEqual([
    [0, 1000, 48],
    [100, 1050, 48],
  ]);
});

test('a vector copy cuts both lists where either has an end', () => {
  const random = randomNumbers(5);
  for (let round = 0; round < 300; round++) {
    const total = random(60);
    const side = () => {
      const lengths: number[] = [];
      for (let left = total; left > 0; left -= lengths.at(-1)!) lengths.push(Math.min(left, random(9)));
      const addresses = lengths.map((_, i) => 1000 * (i + 1) + random(50));
      return { lengths: Uint32Array.from(lengths), addresses: Float64Array.from(addresses) };
    };
    const [to, from] = [side(), side()];
    const bytes = ({ addresses, lengths }: typeof to) =>
      [...addresses].flatMap((address, i) => Array.from({ length: lengths[i]! }, (_, k) => address + k));
    const got: number[][] = [];
    vector((d, s, size) => void got.push(...Array.from({ length: size }, (_, i) => [d + i, s + i])), to, from);
    const sources = bytes(from);
    expect(got).toEqual(bytes(to).map((target, i) => [target, sources[i]!]));
  }
});

test('an indexed copy takes chunks of any two lengths', () => {
  const calls: number[][] = [];
  const copy = (...call: number[]) => void calls.push(call);
  indexed(
    copy,
    { addresses: Float64Array.of(0, 10, 20), length: 4 },
    { addresses: Float64Array.of(100, 200), length: 6 },
  );
  expect(calls).toEqual([
    [0, 100, 4],
    [10, 104, 2],
    [12, 200, 2],
    [20, 202, 4],
  ]);
});

/** Copies that are done when `finish` says so. */
function slowMovement(): Movement & { finish(handle: number): void; readonly started: number[][] } {
  const pending = new Map<number, boolean>();
  const started: number[][] = [];
  return {
    started,
    move: () => {},
    copy(...call) {
      started.push(call);
      pending.set(started.length, false);
      return started.length;
    },
    fill: () => COMPLETE,
    test(handle) {
      const done = pending.get(handle);
      if (done) pending.delete(handle);
      return done;
    },
    finish: (handle) => void pending.set(handle, true),
  };
}

function fakeJob(): Job {
  const memory = new WebAssembly.Memory({ initial: 32, maximum: 32, shared: true });
  const fail = (message: string): never => {
    throw new Error(message);
  };
  return { space: makeSpace(memory, 0, 2, 20), fail, poll() {} } as unknown as Job;
}

const reachable = (address: number) => (address === 0 ? 'null pointer' : undefined);

test('one handle stands for all rows, and is used up when the last is done', () => {
  const [job, movement] = [fakeJob(), slowMovement()];
  const transfers = new Transfers(job, movement, reachable, false);
  const vis = new NonContiguous(job, transfers, movement);
  const start = () => vis.strided('f', 100_000, Int32Array.of(16), 200_000, Int32Array.of(8), Uint32Array.of(8, 3));
  const handle = start();
  expect(movement.started).toEqual([0, 1, 2].map((i) => [100_000 + 16 * i, 200_000 + 8 * i, 8]));
  movement.finish(2);
  expect(transfers.test('f', handle)).toBe(false);
  movement.finish(1);
  movement.finish(3);
  expect(transfers.test('f', handle)).toBe(true);
  expect(() => transfers.test('f', handle)).toThrow(/is not the handle of an operation under way/);
  expect(vis.strided('f', 0, Int32Array.of(8), 0, Int32Array.of(8), Uint32Array.of(8, 0))).toBe(COMPLETE);
});

test('an access region gathers what began in it, and nothing else', () => {
  const [job, movement] = [fakeJob(), slowMovement()];
  const transfers = new Transfers(job, movement, reachable, false);
  const begin = () => transfers.addImplicit(transfers.copy('f', 100_000, 200_000, 8));
  begin();
  transfers.beginRegion();
  begin();
  begin();
  expect(() => transfers.testImplicit('g')).toThrow(/g inside an access region/);
  const region = transfers.endRegion();
  movement.finish(2);
  movement.finish(3);
  expect(transfers.test('f', region)).toBe(true);
  expect(transfers.testImplicit('g')).toBe(false);
  movement.finish(1);
  expect(transfers.testImplicit('g')).toBe(true);
});

test('what the network does itself is left to it', () => {
  const [job, movement] = [fakeJob(), slowMovement()];
  const calls: unknown[] = [];
  const native = { ...movement, strided: (...call: unknown[]) => calls.push(call) };
  const vis = new NonContiguous(job, new Transfers(job, native, reachable, false), native);
  const strides = Int32Array.of(16);
  expect(vis.strided('f', 100_000, strides, 200_000, strides, Uint32Array.of(8, 3))).toBe(1);
  expect([calls.length, movement.started.length]).toEqual([1, 0]);
});

test('a side that leaves the memory of its thread is refused', () => {
  const [job, movement] = [fakeJob(), slowMovement()];
  const vis = new NonContiguous(job, new Transfers(job, movement, () => 'reaches beyond', false), movement);
  const copy = (address: number, stride: number, counts: number[]) => () =>
    vis.strided('f', address, Int32Array.of(stride), 300_000, Int32Array.of(0), Uint32Array.from(counts));
  expect(copy(1_000_000, 1024, [8, 100])).toThrow('f: destination: 99 KiB at 0xf4240: reaches beyond');
  expect(copy(1_000_000, 2 ** 30, [8, 1000])).toThrow('999 GiB at 0xf4240: reaches beyond');
  expect(copy(200_000, -1024, [8, 1000])).toThrow('begins before the memory of thread 0');
  expect(() =>
    vis.indexed(
      'f',
      { addresses: Float64Array.of(100_000, 0), length: 8 },
      { addresses: Float64Array.of(0), length: 16 },
    ),
  ).toThrow('f: destination, entry 1: 8 bytes at 0x0: reaches beyond');
});

test('pieces of a rank elsewhere keep all bits of their addresses', () => {
  const [job, movement] = [fakeJob(), slowMovement()];
  const space = makeSpace(job.space.memory, 0, 64, 31, { FIRST: 0, REACH: 1 });
  const vis = new NonContiguous(
    { ...job, space } as Job,
    new Transfers(job, movement, () => undefined, true),
    movement,
  );
  const [far, farther] = [addressOf(space, 60, 2 ** 20), addressOf(space, 61, 2 ** 20)];
  vis.strided('f', 100_000, Int32Array.of(8), far, Int32Array.of(-64), Uint32Array.of(8, 2));
  vis.vector(
    'f',
    { addresses: Float64Array.of(far, farther), lengths: Uint32Array.of(8, 16) },
    { addresses: Float64Array.of(100_000), lengths: Uint32Array.of(24) },
  );
  vis.indexed(
    'f',
    { addresses: Float64Array.of(100_000), length: 16 },
    { addresses: Float64Array.of(far, farther), length: 8 },
  );
  expect(movement.started).toEqual([
    ...[
      [100_000, far, 8],
      [100_008, far - 64, 8],
    ],
    ...[
      [far, 100_000, 8],
      [farther, 100_008, 16],
    ],
    ...[
      [100_000, far, 8],
      [100_008, farther, 8],
    ],
  ]);
});
