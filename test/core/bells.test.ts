/** Who is woken when a word has changed for which one thread alone can proceed. */
import { expect, test } from 'vitest';
import { bellNumber } from '../../runtime/core/awaited.ts';
import { ONE } from '../../runtime/core/farbells.ts';
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

test('a thread of the same memory comes first, others now and then', () => {
  const job = makeJob();
  const { space } = job;
  const word = bellNumber(space, ADDRESS);
  const rung: number[][] = [];
  job.farBells = { ring: (...what) => void rung.push(what), ringAt: () => {} };
  const rings = (thread: number) => space.I32[wordOf(space, thread, BELL)]!;
  const sleeps = (thread: number) => void (space.I32[wordOf(space, thread, SLEEPS_FOR)] = word);

  job.wakeOne(ADDRESS);
  expect(rung).toEqual([[word, ONE]]); // nobody sleeps here
  for (let i = 1; i <= 32; i++) {
    sleeps(2);
    job.wakeOne(ADDRESS);
    expect([rings(1), rings(2)]).toEqual([0, i]);
  }
  expect(rung.length).toBe(1 + 2);
  sleeps(1);
  sleeps(2);
  job.wakeOne(ADDRESS);
  expect([rings(1), rings(2)]).toEqual([1, 32]);
});
