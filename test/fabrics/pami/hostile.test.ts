/** Hostile contexts: all is done in the end, and what PAMI orders stays in order. */
import { describe, expect, test } from 'vitest';
import { hints } from '../../../runtime/fabrics/pami/hints.ts';
import { Get, Put, SendImmediate } from '../../../runtime/fabrics/pami/parameters.ts';
import { PAMI_EAGAIN, PAMI_SUCCESS } from '../../../runtime/fabrics/pami/results.ts';
import { makeTasks, type Task } from './tasks.ts';

const COUNT = 20;
const numbers = Array.from({ length: COUNT }, (_, i) => i + 1);

const hostile = (seed: string) => makeTasks(2, { variables: { PGAS_HOSTILE: seed } }) as [Task, Task];

function advance(...tasks: Task[]): void {
  for (let turn = 0; turn < 1000; turn++) for (const { context } of tasks) context.advance(1);
}

describe.each(['1', '2', '3', '4', '5'])('seed %s', (seed) => {
  test('puts land in order, and then their completion is told', () => {
    const [a, b] = hostile(seed);
    const told: number[] = [];
    for (const number of numbers) {
      a.bytes(number, 1)[0] = number;
      const put = { dest: a.to(1), bytes: 1, local: a.at(number), remote: b.at(0), cookie: number };
      const rdoneFn = (_: unknown, cookie: number) => {
        expect(b.bytes(0, 1)[0]).toBeGreaterThanOrEqual(cookie);
        told.push(cookie);
      };
      expect(a.context.put(Object.assign(new Put(), put, { rdoneFn }))).toBe(PAMI_SUCCESS);
    }
    advance(a);
    expect(b.bytes(0, 1)[0]).toBe(COUNT);
    expect(told.toSorted((one, other) => one - other)).toEqual(numbers);
  });

  test('messages follow puts, whose record and header are the caller`s on return', () => {
    const [a, b] = hostile(seed);
    const come: [number, number][] = [];
    const arrived = (_c: unknown, _k: number, header: number) =>
      void come.push([b.space.U8[header >>> 0]!, b.bytes(0, 1)[0]!]);
    for (const { context } of [a, b]) context.dispatchSet(1, arrived, 0, hints({ queueImmediate: false }));
    const put = Object.assign(new Put(), { dest: a.to(1), bytes: 1, remote: b.at(0) });
    const send = Object.assign(new SendImmediate(), { dispatch: 1, dest: a.to(1), header: a.at(500), headerBytes: 1 });
    for (const number of numbers) {
      a.bytes(number, 1)[0] = number;
      put.local = a.at(number);
      expect(a.context.put(put)).toBe(PAMI_SUCCESS);
      a.bytes(500, 1)[0] = number;
      for (let result = PAMI_EAGAIN; result !== PAMI_SUCCESS; a.context.advance(1)) {
        result = a.context.sendImmediate(send);
        expect([PAMI_SUCCESS, PAMI_EAGAIN]).toContain(result);
      }
    }
    advance(a, b);
    expect(come.map(([number]) => number)).toEqual(numbers);
    for (const [number, landed] of come) expect(landed).toBeGreaterThanOrEqual(number);
  });

  test('a fence waits for puts and gets', () => {
    const [a, b] = hostile(seed);
    b.bytes(0, COUNT).fill(7);
    let isOver = false;
    a.context.fenceBegin();
    for (const number of numbers) {
      const record = { dest: a.to(1), bytes: 1, local: a.at(number), remote: b.at(number - 1) };
      expect(a.context.get(Object.assign(new Get(), record))).toBe(PAMI_SUCCESS);
      const put = { dest: a.to(1), bytes: 1, local: a.at(900), remote: b.at(100 + number) };
      a.bytes(900, 1)[0] = 9;
      expect(a.context.put(Object.assign(new Put(), put))).toBe(PAMI_SUCCESS);
    }
    a.context.fenceAll(() => (isOver = true), 0);
    for (let turn = 0; !isOver; turn++) {
      expect(turn).toBeLessThan(1000);
      a.context.advance(1);
    }
    expect([...a.bytes(1, COUNT)]).toEqual(numbers.map(() => 7));
    expect([...b.bytes(101, COUNT)]).toEqual(numbers.map(() => 9));
  });
});
