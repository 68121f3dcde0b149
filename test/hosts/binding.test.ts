import { expect, test } from 'vitest';
import { coresOf } from '../../runtime/launch/binding.ts';

const cores = [0, 1, 2, 3, 8, 9];
const of = (hosts: readonly number[], firsts: readonly number[], threads: number, available = cores) =>
  hosts.map((_, index) => coresOf({ index, firsts, hosts, threads }, available));

test('processes of a host share its cores in proportion to their threads', () => {
  expect(of([0, 0], [0, 4], 6)).toEqual([
    [0, 1, 2, 3],
    [8, 9],
  ]);
  expect(of([0, 0], [0, 1], 3, [0, 1])).toEqual([[0], [1]]);
  expect(of([0, 1, 0, 1], [0, 2, 3, 5], 6)).toEqual([
    [0, 1, 2],
    [0, 1, 2],
    [3, 8, 9],
    [3, 8, 9],
  ]);
});

test('more processes than cores share them', () => {
  expect(of([0, 0, 0, 0], [0, 1, 2, 3], 4, [4, 6])).toEqual([[4], [6], [4], [6]]);
  expect(of([0, 0, 0], [0, 1, 2], 3, [5])).toEqual([[5], [5], [5]]);
});
