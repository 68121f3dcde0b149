/** Active messages: immediate, with events, streams, typed; dispatches that come later; rooms that are full. */
import { describe, expect, test } from 'vitest';
import { hints } from '../../../runtime/fabrics/pami/hints.ts';
import { Send, SendImmediate, SendTyped } from '../../../runtime/fabrics/pami/parameters.ts';
import * as results from '../../../runtime/fabrics/pami/results.ts';
import { SEND_IMMEDIATE_MAX } from '../../../runtime/fabrics/pami/sending.ts';
import { Type } from '../../../runtime/fabrics/pami/type.ts';
import { ARRANGEMENTS } from '../hardware.ts';
import { fillUp, settle, type Task, tasksOn } from './tasks.ts';

describe.each(ARRANGEMENTS)('%s', (arrangement) => {
  const makeTasks = tasksOn(arrangement);

  const ID = 7;

  /** Collects what arrives as [cookie, origin, header, data]. */
  function collect(task: Task, id = ID, cookie = 0): [number, number, number[], number[]][] {
    const { U8 } = task.space;
    const found: [number, number, number[], number[]][] = [];
    const bytes = (address: number, size: number) => [...U8.slice(address >>> 0, (address >>> 0) + size)];
    task.context.dispatchSet(
      id,
      (_context, given, header, headerBytes, pipe, pipeBytes, origin) =>
        void found.push([given, origin, bytes(header, headerBytes), pipe === 0 ? [] : bytes(pipe, pipeBytes)]),
      cookie,
      0,
    );
    return found;
  }

  function immediate(task: Task, dest: number, header: number, data: number, id = ID): SendImmediate {
    return Object.assign(new SendImmediate(), {
      dispatch: id,
      dest,
      header: task.at(0),
      headerBytes: header,
      data: task.at(1000),
      dataBytes: data,
    });
  }

  test('an immediate message brings header and data, of all small sizes', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const found = collect(b, ID, 42);
    fillUp(a.bytes(0, 2000), 3);
    for (const [header, data] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [7, 9],
      [16, 496],
      [512, 0],
    ] as const) {
      expect(a.context.sendImmediate(immediate(a, a.to(1), header, data))).toBe(results.PAMI_SUCCESS);
      a.bytes(0, header).fill(0); // reusable on return
      settle([b]);
      expect(found.pop()).toEqual([
        42,
        a.context.endpoint,
        [...fillUp(new Uint8Array(header), 3)],
        [...a.bytes(1000, data)],
      ]);
      fillUp(a.bytes(0, 2000), 3);
    }
  });

  test('an immediate message over the limit is refused, and says why', () => {
    const [a] = makeTasks(2) as [Task, Task];
    expect(a.context.sendImmediate(immediate(a, a.to(1), 16, SEND_IMMEDIATE_MAX))).toBe(results.PAMI_INVAL);
    expect(results.errorText()).toBe(
      'PAMI_Send_immediate: header and data of 528 bytes: at most 512 are sent immediately; use PAMI_Send',
    );
    expect(a.context.sendImmediate(immediate(a, 0xfff0, 1, 1))).toBe(results.PAMI_INVAL);
  });

  test('events: local completion, and remote completion when it has been received', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const found = collect(b);
    const events: string[] = [];
    fillUp(a.bytes(1000, 900), 1);
    const send = Object.assign(new Send(), immediate(a, a.to(1), 8, 900), {
      cookie: 5,
      localFn: (_: unknown, cookie: number) => void events.push(`local ${cookie}`),
      remoteFn: (_: unknown, cookie: number) => void events.push(`remote ${cookie}`),
    });
    expect(a.context.send(send)).toBe(results.PAMI_SUCCESS);
    expect(events).toEqual([]); // never within the call
    settle([a]);
    expect(events).toEqual(['local 5']);
    settle([b, a]);
    expect(found[0]![3]).toEqual([...a.bytes(1000, 900)]);
    expect(events).toEqual(['local 5', 'remote 5']);
  });

  test('a large message goes where the dispatch function says, and is larger than the ring', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const size = 300_001;
    const events: string[] = [];
    b.context.dispatchSet(
      ID,
      (_context, _cookie, _header, headerBytes, pipe, pipeBytes, _origin, recv) => {
        expect([headerBytes, pipe, pipeBytes]).toEqual([24, 0, size]);
        recv.addr = b.at(5000);
        recv.cookie = 9;
        recv.localFn = (_, cookie) => void events.push(`received ${cookie}`);
      },
      0,
      0,
    );
    fillUp(a.bytes(1000, size), 77);
    const localFn = () => void events.push('local');
    const remoteFn = () => void events.push('remote');
    a.context.send(Object.assign(new Send(), immediate(a, a.to(1), 24, size), { localFn, remoteFn }));
    settle([a]);
    expect(events).toEqual([]); // the ring is full, the rest waits
    settle([a, b]);
    expect(events).toEqual(['local', 'received 9', 'remote']);
    expect(Buffer.compare(b.bytes(5000, size), a.bytes(1000, size))).toBe(0);
  });

  test('typed on both sides, with data functions', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const [rows, columns] = [new Type(), new Type()];
    rows.addSimple(6, 0, 20000, 10);
    rows.complete(2);
    columns.addSimple(4, 8, 30000, 12);
    columns.complete(4);
    let moved = 0;
    b.context.dispatchSet(
      ID,
      (_context, _cookie, _header, _headerBytes, _pipe, _pipeBytes, _origin, recv) => {
        recv.addr = b.at(0);
        recv.type = columns;
        recv.dataCookie = 3;
        recv.dataFn = (target, source, bytes, cookie) => {
          moved += bytes;
          for (let i = 0; i < bytes; i++) b.space.U8[(target + i) >>> 0] = b.space.U8[(source + i) >>> 0]! ^ cookie;
        };
      },
      0,
      0,
    );
    fillUp(a.bytes(1000, 200_000), 5);
    const dataFn = (target: number, source: number, bytes: number, cookie: number) => {
      for (let i = 0; i < bytes; i++) a.space.U8[(target + i) >>> 0] = a.space.U8[(source + i) >>> 0]! ^ cookie;
    };
    for (const [type, length, gap] of [
      [rows, 6, 4],
      [undefined, 1, 0], // one long run
    ] as const) {
      moved = 0;
      const send = { ...immediate(a, a.to(1), 0, 120_000), type, dataFn, dataCookie: 48 };
      a.context.sendTyped(Object.assign(new SendTyped(), send));
      settle([a, b]);
      expect(moved).toBe(120_000);
      for (const i of [0, 1, 5, 6, 119_999, 60_001]) {
        const from = (length + gap) * Math.floor(i / length) + (i % length);
        const to = 8 + 12 * Math.floor(i / 4) + (i % 4);
        expect(b.bytes(to, 1)[0], `byte ${i}`).toBe(a.bytes(1000 + from, 1)[0]! ^ 3 ^ 48);
      }
    }
    expect(b.bytes(0, 8)).toEqual(new Uint8Array(8));
  });

  test('what comes for an id that is not set is held, in order, and others pass', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const others = collect(b, 8);
    a.bytes(0, 4).set([1, 2, 3, 4]);
    const big = Object.assign(new Send(), immediate(a, a.to(1), 4, 100_000));
    for (let i = 0; i < 3; i++) {
      a.bytes(0, 1)[0] = i;
      a.context.sendImmediate(immediate(a, a.to(1), 4, 0));
    }
    a.context.send(big);
    a.context.sendImmediate(immediate(a, a.to(1), 1, 0, 8));
    settle([a, b]);
    expect(others).toHaveLength(1);
    const order: number[] = [];
    b.context.dispatchSet(
      ID,
      (_context, _cookie, header, _headerBytes, pipe, pipeBytes, _origin, recv) => {
        order.push(b.space.U8[header >>> 0]!);
        if (pipe === 0 || pipeBytes > 1000) Object.assign(recv, { addr: b.at(0), localFn: () => void order.push(100) });
      },
      0,
      0,
    );
    settle([a, b]);
    expect(order).toEqual([0, 1, 2, 2, 100]);
    expect(Buffer.compare(b.bytes(0, 100_000), a.bytes(1000, 100_000))).toBe(0);
  });

  test('a full ring: queued, or refused for now where the dispatch says so', () => {
    const [a, b] = makeTasks(2) as [Task, Task];
    const found = collect(b);
    const strict = collect(b, 9);
    a.context.dispatchSet(9, () => {}, 0, hints({ queueImmediate: false }));
    let refused = 0;
    for (let i = 0; i < 1000; i++) {
      a.space.I32[a.at(0) >>> 2] = i;
      if (a.context.sendImmediate(immediate(a, a.to(1), 4, 400, 9)) === results.PAMI_EAGAIN) refused++;
    }
    expect(refused).toBeGreaterThan(500);
    for (let i = 0; i < 500; i++) {
      a.space.I32[a.at(0) >>> 2] = i;
      expect(a.context.sendImmediate(immediate(a, a.to(1), 4, 400))).toBe(results.PAMI_SUCCESS);
    }
    settle([a, b]);
    expect(strict).toHaveLength(1000 - refused);
    expect(found.map(([, , header]) => header[0]! + 256 * header[1]!)).toEqual(
      Array.from({ length: 500 }, (_, i) => i),
    );
  });

  test('a context does not advance within what it calls', () => {
    const [a, b] = makeTasks(2, { contexts: 2 }) as [Task, Task];
    const seen: number[] = [];
    b.context.dispatchSet(
      ID,
      (context) => void seen.push(context.advance(1), context.lock(), b.contexts[1]!.advance(1)),
      0,
      0,
    );
    a.context.sendImmediate(immediate(a, a.to(1), 1, 0));
    settle([b]);
    expect(seen).toEqual([results.PAMI_INVAL, results.PAMI_INVAL, results.PAMI_EAGAIN]);
  });

  test('posted work, locks, several contexts', () => {
    const [a, b] = makeTasks(2, { contexts: 3 }) as [Task, Task];
    let turns = 0;
    a.contexts[2]!.post((_context, cookie) => (++turns < cookie ? results.PAMI_EAGAIN : results.PAMI_SUCCESS), 4);
    expect(turns).toBe(0);
    expect(a.contexts[0]!.advance(5)).toBe(results.PAMI_EAGAIN);
    expect(a.contexts[2]!.advance(10)).toBe(results.PAMI_SUCCESS);
    expect(turns).toBe(4);
    expect([a.context.tryLock(), a.context.tryLock(), a.context.unlock(), a.context.unlock()]).toEqual([
      results.PAMI_SUCCESS,
      results.PAMI_EAGAIN,
      results.PAMI_SUCCESS,
      results.PAMI_INVAL,
    ]);
    const got: number[] = [];
    for (const [offset, context] of b.contexts.entries()) context.dispatchSet(ID, () => void got.push(offset), 0, 0);
    a.contexts[1]!.sendImmediate(immediate(a, a.to(1, 2), 1, 0));
    expect([b.contexts[0]!.advance(3), b.contexts[1]!.advance(3), b.contexts[2]!.advance(3)]).toEqual([
      results.PAMI_EAGAIN,
      results.PAMI_EAGAIN,
      results.PAMI_SUCCESS,
    ]);
    expect(got).toEqual([2]);
  });

  test('purge forgets what is under way, resume goes on', () => {
    const [a, b, c] = makeTasks(3) as [Task, Task, Task];
    const found = collect(b);
    const other = collect(c);
    for (let i = 0; i < 300; i++) a.context.sendImmediate(immediate(a, a.to(1), 4, 400));
    expect(a.context.purge([a.to(0)])).toBe(results.PAMI_INVAL);
    expect(a.context.resume([a.to(1)])).toBe(results.PAMI_INVAL);
    expect(a.context.purge([a.to(1)])).toBe(results.PAMI_SUCCESS);
    expect(a.context.sendImmediate(immediate(a, a.to(1), 4, 0))).toBe(results.PAMI_ERROR);
    expect(results.errorText()).toBe('PAMI_Send_immediate: task 1 was purged: resume it first');
    expect(a.context.sendImmediate(immediate(a, a.to(2), 4, 0))).toBe(results.PAMI_SUCCESS);
    settle([a, b, c]);
    expect(found.length).toBeLessThan(300);
    expect(other).toHaveLength(1);
    const before = found.length;
    expect(a.context.resume([a.to(1)])).toBe(results.PAMI_SUCCESS);
    expect(a.context.sendImmediate(immediate(a, a.to(1), 4, 0))).toBe(results.PAMI_SUCCESS);
    settle([a, b]);
    expect(found).toHaveLength(before + 1);
  });
});
