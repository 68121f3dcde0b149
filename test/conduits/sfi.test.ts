/** The sfi conduit between ranks in one thread: whoever waits lets the others serve what has come to them. */
import { describe, expect, test } from 'vitest';
import type { AtomicOperation, AtomicType, Conduit, Host, RemoteMemory } from '../../runtime/conduits/conduit.ts';
import { network } from '../../runtime/conduits/sfi/index.ts';
import { Area } from '../../runtime/memory/area.ts';
import { at, DATA, hardwareOf, makeMemory, SHIFT } from '../fabrics/sfi/machine.ts';
import { waitingBy } from '../support/waiting.ts';

interface Rank {
  readonly host: Host;
  readonly conduit: Conduit;
  readonly memory: RemoteMemory;
  /** Bytes of the messages that have come. */
  readonly delivered: number[][];
  /** Replies to a request: their bytes. */
  readonly replies: number[];
}

class Failure extends Error {}

function makeRanks(count: number, variables: Record<string, string> = {}): Rank[] {
  const memory = makeMemory(count);
  const ranks: Rank[] = [];
  for (let rank = 0; rank < count; rank++) {
    const hardware = hardwareOf(memory, rank, count);
    const { space } = hardware;
    const host: Host = {
      ...hardware,
      area: new Area((1 << SHIFT) - network.area(count) - 64, (1 << SHIFT) - 64),
      segment: { start: DATA, end: 1 << 20 },
      variables,
      debug: true,
      deliver(message) {
        const me = ranks[rank]!;
        const [size, from] = [space.I32[message >>> 2]!, space.I32[(message >>> 2) + 1]!];
        me.delivered.push([...space.U8.subarray(message >>> 0, (message >>> 0) + size)]);
        if (from < 0) return;
        for (const bytes of me.replies) send(me, from, bytes, true);
      },
      ...waitingBy((turn) => {
        if (turn > 10_000) throw new Failure('nothing comes');
        for (const other of ranks) if (other.host !== host) other.conduit.messages.poll(turn % 2 === 1);
      }),
      misuse(message) {
        throw new Failure(message);
      },
      fail(message) {
        throw new Failure(message);
      },
    };
    const conduit = network.open(host);
    ranks.push({ host, conduit, memory: conduit.memory!, delivered: [], replies: [] });
  }
  return ranks;
}

/** A message of so many bytes; a request says who sends it, a reply -1. */
function send({ host, conduit }: Rank, to: number, size: number, reply = false): void {
  const { I32, U8, MYTHREAD } = host.space;
  const message = conduit.messages.prepare(to, size, reply);
  expect(message & 7).toBe(0);
  for (let i = 8; i < size; i++) U8[(message + i) >>> 0] = (i * 3 + size) & 255;
  I32[message >>> 2] = size;
  I32[(message >>> 2) + 1] = reply ? -1 : MYTHREAD;
  conduit.messages.commit(to, message, size, reply);
}

const offsetOf = (address: number) => address & ((1 << SHIFT) - 1);

const right = (bytes: readonly number[]) => bytes.every((byte, i) => i < 8 || byte === ((i * 3 + bytes.length) & 255));

function wait(done: () => boolean | undefined): void {
  for (let turn = 0; done() !== true; turn++) if (turn > 1000) throw new Error('never done');
}

function fill({ host }: Rank, address: number, size: number, seed: number): void {
  for (let i = 0; i < size; i++) host.space.U8[address + i] = (i * 5 + seed) & 255;
}

function equal({ host }: Rank, a: number, b: number, size: number): boolean {
  const { U8 } = host.space;
  return Buffer.compare(U8.subarray(a, a + size), U8.subarray(b, b + size)) === 0;
}

const MODES: readonly Record<string, string>[] = [{}, { PGAS_SFI_MODE: 'table' }];

describe.each(MODES)('%j', (variables) => {
  test('messages of all sizes arrive whole, and so do the replies', () => {
    const [a, b] = makeRanks(2, variables) as [Rank, Rank];
    const { largest } = a.conduit.messages;
    const sizes = [16, 17, 80, 191, 192, 193, 200, 1000, 4096, 4097, largest - 1, largest];
    for (const size of sizes) {
      b.replies.splice(0, 1, size);
      send(a, 1, size);
      for (let i = 0; i < 3; i++) for (const rank of [b, a]) rank.conduit.messages.poll(false);
    }
    for (const { delivered } of [a, b]) {
      expect(delivered.map(({ length }) => length)).toEqual(sizes);
      expect(delivered.every(right)).toBe(true);
    }
  });

  test('all flood all, with replies longer than requests, and nothing is lost', () => {
    const ranks = makeRanks(3, variables);
    const { largest } = ranks[0]!.conduit.messages;
    for (const rank of ranks) rank.replies.push(100, largest);
    for (let i = 0; i < 60; i++)
      for (const rank of ranks)
        for (let to = 0; to < 3; to++) if (to !== rank.host.space.MYTHREAD) send(rank, to, i % 3 === 0 ? 3000 : 64);
    for (let idle = 0; idle < 20; ) {
      const served = ranks.map(({ conduit }) => conduit.messages.poll(false));
      idle = served.includes(true) ? 0 : idle + 1;
    }
    for (const { delivered } of ranks) {
      expect(delivered.length).toBe(120 * 3);
      expect(delivered.every(right)).toBe(true);
    }
    const { events } = ranks[0]!.conduit;
    expect(events['receive buffers used up']).toBeGreaterThan(5);
    expect(events['messages from pooled buffers']).toBeGreaterThan(120);
  });

  test('while it waits to reply a rank serves replies alone', () => {
    const [a, b] = makeRanks(2, variables) as [Rank, Rank];
    send(b, 0, 64);
    send(b, 0, 64, true);
    expect(a.conduit.messages.poll(true)).toBe(true);
    expect(a.delivered.length).toBe(1);
    expect(a.conduit.messages.poll(true)).toBe(false);
    expect(a.conduit.messages.poll(false)).toBe(true);
    expect(a.delivered.length).toBe(2);
  });

  test('puts and gets of all kinds, sizes and alignments', () => {
    const [a, b] = makeRanks(2, variables) as [Rank, Rank];
    const { memory } = a;
    const put: Record<string, (to: number, from: number, size: number) => void> = {
      put: (to, from, size) => memory.put(1, to, from, size),
      putNb: (to, from, size) => waitFor(memory.putNb(1, to, from, size)),
      putNbBulk: (to, from, size) => waitFor(memory.putNbBulk(1, to, from, size)),
      putNbi: (to, from, size) => {
        memory.putNbi(1, to, from, size);
        wait(() => memory.putsDone());
      },
      putNbiBulk: (to, from, size) => {
        memory.putNbiBulk(1, to, from, size);
        wait(() => memory.putsDone());
      },
    };
    const get: Record<string, (to: number, from: number, size: number) => void> = {
      get: (to, from, size) => memory.get(to, 1, from, size),
      getNb: (to, from, size) => waitFor(memory.getNb(to, 1, from, size)),
      getNbi: (to, from, size) => {
        memory.getNbi(to, 1, from, size);
        wait(() => memory.getsDone());
      },
    };
    const waitFor = (handle: number) => handle !== 0 && wait(() => memory.test(handle));
    let seed = 0;
    for (const size of [1, 2, 3, 4, 7, 8, 16, 33, 191, 192, 193, 1000, 65_537])
      for (const offset of [0, 1, 3])
        for (const name of Object.keys(put)) {
          fill(a, at(0), size, ++seed);
          put[name]!(offsetOf(at(1, offset)), at(0), size);
          expect(equal(b, at(1, offset), at(0), size)).toBe(true);
          for (const back of Object.keys(get)) {
            const to = at(0, 100_000 + 5 - offset);
            fill(a, to, size, 99);
            get[back]!(to, offsetOf(at(1, offset)), size);
            expect(equal(a, to, at(1, offset), size)).toBe(true);
          }
        }
  });

  test('70000 operations under way at once', () => {
    const [a, b] = makeRanks(2, variables) as [Rank, Rank];
    const { I32 } = a.host.space;
    const handles = Array.from({ length: 70_000 }, (_, i) => {
      I32[at(0) >>> 2] = i;
      return a.memory.putNb(1, offsetOf(at(1, 4 * (i % 1000))), at(0), 4);
    });
    expect(new Set(handles).size).toBe(70_000);
    for (const handle of handles) wait(() => a.memory.test(handle));
    expect(b.host.space.I32[at(1, 4 * 999) >>> 2]).toBe(69_999);
    for (let i = 0; i < 70_000; i++) a.memory.putNbi(1, offsetOf(at(1)), at(0), 4);
    for (let i = 0; i < 70_000; i++) a.memory.getNbi(at(0), 1, offsetOf(at(1)), 4);
    wait(() => a.memory.putsDone());
    wait(() => a.memory.getsDone());
  });

  test('a handle that is done is given up, also when its place is used again', () => {
    const [a] = makeRanks(2, variables) as [Rank];
    const first = a.memory.getNb(at(0), 1, offsetOf(at(1)), 8);
    wait(() => a.memory.test(first));
    expect(a.memory.test(first)).toBeUndefined();
    const second = a.memory.getNb(at(0), 1, offsetOf(at(1)), 8);
    expect(a.memory.test(first)).toBeUndefined();
    wait(() => a.memory.test(second));
    expect(a.memory.test(0x7fffffff)).toBeUndefined();
  });

  test('atomic operations of all types', () => {
    const [a, b] = makeRanks(2, variables) as [Rank, Rank];
    const { space } = a.host;
    const views: Record<AtomicType, [Int32Array | BigInt64Array | Float32Array | Float64Array, number]> = {
      i32: [space.I32, 2],
      u32: [space.I32, 2],
      i64: [space.I64, 3],
      u64: [space.I64, 3],
      f32: [space.F32, 2],
      f64: [space.F64, 3],
    };
    const run = (operation: AtomicOperation, type: AtomicType, old: number, operand: number, compare = 0) => {
      const [view, shift] = views[type];
      const put = (address: number, value: number) => {
        view[address >>> shift] = view instanceof BigInt64Array ? BigInt(value) : value;
      };
      put(at(1), old);
      put(at(0), operand);
      put(at(0, 8), compare);
      put(at(0, 16), 77);
      const handle = a.memory.atomic!(operation, type, 1, offsetOf(at(1)), at(0), at(0, 8), at(0, 16));
      if (handle === undefined) return undefined;
      wait(() => a.memory.test(handle));
      return [Number(view[at(0, 16) >>> shift]), Number(view[at(1) >>> shift])];
    };
    for (const type of Object.keys(views) as AtomicType[]) {
      const floating = type[0] === 'f';
      expect(run('add', type, 5, 3)).toEqual([5, 8]);
      expect(run('mult', type, 5, 3)).toEqual([5, 15]);
      expect(run('min', type, 5, 3)).toEqual([5, 3]);
      expect(run('max', type, 5, 3)).toEqual([5, 5]);
      expect(run('min', type, 5, -3)).toEqual([5, type[0] === 'u' ? 5 : -3]);
      expect(run('and', type, 12, 10)).toEqual(floating ? undefined : [12, 8]);
      expect(run('or', type, 12, 10)).toEqual(floating ? undefined : [12, 14]);
      expect(run('xor', type, 12, 10)).toEqual(floating ? undefined : [12, 6]);
      expect(run('set', type, 12, 10)).toEqual([12, 10]);
      expect(run('get', type, 12, 10)).toEqual([12, 12]);
      expect(run('cas', type, 12, 10, 12)).toEqual([12, 10]);
      expect(run('cas', type, 12, 10, 11)).toEqual([12, 12]);
    }
    space.I32[at(1) >>> 2] = 1;
    space.I32[at(0) >>> 2] = 2;
    const handle = a.memory.atomic!('add', 'i32', 1, offsetOf(at(1)), at(0), 0, 0)!;
    wait(() => a.memory.test(handle));
    expect(b.host.space.I32[at(1) >>> 2]).toBe(3);
  });
});

test('what is chosen wrongly is told', () => {
  expect(() => makeRanks(1, { PGAS_PROVIDER: 'psm' })).toThrow(
    'PGAS_PROVIDER=psm: no provider of SFI with this name has what this network needs; there are shm, null, ofi and ofi:NAME',
  );
  expect(() => makeRanks(1, { PGAS_SFI_MODE: 'fast' })).toThrow('PGAS_SFI_MODE=fast: it must be direct or table');
});

test('an access behind the segment of a rank is refused', () => {
  const [a] = makeRanks(2) as [Rank];
  const { end } = a.host.segment;
  a.memory.put(1, end - 4, at(0), 4);
  a.memory.get(at(0), 1, end - 4, 4);
  const place = `of 4 bytes at 0x${(end - 2).toString(16)} of rank 1`;
  expect(() => a.memory.put(1, end - 2, at(0), 4)).toThrow(`sfi: put ${place}: the target does not permit it`);
  expect(() => a.memory.get(at(0), 1, end - 2, 4)).toThrow(`sfi: read ${place} with key 1: invalid argument`);
});

test('an access beyond the memory of a rank says where', () => {
  const [a] = makeRanks(2) as [Rank];
  const end = 2 ** SHIFT - 2;
  expect(() => a.memory.put(1, end, at(0), 4)).toThrow(
    `sfi: put of 4 bytes at 0x${end.toString(16)} of rank 1: the target does not permit it`,
  );
  expect(() => a.memory.get(at(0), 1, end, 4)).toThrow(
    `sfi: read of 4 bytes at 0x${end.toString(16)} of rank 1 with key 1: invalid argument`,
  );
});

test('with the provider "null" one rank goes through all the motions', () => {
  const [a] = makeRanks(2, { PGAS_PROVIDER: 'null' }) as [Rank];
  a.memory.put(1, offsetOf(at(1)), at(0), 4);
  a.memory.put(1, offsetOf(at(1)), at(0), 4000);
  a.memory.get(at(0), 1, offsetOf(at(1)), 4);
  const handle = a.memory.putNbBulk(1, offsetOf(at(1)), at(0), 4);
  wait(() => a.memory.test(handle));
  for (let i = 0; i < 5000; i++) a.memory.putNbi(1, offsetOf(at(1)), at(0), 8);
  wait(() => a.memory.putsDone());
  for (let i = 0; i < 100; i++) for (const size of [64, 1000]) send(a, 1, size);
  expect(a.conduit.messages.poll(false)).toBe(false);
  expect(a.delivered.length).toBe(0);
});

test('the area is enough for any number of ranks', () => {
  for (const ranks of [1, 2, 100, 1000, 4000]) expect(network.area(ranks)).toBeLessThan(900_000);
  expect(network.area(4000)).toBeLessThan(128 * 1024);
});
