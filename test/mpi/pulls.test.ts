/** Data that receives fetch: of thousands under way only those are tested of which the network tells that they have ended. */
import { expect, test } from 'vitest';
import { EndedOperations } from '../../runtime/conduits/endedoperations.ts';
import type { Movement } from '../../runtime/extended/movement.ts';
import type { Arrived } from '../../stdlib/mpi/arrived.ts';
import type { Receive } from '../../stdlib/mpi/operations.ts';
import { Pulls } from '../../stdlib/mpi/pulls.ts';

/** Operations end when they are told to; `tests` counts what was asked. */
function network(tells: boolean) {
  const ended = new EndedOperations();
  const done = new Set<number>();
  const fetched: number[] = [];
  const made = { tests: 0, last: 0, finished: 0 };
  const test = (handle: number) => {
    made.tests++;
    if (!done.delete(handle)) return false;
    fetched.push(handle);
    return true;
  };
  const movement = { ended: tells ? ended : undefined, test } as Movement;
  const pulls = new Pulls(
    movement,
    () => ++made.last,
    () => {
      made.finished++;
    },
  );
  const end = (handle: number) => {
    done.add(handle);
    ended.add(handle);
  };
  const add = () => pulls.add({} as Arrived, {} as Receive);
  return { pulls, end, add, fetched, made };
}

for (const tells of [true, false])
  test(`each is fetched once, in any order of their ends; the network ${tells ? 'tells' : 'does not tell'} of them`, () => {
    const { pulls, end, add, fetched, made } = network(tells);
    for (let i = 0; i < 1000; i++) add();
    pulls.advance();
    expect([fetched, pulls.isEmpty]).toEqual([[], false]);
    for (const handle of [500, 1, 1000, 2]) end(handle);
    pulls.advance();
    expect([...fetched].sort((a, b) => a - b)).toEqual([1, 2, 500, 1000]);
    for (let handle = 999; handle > 2; handle--) if (handle !== 500) end(handle); // more than are kept
    pulls.advance();
    expect(new Set(fetched).size).toBe(1000);
    expect([fetched.length, made.finished, pulls.isEmpty]).toEqual([1000, 1000, true]);
  });

test('one end costs two tests, however many are under way', () => {
  const { pulls, end, add, made } = network(true);
  for (let i = 0; i < 5000; i++) add();
  pulls.advance();
  const before = made.tests;
  for (let handle = 5000; handle > 4000; handle--) {
    end(handle);
    pulls.advance();
  }
  expect(made.tests - before).toBe(2000);
});

test('those that are added while others are fetched begin the next time', () => {
  const { pulls, end, add, made } = network(true);
  add();
  pulls.advance();
  add();
  end(1);
  pulls.advance();
  expect([made.last, pulls.isEmpty]).toEqual([2, false]);
  end(2);
  pulls.advance();
  expect(pulls.isEmpty).toBe(true);
});
