/** What the layout draws, without a page: how many elements a cell stands for, and which accesses of a trace it lights. */
import { describe, expect, test } from 'vitest';
import { accessesAt, accessesIn } from '../../bin/playground/page/accesses.ts';
import { cellsOf, drawnArray } from '../../bin/playground/page/drawn.ts';
import { heapParts } from '../../bin/playground/page/heap.ts';
import { readTrace } from '../../bin/playground/page/trace.ts';
import type { SharedArray } from '../../compiler/sharedarray.ts';

const arrayOf = (block: number, length: number): SharedArray => ({
  ...{ name: 'a', declaration: `shared [${block}] int a[${length}]`, block, lengths: [length], elementSize: 4 },
  at: { name: 'a.upc', line: 1, column: 1 },
});

describe('cells', () => {
  test.each([
    ['one block a thread, a prime number of elements', 0, 1031, 4, { each: 5, cells: 207 }],
    ['a block that is a large prime number', 1_000_000_007, 2_000_000_014, 2, { each: 1953126, cells: 512 }],
    ['two such blocks a thread', 1_000_000_007, 4_000_000_028, 2, { each: 1_000_000_007, cells: 2 }],
    ['parts of a block', 100, 40_000, 4, { each: 50, cells: 200 }],
    ['whole blocks', 3, 3000, 1, { each: 3, cells: 1000 }],
    ['few elements', 3, 12, 4, { each: 1, cells: 3 }],
  ])('of %s', (_, block, length, threads, expected) => {
    const start = performance.now();
    const drawn = drawnArray(arrayOf(block, length), threads);
    expect({ each: drawn.each, cells: cellsOf(drawn, 0) }).toEqual(expected);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

test('parts of the heap: what is near is of one, what is far takes no place', () => {
  const accesses = [4_000_000_012, 100, 108, 3000].map((offset) => ({ offset, bytes: 4 }));
  expect(heapParts(accesses)).toEqual([
    { offset: 96, size: 2908, base: 96 },
    { offset: 4_000_000_008, size: 8, base: 96 },
  ]);
  expect(heapParts([])).toEqual([]);
});

test('copies of no bytes reach nothing; atomic operations update', () => {
  const span = (name: string, cat: string, args: object) => ({ ph: 'X', tid: 2, ts: 1, dur: 1, name, cat, args });
  const events = [
    { ph: 'M', tid: 2, name: 'thread_name', args: { name: 'thread 0' } },
    span('put', 'PUT', { thread: 0, offset: 8 }),
    span('get', 'GET', { thread: 0, offset: 8, bytes: 4 }),
    span('fetch-add', 'ATOMIC', { thread: 0, offset: 16, bytes: 8 }),
  ];
  const trace = readTrace(JSON.stringify(events))!;
  expect(trace.spans.map(({ reached }) => reached[0]!.bytes)).toEqual([0, 4, 8]);
  const told = accessesIn(trace).map(({ name, reached }) => `${name} ${reached[0]!.does}`);
  expect(told).toEqual(['get reads', 'fetch-add updates']);
});

test('places belong to the operation in which they were reached, whatever ran in its midst', () => {
  const line = (tid: number, name: string, ts: number, args: object, cat = 'memory') =>
    `${JSON.stringify({ ph: 'X', tid, ts, dur: 10, name, cat, args })},\n`;
  const lines = [
    line(3, 'get by 1', 5, { bytes: 4, offset: 8 }),
    line(5, 'put from 1', 8, { bytes: 8, offset: 16 }),
    line(4, 'AM handler', 7, { from: 0 }, 'AM'),
    line(5, 'put from 1', 12, { bytes: 2, offset: 30 }),
    line(4, 'upc_all_exchange', 4, { place: 'a.upc:3' }, 'COLLECTIVE'),
  ];
  expect(accessesAt(lines.join(''))).toMatchObject([
    { by: 1, name: 'AM handler', reached: [{ does: 'writes', thread: 1, offset: 16, bytes: 8 }] },
    {
      name: 'upc_all_exchange',
      reached: [
        { does: 'reads', thread: 0, offset: 8, bytes: 4 },
        { does: 'writes', thread: 1, offset: 30, bytes: 2 },
      ],
      place: 'a.upc:3',
    },
  ]);
});
