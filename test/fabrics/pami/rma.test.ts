/** One-sided transfers, memory regions, atomic operations, fences; clients and endpoints. */
import { describe, expect, test } from 'vitest';
import * as attributes from '../../../runtime/fabrics/pami/attributes.ts';
import { Client, wtime } from '../../../runtime/fabrics/pami/client.ts';
import { offsetOf, taskOf } from '../../../runtime/fabrics/pami/endpoint.ts';
import { hints } from '../../../runtime/fabrics/pami/hints.ts';
import { LARGEST_MEMREGION, MEMREGION_SIZE, Memregion } from '../../../runtime/fabrics/pami/memregion.ts';
import {
  Get,
  GetTyped,
  Put,
  PutTyped,
  Rget,
  Rmw,
  Rput,
  RputTyped,
  Send,
} from '../../../runtime/fabrics/pami/parameters.ts';
import * as types from '../../../runtime/fabrics/pami/predefined.ts';
import * as results from '../../../runtime/fabrics/pami/results.ts';
import * as rmw from '../../../runtime/fabrics/pami/rmw.ts';
import { Type } from '../../../runtime/fabrics/pami/type.ts';
import { ARRANGEMENTS } from '../hardware.ts';
import { fillUp, hardwareOf, makeMemory, settle, type Task, tasksOn } from './tasks.ts';

describe.each(ARRANGEMENTS)('%s', (arrangement) => {
  const makeTasks = tasksOn(arrangement);

  test('put and get, of all sizes and alignments, with both completions', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    for (const size of [1, 2, 3, 4, 8, 9, 255, 70_000]) {
      const events: string[] = [];
      const event = (name: string) => (_: unknown, cookie: number) => void events.push(`${name} ${cookie}`);
      fillUp(a.bytes(3, size), size);
      const p = { dest: a.to(1), bytes: size, cookie: size, local: a.at(3), remote: b.at(1001), doneFn: event('done') };
      expect(a.context.put(Object.assign(new Put(), p, { rdoneFn: event('rdone') }))).toBe(results.PAMI_SUCCESS);
      expect(events).toEqual([]);
      settle([a]);
      expect(events).toEqual([`done ${size}`, `rdone ${size}`]);
      expect(Buffer.compare(b.bytes(1001, size), a.bytes(3, size))).toBe(0);
      expect(a.context.get(Object.assign(new Get(), p, { local: a.at(200_000) }))).toBe(results.PAMI_SUCCESS);
      settle([a]);
      expect(Buffer.compare(a.bytes(200_000, size), a.bytes(3, size))).toBe(0);
    }
  });

  test('what is wrong with a transfer is refused', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const good = { dest: a.to(1), bytes: 8, local: a.at(0), remote: b.at(0) };
    const put = (change: Partial<Put>) => a.context.put(Object.assign(new Put(), good, change));
    expect(put({ bytes: 0 })).toBe(results.PAMI_INVAL);
    expect(results.errorText()).toBe('PAMI_Put: 0 bytes: a transfer has at least 1');
    const end = b.at(0) + (1 << 22) - 65536;
    expect(put({ remote: end })).toBe(results.PAMI_INVAL);
    expect(results.errorText()).toBe(`PAMI_Put: 8 bytes at 0x${end.toString(16)} are not in the memory of task 1`);
    expect(put({ remote: end - 4 })).toBe(results.PAMI_INVAL);
    expect(put({ dest: 5 })).toBe(results.PAMI_INVAL);
    expect(put({ hints: hints({ bufferRegistered: true, useRdma: false }) })).toBe(results.PAMI_INVAL);
    expect(put({})).toBe(results.PAMI_SUCCESS);
  });

  test('rput and rget by handles that travel as data', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const [mine, theirs, copy] = [new Memregion(), new Memregion(), new Memregion()];
    expect(a.context.memregionCreate(a.at(0), 5000, mine)).toBe(results.PAMI_SUCCESS);
    expect(b.context.memregionCreate(b.at(100), 1000, theirs)).toBe(results.PAMI_SUCCESS);
    expect(a.client.query(attributes.PAMI_CLIENT_MEMREGION_SIZE)).toBe(MEMREGION_SIZE);
    theirs.write(a.space.I32, a.at(8000) >>> 2);
    copy.read(a.space.I32, a.at(8000) >>> 2);
    fillUp(a.bytes(0, 300), 9);
    const p = { dest: a.to(1), bytes: 300, localRegion: mine, localOffset: 0, remoteRegion: copy, remoteOffset: 700 };
    expect(a.context.rput(Object.assign(new Rput(), p))).toBe(results.PAMI_SUCCESS);
    expect(b.bytes(800, 300)).toEqual(a.bytes(0, 300));
    expect(a.context.rget(Object.assign(new Rget(), p, { localOffset: 4700 }))).toBe(results.PAMI_SUCCESS);
    expect(a.bytes(4700, 300)).toEqual(a.bytes(0, 300));
    expect(a.context.rput(Object.assign(new Rput(), p, { remoteOffset: 701 }))).toBe(results.PAMI_INVAL);
    expect(results.errorText()).toBe(
      'PAMI_Rput: bytes 701 to 1001 of the remote memory region of 1000 bytes at ' +
        `0x${b.at(100).toString(16)}: it is not so large, not of task 1, or was destroyed`,
    );
    expect(a.context.rget(Object.assign(new Rget(), p, { localRegion: theirs }))).toBe(results.PAMI_INVAL);
    expect(b.context.memregionDestroy(theirs)).toBe(results.PAMI_SUCCESS);
    expect(b.context.memregionDestroy(theirs)).toBe(results.PAMI_INVAL);
    expect(a.context.rput(Object.assign(new Rput(), p))).toBe(results.PAMI_INVAL); // the copy is stale
  });

  test('a memory region may be smaller than asked for, and there are only so many', () => {
    const [a] = makeTasks(2, { memregions: 3 }) as [Task, Task];
    const regions = [new Memregion(), new Memregion(), new Memregion(), new Memregion()];
    expect(a.context.memregionCreate(a.at(0), 2 * LARGEST_MEMREGION, regions[0]!)).toBe(results.PAMI_SUCCESS);
    expect(regions[0]!.bytes).toBe((1 << 22) - 65536);
    expect(a.context.memregionCreate(a.at(0), 100, regions[1]!)).toBe(results.PAMI_SUCCESS); // overlaps
    expect(a.context.memregionCreate(a.at(0), 100, regions[2]!)).toBe(results.PAMI_SUCCESS);
    expect(a.context.memregionCreate(a.at(0), 100, regions[3]!)).toBe(results.PAMI_ENOMEM);
    expect(a.context.memregionCreate(a.at(0), 0, regions[3]!)).toBe(results.PAMI_INVAL);
    expect(a.context.memregionDestroy(regions[1]!)).toBe(results.PAMI_SUCCESS);
    expect(a.context.memregionCreate(a.at(0), 100, regions[3]!)).toBe(results.PAMI_SUCCESS);
  });

  test('typed transfers: a column into a row and back, by address and by regions', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const column = new Type();
    column.addSimple(4, 0, 50, 400);
    column.complete(4);
    fillUp(a.bytes(0, 20_000), 2);
    const p = { dest: a.to(1), bytes: 200, local: a.at(0), remote: b.at(0), localType: column, remoteType: undefined };
    expect(a.context.putTyped(Object.assign(new PutTyped(), p))).toBe(results.PAMI_SUCCESS);
    const expected = Array.from({ length: 200 }, (_, i) => a.bytes(400 * (i >> 2) + (i & 3), 1)[0]);
    expect([...b.bytes(0, 200)]).toEqual(expected);
    const back = {
      ...p,
      local: a.at(100_000),
      localType: undefined,
      remote: b.at(0),
      remoteType: types.PAMI_TYPE_DOUBLE,
    };
    expect(a.context.getTyped(Object.assign(new GetTyped(), back))).toBe(results.PAMI_SUCCESS);
    expect([...a.bytes(100_000, 200)]).toEqual(expected);
    const [mine, theirs] = [new Memregion(), new Memregion()];
    a.context.memregionCreate(a.at(0), 20_000, mine);
    b.context.memregionCreate(b.at(0), 20_000, theirs);
    const regions = {
      ...p,
      localRegion: mine,
      localOffset: 500,
      remoteRegion: theirs,
      remoteOffset: 1000,
      remoteType: column,
    };
    expect(a.context.rputTyped(Object.assign(new RputTyped(), regions, { remoteOffset: 0 }))).toBe(results.PAMI_INVAL); // 4 + 50 * 400 bytes
    expect(a.context.rputTyped(Object.assign(new RputTyped(), regions, { localOffset: 0, remoteOffset: 0 }))).toBe(
      results.PAMI_SUCCESS,
    );
    expect(b.bytes(49 * 400, 4)).toEqual(a.bytes(49 * 400, 4));
    const open = new Type();
    open.addSimple(4, 0, 2, 8);
    expect(a.context.putTyped(Object.assign(new PutTyped(), p, { localType: open }))).toBe(results.PAMI_INVAL);
  });

  const { PAMI_ATOMIC_FETCH: FETCH, PAMI_ATOMIC_COMPARE: COMPARE } = rmw;
  const CODES: readonly (readonly [code: number, result: (old: bigint, value: bigint) => bigint])[] = [
    [rmw.PAMI_ATOMIC_SET, (_, value) => value],
    [rmw.PAMI_ATOMIC_ADD, (old, value) => old + value],
    [rmw.PAMI_ATOMIC_OR, (old, value) => old | value],
    [rmw.PAMI_ATOMIC_AND, (old, value) => old & value],
    [rmw.PAMI_ATOMIC_XOR, (old, value) => old ^ value],
  ];

  test('all 21 atomic operations, on 4 and 8 bytes', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    let count = 0;
    for (const [type, bits] of [
      [types.PAMI_TYPE_SIGNED_INT, 32],
      [types.PAMI_TYPE_UNSIGNED_LONG_LONG, 64],
    ] as const) {
      const index = (address: number) => address >>> (bits === 64 ? 3 : 2);
      const write = ({ space }: Task, address: number, value: bigint) => {
        if (bits === 64) space.I64[index(address)] = value;
        else space.I32[index(address)] = Number(BigInt.asIntN(32, value));
      };
      const read = ({ space }: Task, address: number) =>
        bits === 64 ? space.I64[index(address)]! : BigInt(space.I32[index(address)]!);
      const old = BigInt.asIntN(bits, 0x7fff_ffff_7ff0_1234n);
      const value = 0x1_0000_00ffn;
      const run = (operation: number, test: bigint) => {
        write(b, b.at(64), old);
        write(a, a.at(0), 1n);
        write(a, a.at(8), value);
        write(a, a.at(16), test);
        let done = 0;
        const p = { dest: a.to(1), local: a.at(0), remote: b.at(64), value: a.at(8), test: a.at(16), operation, type };
        expect(a.context.rmw(Object.assign(new Rmw(), p, { doneFn: () => void done++ }))).toBe(results.PAMI_SUCCESS);
        settle([a]);
        expect(done).toBe(1);
        if (bits === 64) count++;
        return [read(b, b.at(64)), read(a, a.at(0))];
      };
      for (const [code, result] of CODES) {
        const changed = BigInt.asIntN(bits, result(old, BigInt.asIntN(bits, value)));
        expect(run(code, 0n)).toEqual([changed, 1n]);
        expect(run(code | FETCH, 0n)).toEqual([changed, old]);
        expect(run(code | COMPARE, old)).toEqual([changed, 1n]);
        expect(run(code | COMPARE | FETCH, old - 1n)).toEqual([old, old]);
      }
      expect(run(FETCH, 0n)).toEqual([old, old]);
    }
    expect(count).toBe(21);
  });

  test('atomic operations are ordered with nothing', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const order: number[] = [];
    const p = {
      dest: a.to(1),
      remote: b.at(0),
      value: a.at(0),
      operation: rmw.PAMI_ATOMIC_ADD,
      type: types.PAMI_TYPE_SIGNED_INT,
    };
    for (const cookie of [1, 2, 3])
      a.context.rmw(
        Object.assign(new Rmw(), p, { cookie, doneFn: (_: unknown, which: number) => void order.push(which) }),
      );
    settle([a]);
    expect(order).toEqual([3, 2, 1]);
    const wrong = (change: Partial<Rmw>) => a.context.rmw(Object.assign(new Rmw(), p, change));
    expect(wrong({ operation: COMPARE })).toBe(results.PAMI_INVAL);
    expect(wrong({ operation: 24 })).toBe(results.PAMI_INVAL);
    expect(wrong({ type: types.PAMI_TYPE_DOUBLE })).toBe(results.PAMI_INVAL);
    expect(wrong({ remote: b.at(2) })).toBe(results.PAMI_INVAL);
    expect(results.errorText()).toBe(`PAMI_Rmw: address 0x${b.at(2).toString(16)} is not a multiple of 4`);
  });

  test('a fence is told when what was issued before is complete', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const events: string[] = [];
    const event = (name: string) => () => void events.push(name);
    expect(a.context.fenceAll(event('early'), 0)).toBe(results.PAMI_INVAL);
    expect([a.context.fenceBegin(), a.context.fenceBegin()]).toEqual([results.PAMI_SUCCESS, results.PAMI_INVAL]);
    b.context.dispatchSet(1, () => {}, 0, 0);
    const put = { dest: a.to(1), bytes: 8, local: a.at(0), remote: b.at(0), rdoneFn: event('put') };
    a.context.put(Object.assign(new Put(), put));
    expect(a.context.fenceEndpoint(event('fence 1'), 0, a.to(1))).toBe(results.PAMI_SUCCESS);
    const send = { dispatch: 1, dest: a.to(1), data: a.at(0), dataBytes: 8, remoteFn: event('received') };
    a.context.send(Object.assign(new Send(), send));
    a.context.fenceAll(event('fence 2'), 0);
    a.context.fenceEndpoint(event('fence 0'), 0, a.to(0));
    settle([a]);
    expect(events).toEqual(['put', 'fence 0']); // the message is not received: fence 1 knows only its destination
    settle([a, b]);
    expect(events).toEqual(['put', 'fence 0', 'received', 'fence 1', 'fence 2']);
    expect([a.context.fenceEnd(), a.context.fenceEnd()]).toEqual([results.PAMI_SUCCESS, results.PAMI_INVAL]);
  });

  test('clients: several, with attributes and endpoints of their own', () => {
    const hardware = hardwareOf(makeMemory(3), 2, 3);
    const [first, second] = [
      new Client('upc', hardware, { contexts: 2 }),
      new Client('shmem', hardware, { contexts: 1, provider: 'null' }),
    ];
    expect(first.contextCreatev(2)).toHaveLength(2);
    expect(() => first.contextCreatev(1)).toThrow(
      'PAMI_Context_createv: the client has its contexts already (PAMI_ERROR)',
    );
    expect(() => second.contextCreatev(2)).toThrow('2 contexts: the client may have 1 to 1 (PAMI_INVAL)');
    expect([attributes.PAMI_CLIENT_TASK_ID, attributes.PAMI_CLIENT_NUM_TASKS].map((a) => first.query(a))).toEqual([
      2, 3,
    ]);
    expect(first.query(attributes.PAMI_CLIENT_LOCAL_TASKS)).toEqual([0, 1, 2]);
    expect(() => first.query(999)).toThrow('PAMI_INVAL');
    expect(first.update(attributes.PAMI_CLIENT_TASK_ID)).toBe(results.PAMI_INVAL);
    const { endpoint } = first.contexts[1]!;
    expect([taskOf(endpoint), offsetOf(endpoint)]).toEqual([2, 1]);
    expect(second.contextCreatev(1)[0]!.endpoint).not.toBe(first.contexts[0]!.endpoint);
    expect([first.destroy(), first.contextDestroyv(), first.destroy()]).toEqual([1, 0, 0]);
    expect(() => new Client('x', hardware, { contexts: 1, provider: 'ib' })).toThrow(
      'there is no provider ib; there are shm, null',
    );
    const before = wtime();
    expect(wtime()).toBeGreaterThanOrEqual(before);
  });
});
