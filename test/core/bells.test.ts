/** Who is woken where one thread alone sleeps for a number. */
import { expect, test } from 'vitest';
import { bellNumber, ticketNumber } from '../../runtime/core/awaited.ts';
import { Job } from '../../runtime/core/job.ts';
import { BELL, SLEEPS_FOR } from '../../runtime/memory/control.ts';
import { makeSpace, wordOf } from '../../runtime/memory/space.ts';
import { SILENT } from '../support/reporter.ts';

const [THREADS, SHIFT] = [3, 20];
const ADDRESS = 4096;

function makeJob() {
  const pages = (THREADS << SHIFT) >>> 16;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  return new Job(makeSpace(memory, 0, THREADS, SHIFT), false, SILENT);
}

test('a thread of the same memory, else bells of others ring', () => {
  const job = makeJob();
  const { space } = job;
  const word = bellNumber(space, ADDRESS);
  const rung: number[] = [];
  job.farBells = { ring: (number) => void rung.push(number), ringAt: () => {} };
  const rings = (thread: number) => space.I32[wordOf(space, thread, BELL)]!;
  const sleeps = (thread: number) => void (space.I32[wordOf(space, thread, SLEEPS_FOR)] = word);

  job.wakeNumbered(word);
  expect(rung).toEqual([word]); // nobody sleeps here
  sleeps(2);
  job.wakeNumbered(word);
  expect([rings(1), rings(2), rung.length]).toEqual([0, 1, 1]);
});

test('tickets of a word have numbers of their own, and none is that of a word', () => {
  const { space } = makeJob();
  const numbers = Array.from({ length: 2 ** 16 }, (_, ticket) => ticketNumber(space, ADDRESS, ticket));
  expect(new Set(numbers).size).toBe(2 ** 16);
  expect(numbers.every((number) => number < -1)).toBe(true);
});
