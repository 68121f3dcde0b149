/** Counts go on behind 2^31: each begins near there. */
import { expect, test } from 'vitest';
import type { Calls, Served } from '../../runtime/core/am/calls.ts';
import { InOrder } from '../../runtime/core/am/inorder.ts';
import { arrivalLine, PHASE } from '../../runtime/core/arrival.ts';
import { type CollectiveCall, Collectives } from '../../runtime/core/collective.ts';
import { stuckThreads } from '../../runtime/core/deadlock.ts';
import { Job } from '../../runtime/core/job.ts';
import { AT_BARRIER, BLOCKED, ENDED, FOR_COLLECTIVE } from '../../runtime/core/states.ts';
import { TreeCollectives } from '../../runtime/core/treecollective.ts';
import { viewsOf } from '../../runtime/core/views.ts';
import { BLOCKING, BLOCKING_ON, COLLECTIVES, STATE } from '../../runtime/memory/control.ts';
import { following, followingNumber, hasCome } from '../../runtime/memory/counts.ts';
import { makeSpace, wordOf } from '../../runtime/memory/space.ts';
import { SILENT } from '../support/reporter.ts';

const LAST = 2 ** 31 - 1;
const FIRST = -(2 ** 31);
const [THREADS, SHIFT] = [2, 20];

const fail = (message: string) => {
  throw new Error(message);
};

function jobs() {
  const pages = (THREADS << SHIFT) >>> 16;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const reporter = { ...SILENT, report: fail, warn: fail };
  return [0, 1].map((thread) => new Job(makeSpace(memory, thread, THREADS, SHIFT), false, reporter));
}

const begin = () => 4096;
const call = { name: 'upc_all_lock_alloc', arguments: [0, 0], begin } satisfies CollectiveCall;

test('counts wrap around, and are compared by their distance', () => {
  expect([following(LAST), followingNumber(-1)]).toEqual([FIRST, 1]);
  expect([hasCome(FIRST, LAST), hasCome(LAST, FIRST)]).toEqual([true, false]);
});

test('what is told comes in order', () => {
  const heard = new InOrder();
  Reflect.get(heard, 'next').set(0, LAST);
  const order: number[] = [];
  heard.arrived(0, FIRST, () => order.push(2));
  heard.arrived(0, LAST, () => order.push(1));
  heard.arrived(0, FIRST + 1, () => order.push(3));
  expect(order).toEqual([1, 2, 3]);
});

test.each([LAST - 2, -3])('collective calls in one memory, from %d on', (count) => {
  const both = jobs().map((job) => new Collectives(job));
  let begun = 0;
  let over = 0;
  for (const each of both) Reflect.set(each, 'count', count);
  const counted = { ...call, begin: () => 4096 * ++begun, finish: () => void over++ };
  for (let i = 1; i <= 40; i++) for (const each of both) expect(each.take(counted)).toBe(4096 * i);
  expect(over).toBe(40);
});

test.each([LAST - 2, -3])('collective calls of several processes, from %d on', (count) => {
  const [zero, one] = jobs();
  const served: Record<number, Served>[] = [{}, {}];
  const later: (() => void)[] = [];
  const wires = [zero!, one!].map(
    (_, rank) =>
      ({
        serve: (number: number, f: Served) => (served[rank]![number] = f),
        later: (task: () => void) => later.push(task),
        answer: () => {},
        start: (to: number, number: number, words: number[], done: (answer: readonly number[]) => void) => {
          const answer = served[to]![number]!(Array.from(Int32Array.from(words)), { rank, place: 0 });
          if (answer !== undefined) done(answer);
        },
      }) as unknown as Calls,
  );
  const [root, leaf] = [zero!, one!].map((job, rank) => new TreeCollectives(job, wires[rank]!, [])) as [
    TreeCollectives,
    TreeCollectives,
  ];
  for (const each of [root, leaf]) Reflect.set(each, 'count', count);
  for (let i = 0; i < 6; i++) for (const each of [root, leaf]) expect(each.take(call)).toBe(4096);
  for (const task of later) task();
  expect(Reflect.get(root, 'underway').size).toBe(0);
});

test.each([AT_BARRIER, FOR_COLLECTIVE])(
  'who waits for a count that an ended thread has not reached is stuck: %d',
  (kind) => {
    const { space } = jobs()[0]!;
    const { I32 } = space;
    const set = (thread: number, offset: number, value: number) => (I32[wordOf(space, thread, offset)] = value);
    set(0, STATE, BLOCKED);
    set(0, BLOCKING, kind);
    set(0, BLOCKING_ON, FIRST);
    set(1, STATE, ENDED);
    for (const [thread, count] of [FIRST, LAST].entries()) {
      I32[arrivalLine(space, thread) + PHASE] = count;
      set(thread, COLLECTIVES, count);
    }
    expect(stuckThreads(viewsOf(space))).toEqual([0]);
  },
);
