/** Puts and gets of the conduit by every way, with the firehoses that they need; atomics; handles. */
import { expect, test } from 'vitest';
import { FREE, fillUp, finish, makeRanks, pollAll, type Variables } from './ranks.ts';

const SMALL: Variables = { PGAS_FIREHOSE_BUCKET: '4K', PGAS_FIREHOSE_M: '4K', PGAS_FIREHOSE_MAXVICTIM_M: '4K' };
const SIZES = [1, 2, 3, 4, 7, 8, 71, 72, 73, 100, 4095, 4096, 4097, 5000, 65535, 65536, 65537, 200_000];
const SHIFTS = [0, 1, 4093];

for (const [name, variables] of [
  ['as it comes', {}],
  ['one firehose', SMALL],
  ['nothing inline', { ...SMALL, PGAS_VERBS_INLINE: '0' }],
  ['no bounce', { PGAS_VERBS_BOUNCE: '0' }],
] as const)
  test(`all sizes, all ways: ${name}`, () => {
    const ranks = makeRanks(2, variables);
    const [a, b] = ranks as [(typeof ranks)[0], (typeof ranks)[0]];
    const memory = a.conduit.memory!;
    for (const size of SIZES)
      for (const shift of SHIFTS) {
        const from = a.at(shift);
        const to = b.of(1_000_000 + 7 * shift);
        const target = () => b.bytes(1_000_000 + 7 * shift, size);
        const source = () => a.bytes(shift, size);
        const puts = [
          () => memory.put(...to, from, size),
          () => finish(ranks, a, memory.putNbBulk(...to, from, size)),
          () => {
            memory.putNbiBulk(...to, from, size);
            while (!memory.putsDone()) pollAll(ranks);
          },
        ];
        puts.forEach((put, seed) => {
          fillUp(source(), size + seed);
          put();
          expect(Buffer.compare(target(), source())).toBe(0);
        });
        fillUp(source(), size + 9);
        const expected = source().slice();
        const handle = memory.putNb(...to, from, size);
        memory.putNbi(...to, from, size);
        source().fill(0);
        finish(ranks, a, handle);
        while (!memory.putsDone()) pollAll(ranks);
        expect(Buffer.compare(target(), expected)).toBe(0);
        const gets = [
          () => memory.get(from, ...to, size),
          () => finish(ranks, a, memory.getNb(from, ...to, size)),
          () => {
            memory.getNbi(from, ...to, size);
            while (!memory.getsDone()) pollAll(ranks);
          },
        ];
        gets.forEach((get, seed) => {
          fillUp(target(), size + 20 + seed);
          get();
          expect(Buffer.compare(target(), source())).toBe(0);
        });
      }
  });

test('what firehose does is counted: a hit needs no move', () => {
  const [a, b] = makeRanks(2, { PGAS_FIREHOSE_BUCKET: '4K', PGAS_FIREHOSE_M: '8K', PGAS_FIREHOSE_MAXVICTIM_M: '4K' });
  const put = (offset: number, size = 8) => a!.conduit.memory!.put(...b!.of(offset), a!.at(0), size);
  put(0);
  expect(a!.conduit.events).toMatchObject({
    'firehose hits': 0,
    'firehose misses': 1,
    'firehose moves': 1,
    connections: 1,
  });
  for (let i = 0; i < 10; i++) put(8 * i);
  expect(a!.conduit.events).toMatchObject({ 'firehose hits': 10, 'firehose moves': 1, 'inline puts': 11 });
  put(4096);
  expect(a!.conduit.events).toMatchObject({ 'firehose moves': 2, 'firehose victims': 0 });
  put(8192);
  expect(a!.conduit.events).toMatchObject({ 'firehose moves': 3, 'firehose victims': 1 });
  expect(b!.conduit.events).toMatchObject({ 'buckets pinned': 3, 'buckets unpinned': 0 });
  put(0, 1000);
  expect(a!.conduit.events).toMatchObject({ 'zero-copy puts': 1, 'firehose victims': 2, 'buckets pinned': 1 });
  expect(b!.conduit.events).toMatchObject({ 'buckets pinned': 3, 'buckets unpinned': 0 });
  put(4096);
  put(12288);
  expect(b!.conduit.events).toMatchObject({ 'buckets pinned': 4, 'buckets unpinned': 1 });
});

test('many operations outstanding, misses among them', () => {
  const ranks = makeRanks(3, { PGAS_FIREHOSE_BUCKET: '4K', PGAS_FIREHOSE_M: '16K', PGAS_FIREHOSE_MAXVICTIM_M: '4K' });
  const [a] = ranks as [(typeof ranks)[0]];
  const memory = a.conduit.memory!;
  const handles: number[] = [];
  const COUNT = 70_000;
  for (let i = 0; i < COUNT; i++) {
    const target = ranks[1 + (i & 1)]!;
    a.space.I32[a.at(0) >>> 2] = i;
    handles.push(memory.putNb(...target.of(4 * ((i * 17) % COUNT)), a.at(0), 4));
  }
  expect(new Set(handles).size).toBe(COUNT);
  for (const handle of handles) finish(ranks, a, handle);
  for (let i = 0; i < COUNT; i++) {
    const target = ranks[1 + (i & 1)]!;
    if (target.space.I32[target.at(4 * ((i * 17) % COUNT)) >>> 2] !== i) throw new Error(`put ${i}`);
  }
  expect(a.conduit.events['firehose victims']).toBeGreaterThan(100);
});

test('a handle is given up when it is done', () => {
  const ranks = makeRanks(2);
  const [a, b] = ranks as [(typeof ranks)[0], (typeof ranks)[0]];
  const memory = a.conduit.memory!;
  const handle = memory.putNb(...b.of(0), a.at(0), 8);
  expect(handle).toBeGreaterThan(0);
  finish(ranks, a, handle);
  expect(memory.test(handle)).toBe(undefined);
  const next = memory.getNb(a.at(0), ...b.of(0), 8);
  expect(memory.test(handle)).toBe(undefined);
  finish(ranks, a, next);
  expect(memory.test(0)).toBe(true);
  expect(memory.test(12345)).toBe(undefined);
});

test('atomics that the adapter has, and those that it has not', () => {
  const ranks = makeRanks(2, SMALL);
  const [a, b] = ranks as [(typeof ranks)[0], (typeof ranks)[0]];
  const atomic = a.conduit.memory!.atomic!;
  const [operand, compare, result] = [a.at(0), a.at(8), a.at(20)];
  const value = () => b.space.I64[b.at(4096) >>> 3];
  const old = () => new DataView(a.space.memory.buffer).getBigInt64(result >>> 0, true);
  b.space.I64[b.at(4096) >>> 3] = 40n;
  a.space.I64[operand >>> 3] = 2n;
  finish(ranks, a, atomic('add', 'i64', ...b.of(4096), operand, 0, result)!);
  expect([value(), old()]).toEqual([42n, 40n]);
  finish(ranks, a, atomic('add', 'u64', ...b.of(4096), operand, 0, 0)!);
  expect([value(), old()]).toEqual([44n, 40n]);
  a.space.I64[compare >>> 3] = 44n;
  a.space.I64[operand >>> 3] = -1n;
  finish(ranks, a, atomic('cas', 'i64', ...b.of(4096), operand, compare, result)!);
  expect([value(), old()]).toEqual([-1n, 44n]);
  finish(ranks, a, atomic('cas', 'i64', ...b.of(4096), operand, compare, result)!);
  expect([value(), old()]).toEqual([-1n, -1n]);
  expect(atomic('add', 'i32', ...b.of(4096), operand, 0, 0)).toBe(undefined);
  expect(atomic('xor', 'i64', ...b.of(4096), operand, 0, 0)).toBe(undefined);
  expect(atomic('add', 'i64', ...b.of(4100), operand, 0, 0)).toBe(undefined);
});

test('outside the segment', () => {
  const [a] = makeRanks(2);
  const memory = a!.conduit.memory!;
  const end = 6 << 20;
  expect(() => memory.put(1, end - 7, a!.at(0), 8)).toThrow(
    'put of 8 bytes at offset 0x5ffff9 of thread 1: not in its segment, which is 0x10000 to 0x600000',
  );
  expect(() => memory.getNb(a!.at(0), 1, 0, 1)).toThrow('get of 1 bytes at offset 0x0 of thread 1: not in its segment');
  expect(() => memory.put(1, end - 8, a!.at(0), 8)).not.toThrow();
});

test('what lies outside the segment is reached as heap, all sizes by firehose', () => {
  const ranks = makeRanks(2, SMALL);
  const [a, b] = ranks as [(typeof ranks)[0], (typeof ranks)[0]];
  const heaps = a.conduit.memory!.heaps!;
  const PRIVATE = 1234;
  for (const size of SIZES.filter((each) => each < 60_000)) {
    const there = b.space.U8.subarray((b.at(0) - FREE + PRIVATE) >>> 0, ((b.at(0) - FREE + PRIVATE) >>> 0) + size);
    fillUp(a.bytes(0, size), size);
    heaps.put(1, PRIVATE, a.at(0), size);
    expect(Buffer.compare(there, a.bytes(0, size))).toBe(0);
    fillUp(there, size + 1);
    finish(ranks, a, heaps.getNb(a.at(0), 1, PRIVATE, size));
    expect(Buffer.compare(there, a.bytes(0, size))).toBe(0);
  }
  expect(a.conduit.events['firehose victims']).toBeGreaterThan(10);
});

test('settings that cannot be', () => {
  const failing = (variables: Variables) => () => makeRanks(3, variables);
  expect(failing({ PGAS_PROVIDER: 'tcp' })).toThrow(
    'PGAS_PROVIDER=tcp: the verbs conduit has the providers shm and null',
  );
  expect(failing({ PGAS_FIREHOSE_M: '4K' })).toThrow(
    '2 peers need a firehose of a bucket (128 KiB) each, so at least 262144',
  );
  expect(failing({ PGAS_FIREHOSE_MAXVICTIM_M: '5' })).toThrow('it must hold at least a bucket (128 KiB)');
  expect(failing({ PGAS_FIREHOSE_BUCKET: '3000' })).toThrow('a power of two from 4 KiB to 8 MiB');
  expect(failing({ PGAS_FIREHOSE_M: 'much' })).toThrow('PGAS_FIREHOSE_M=much: not a size');
  expect(failing({ PGAS_VERBS_CREDITS: '13' })).toThrow('PGAS_VERBS_CREDITS=13: it must be 1 to 12');
  expect(failing({ PGAS_VERBS_INLINE: '513' })).toThrow('PGAS_VERBS_INLINE=513: it must be 0 to 512');
});

test('with the null provider nothing is waited for', () => {
  const [a, b] = makeRanks(2, { PGAS_PROVIDER: 'null', ...SMALL });
  const memory = a!.conduit.memory!;
  for (let i = 0; i < 100; i++) {
    memory.put(...b!.of(4096 * i), a!.at(0), 8);
    memory.get(a!.at(0), ...b!.of(4096 * i), 8);
    memory.put(...b!.of(4096 * i), a!.at(0), 100);
    memory.putNbi(...b!.of(4096 * i), a!.at(0), 8);
    const room = a!.conduit.messages.prepare(1, 16, false);
    a!.conduit.messages.commit(1, room, 16, false);
  }
  while (!memory.putsDone());
  expect(b!.space.I32[b!.at(0) >>> 2]).toBe(0);
  expect(a!.conduit.events['firehose misses']).toBeGreaterThan(99);
});
