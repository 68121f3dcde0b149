/** The ARMCI paper's protocols: regions and their cache, fall-backs, conflicts, atomics, strided; messages; handles. */
import { expect, test } from 'vitest';
import type { AtomicOperation, AtomicType } from '../../../runtime/conduits/conduit.ts';
import { fillUp, makeRanks, pollAll, type Rank } from './ranks.ts';

const MIB = 1 << 20;

function memoryOf({ conduit }: Rank) {
  return conduit.memory!;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

test('messages of all sizes arrive, requests and replies', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  const { messages } = a.conduit;
  for (const size of [4, 16, 80, 512, 513, 4000, messages.largest])
    for (const reply of [false, true]) {
      const message = messages.prepare(1, size, reply);
      expect(message & 7).toBe(0);
      a.space.I32[message >>> 2] = size;
      messages.commit(1, message, size, reply);
      pollAll([b]);
      expect(b.arrived.pop()).toBe(size);
    }
});

test('replies are served alone when asked for', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  for (const reply of [false, true]) {
    const message = a.conduit.messages.prepare(1, 8, reply);
    a.space.I32[message >>> 2] = Number(reply);
    a.conduit.messages.commit(1, message, 8, reply);
  }
  expect(b.conduit.messages.poll(true)).toBe(true);
  expect(b.arrived).toEqual([1]);
  expect(b.conduit.messages.poll(true)).toBe(false);
  expect(b.conduit.messages.poll(false)).toBe(true);
  expect(b.arrived).toEqual([1, 0]);
});

test('all flood all: nothing is lost, nobody is locked out', () => {
  const ranks = makeRanks(3);
  for (let i = 0; i < 3000; i++)
    for (const [from, { conduit, space }] of ranks.entries()) {
      const to = (from + 1 + (i & 1)) % 3;
      const message = conduit.messages.prepare(to, 200, false);
      space.I32[message >>> 2] = i;
      conduit.messages.commit(to, message, 200, false);
    }
  pollAll(ranks);
  for (const { arrived } of ranks) {
    expect(arrived).toHaveLength(3000);
    expect(arrived.reduce((sum, i) => sum + i)).toBe((2999 * 3000) / 2);
  }
});

test('first without regions, and by RDMA when the owner has answered', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  const { events } = a.conduit;
  fillUp(a.bytes(0, 100), 1);
  memoryOf(a).put(...b.of(7), a.at(1), 90);
  expect(same(b.bytes(7, 90), a.bytes(1, 90))).toBe(true);
  expect([events['fall-back puts'], events['RDMA puts'], events['region cache misses']]).toEqual([1, 0, 1]);
  pollAll([a, b]);
  memoryOf(a).put(...b.of(1000), a.at(1), 99);
  expect(same(b.bytes(1000, 99), a.bytes(1, 99))).toBe(true);
  memoryOf(a).get(a.at(5000), ...b.of(7), 90);
  expect(same(a.bytes(5000, 90), b.bytes(7, 90))).toBe(true);
  expect([events['fall-back puts'], events['RDMA puts'], events['RDMA gets'], events['region cache misses']]).toEqual([
    1, 1, 1, 1,
  ]);
  expect(events['region cache hits']).toBe(2);
});

test('an owner that cannot register: puts go plainly, gets by a message', () => {
  const world = { deaf: false };
  const [a, b] = makeRanks(2, { PGAS_PAMI_REGIONS: '0' }, world) as [Rank, Rank];
  fillUp(b.bytes(0, 3 * MIB), 3);
  memoryOf(a).get(a.at(5), ...b.of(0), 3 * MIB);
  expect(same(a.bytes(5, 3 * MIB), b.bytes(0, 3 * MIB))).toBe(true);
  pollAll([a, b]);
  world.deaf = true;
  memoryOf(a).put(...b.of(9), a.at(100), 8); // the target takes no part
  world.deaf = false;
  memoryOf(a).get(a.at(0), ...b.of(9), 8);
  expect(same(a.bytes(0, 8), a.bytes(100, 8))).toBe(true);
  const { events } = a.conduit;
  expect([events['RDMA puts'], events['RDMA gets']]).toEqual([0, 0]);
  expect(events['fall-back gets']).toBeGreaterThan(3);
});

test('transfers over several chunks, misaligned on both sides', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  const size = 3 * MIB + 12345;
  fillUp(a.bytes(3, size), 8);
  for (let round = 0; round < 2; round++) {
    b.bytes(0, 5 * MIB).fill(0);
    memoryOf(a).put(...b.of(777_777), a.at(3), size);
    expect(same(b.bytes(777_777, size), a.bytes(3, size))).toBe(true);
    expect([b.bytes(777_776, 1)[0], b.bytes(777_777 + size, 1)[0]]).toEqual([0, 0]);
    pollAll([a, b]);
  }
  const before = a.conduit.events['RDMA puts']!;
  expect(before).toBeGreaterThan(3);
  a.bytes(3, size).fill(0);
  memoryOf(a).get(a.at(3), ...b.of(777_777), size);
  expect(same(b.bytes(777_777, size), a.bytes(3, size))).toBe(true);
  expect(a.conduit.events['fall-back gets']).toBe(0);
});

test('the region used least often makes room', () => {
  const [a, b] = makeRanks(2, { PGAS_PAMI_CACHE: '2' }) as [Rank, Rank];
  const { events } = a.conduit;
  const touch = (chunk: number) => {
    memoryOf(a).put(...b.of(chunk * MIB), a.at(0), 4);
    pollAll([a, b]);
  };
  for (const chunk of [0, 0, 0, 1, 1]) touch(chunk);
  expect([events['region cache misses'], events['region cache evictions']]).toEqual([2, 0]);
  touch(2); // in place of 1
  expect(events['region cache evictions']).toBe(1);
  touch(0);
  expect(events['region cache misses']).toBe(3);
  touch(1); // in place of 2
  touch(0);
  expect([events['region cache misses'], events['region cache evictions']]).toEqual([4, 2]);
});

test('a get waits for puts to its region, not for those to others', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  const { events } = a.conduit;
  for (const chunk of [0, 1]) memoryOf(a).put(...b.of(chunk * MIB), a.at(0), 4);
  pollAll([a, b]);
  memoryOf(a).putNbiBulk(...b.of(100), a.at(0), 8);
  memoryOf(a).getNbi(a.at(64), ...b.of(MIB), 8);
  expect([events.fences, events['fences spared']]).toEqual([0, 1]);
  memoryOf(a).getNbi(a.at(64), ...b.of(96), 8);
  expect([events.fences, events['fences spared']]).toEqual([1, 1]);
  memoryOf(a).getNbi(a.at(64), ...b.of(96), 8); // no operation is outstanding any more
  expect([events.fences, events['fences spared']]).toEqual([1, 1]);
});

test('a region that makes room while a get waits is asked for again, not taken for another', () => {
  const [a, b] = makeRanks(2, { PGAS_PAMI_CACHE: '1' }) as [Rank, Rank];
  for (let i = 0; i < 50; i++) {
    fillUp(b.bytes(0, 64), i);
    fillUp(b.bytes(MIB, 64), i + 100);
    memoryOf(a).put(...b.of(0), a.at(64), 8);
    pollAll([a, b]);
    memoryOf(a).putNbiBulk(...b.of(MIB), a.at(64), 8); // asks for the region
    b.conduit.messages.poll(false); // and is answered while the get waits for the put
    memoryOf(a).get(a.at(0), ...b.of(0), 48);
    expect(same(a.bytes(0, 48), b.bytes(0, 48))).toBe(true);
    memoryOf(a).get(a.at(0), ...b.of(MIB), 48);
    expect(same(a.bytes(0, 48), b.bytes(MIB, 48))).toBe(true);
  }
});

test('the status of a region lasts over hundreds of times of writing', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  memoryOf(a).put(...b.of(0), a.at(0), 4);
  pollAll([a, b]);
  for (let i = 0; i < 600; i++) {
    a.space.I32[a.at(0) >>> 2] = i;
    memoryOf(a).putNbiBulk(...b.of(0), a.at(0), 4);
    memoryOf(a).get(a.at(8), ...b.of(0), 4);
    expect(a.space.I32[a.at(8) >>> 2]).toBe(i);
  }
  expect(a.conduit.events.fences).toBe(600);
});

test('handles: many at a time, done once, known no more afterwards', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  memoryOf(a).put(...b.of(0), a.at(0), 4);
  pollAll([a, b]);
  const count = 70_000;
  const handles = Array.from({ length: count }, (_, i) => {
    a.space.I32[a.at(0) >>> 2] = i;
    return i & 1 ? memoryOf(a).putNb(...b.of(4 * i), a.at(0), 4) : memoryOf(a).getNb(a.at(16), ...b.of(4 * i), 4);
  });
  expect(new Set(handles).size).toBe(count);
  expect(handles.every((handle) => handle > 0)).toBe(true);
  expect(memoryOf(a).test(handles[count - 1]! + 1)).toBe(undefined);
  for (const handle of handles) expect(memoryOf(a).test(handle)).toBe(true);
  expect(handles.every((handle) => memoryOf(a).test(handle) === undefined)).toBe(true);
  for (let i = 1; i < count; i += 2) if (b.space.I32[b.at(4 * i) >>> 2] !== i) throw new Error(`${i}`);
  for (let i = 0; i < count; i++) memoryOf(a).putNbiBulk(...b.of(4 * i), a.at(0), 4);
  expect(memoryOf(a).putsDone()).toBe(true);
  const again = memoryOf(a).putNb(...b.of(0), a.at(0), 4);
  expect(handles).not.toContain(again);
});

test('the source of a put may change at once', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  for (let i = 0; i < 100; i++) {
    a.space.I32[a.at(0) >>> 2] = i;
    memoryOf(a).putNbi(...b.of(4 * i), a.at(0), 4);
  }
  while (!memoryOf(a).putsDone()) pollAll([a, b]);
  expect(Array.from({ length: 100 }, (_, i) => b.space.I32[b.at(4 * i) >>> 2])).toEqual(
    Array.from({ length: 100 }, (_, i) => i),
  );
});

const CASES: readonly (readonly [AtomicOperation, AtomicType, bigint | number, bigint | number, bigint | number])[] = [
  ['add', 'i32', 2 ** 31 - 1, 2, -(2 ** 31) + 1],
  ['add', 'u64', -1n, 2n, 1n],
  ['mult', 'i32', 123456789, 987654321, Math.imul(123456789, 987654321)],
  ['mult', 'i64', 1n << 40n, 1n << 30n, 0n],
  ['min', 'i32', -5, 3, -5],
  ['min', 'u32', -5, 3, 3],
  ['max', 'u64', -1n, 7n, -1n],
  ['max', 'i64', -1n, 7n, 7n],
  ['and', 'i64', 0xff00ffn, 0xf0fn, 0xfn],
  ['or', 'u32', 5, 10, 15],
  ['xor', 'i32', 5, 12, 9],
  ['set', 'i64', 5n, 12n, 12n],
  ['get', 'i32', 5, 12, 5],
  ['add', 'f64', 0.5, 0.25, 0.75],
  ['mult', 'f32', 1.5, -2, -3],
  ['max', 'f64', -0.5, -1, -0.5],
];

test('atomics by message, of all types', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  const viewOf = (type: AtomicType) => {
    const { I32, I64, F32, F64 } = a.space;
    return { i32: I32, u32: I32, i64: I64, u64: I64, f32: F32, f64: F64 }[type];
  };
  const atomic = memoryOf(a).atomic!;
  const wait = (handle: number) => {
    while (memoryOf(a).test(handle) === false) pollAll([b]);
  };
  for (const [operation, type, old, operand, changed] of CASES) {
    const view = viewOf(type);
    const index = (address: number) => address >>> (view.BYTES_PER_ELEMENT === 8 ? 3 : 2);
    view[index(b.at(64))] = old;
    view[index(a.at(0))] = operand;
    wait(atomic(operation, type, ...b.of(64), a.at(0), 0, a.at(32))!);
    expect([view[index(b.at(64))], view[index(a.at(32))]], operation + type).toEqual([changed, old]);
  }
  const { I64 } = a.space;
  I64[b.at(64) >>> 3] = 10n;
  I64[a.at(0) >>> 3] = 20n;
  I64[a.at(8) >>> 3] = 11n;
  wait(atomic('cas', 'i64', ...b.of(64), a.at(0), a.at(8), a.at(32))!);
  expect([I64[b.at(64) >>> 3], I64[a.at(32) >>> 3]]).toEqual([10n, 10n]);
  I64[a.at(8) >>> 3] = 10n;
  wait(atomic('cas', 'i64', ...b.of(64), a.at(0), a.at(8), 0)!);
  expect([I64[b.at(64) >>> 3], I64[a.at(32) >>> 3]]).toEqual([20n, 10n]);
  expect(b.conduit.events['AMOs served by main thread']).toBe(CASES.length + 2);
});

test('strided: tall and skinny, broad, backwards, three-dimensional', () => {
  const [a, b] = makeRanks(2) as [Rank, Rank];
  const patches: readonly (readonly [counts: number[], to: number[], from: number[]])[] = [
    [[8, 500], [16], [4000]],
    [[1000, 20], [1500], [1000]],
    [
      [3, 5, 7, 11],
      [4, 30, 300],
      [10, 60, 600],
    ],
    [[4, 100], [-8], [12]],
    [[5], [], []],
    [
      [6, 1, 9],
      [99, 6],
      [77, 6],
    ],
    [[4, 0], [8], [8]],
  ];
  const start = 500_000;
  for (const [counts, to, from] of patches)
    for (const isPut of [true, false]) {
      const [origin, target] = isPut ? [a, b] : [b, a];
      fillUp(origin.bytes(0, 2 * MIB), counts.length);
      target.bytes(0, 2 * MIB).fill(255);
      const strides = [Int32Array.from(to), Int32Array.from(from)] as const;
      const sizes = Uint32Array.from(counts);
      const handle = isPut
        ? memoryOf(a).putStrided!(...b.of(start), strides[0], a.at(start), strides[1], sizes)
        : memoryOf(a).getStrided!(a.at(start), strides[0], ...b.of(start), strides[1], sizes);
      while (memoryOf(a).test(handle) === false) pollAll([b]);
      const expected = new Uint8Array(2 * MIB).fill(255);
      const walk = (dimension: number, t: number, f: number): void => {
        for (let i = 0; i < counts[dimension]!; i++)
          if (dimension === 0) expected[t + i] = origin.bytes(f + i, 1)[0]!;
          else walk(dimension - 1, t + i * to[dimension - 1]!, f + i * from[dimension - 1]!);
      };
      walk(counts.length - 1, start, start);
      expect(same(target.bytes(0, 2 * MIB), expected), `${counts} ${isPut}`).toBe(true);
    }
});

test('the null provider completes at the entry point', () => {
  const [a, b] = makeRanks(2, { PGAS_PROVIDER: 'null' }, { deaf: true }) as [Rank, Rank];
  a.space.I32[a.at(0) >>> 2] = 5;
  memoryOf(a).put(...b.of(0), a.at(0), 4);
  memoryOf(a).putNbi(...b.of(0), a.at(0), 4);
  expect([memoryOf(a).putsDone(), memoryOf(a).getsDone()]).toEqual([true, true]);
  expect(memoryOf(a).test(memoryOf(a).putNb(...b.of(0), a.at(0), 4))).toBe(true);
  const message = a.conduit.messages.prepare(1, 8, false);
  a.conduit.messages.commit(1, message, 8, false);
  expect(b.space.I32[b.at(0) >>> 2]).toBe(0);
});

test('wrong settings are told', () => {
  expect(() => makeRanks(1, { PGAS_PROVIDER: 'ib' })).toThrow('PGAS_PROVIDER=ib: it must be shm or null');
  expect(() => makeRanks(1, { PGAS_PAMI_PROGRESS: 'yes' })).toThrow(
    'PGAS_PAMI_PROGRESS=yes: it must be default or async',
  );
  expect(() => makeRanks(1, { PGAS_PAMI_CACHE: '0' })).toThrow(
    'PGAS_PAMI_CACHE=0: it must be a number from 1 to 32767',
  );
});
