/** Bytes that reductions move between threads: none where memory is direct, else each byte that is not the reader's own. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { some } from '../support/share.ts';
import { readMatrix, traced } from './traced.ts';

const THREADS = 3;
/** Elements of each thread. */
const EACH = 100;

const program = (call: string) => `#include <upc.h>
#include <upc_collective.h>
#include <bupc_collectivev.h>
#include <coarray.h>
shared int x[${EACH} * THREADS], y[${EACH} * THREADS], all[THREADS]; int two[2]:[*], many[99]:[*];
int last(int a, int b) { return b; }
int main(void) { ${call}; return 0; }
`;

/** Bytes that thread 0 moves to and from each of the others. */
const CASES: readonly (readonly [string, number])[] = [
  // Two elements of each thread: thread 0 reads them all.
  ['upc_all_reduceI(all, x, UPC_ADD, 2 * THREADS, 1, 0, 0)', 8],
  // Each combines its own; the value goes to thread 0.
  [`upc_all_reduceI(all, x, UPC_ADD, ${EACH} * THREADS, 1, 0, 0)`, 8],
  // A third of the indices, of which each thread has a third, one element more or less; then the value.
  [`upc_all_reduceI(all, x, UPC_NONCOMM_FUNC, ${EACH} * THREADS - 3, 1, last, 0)`, 33 * 4 + 8],
  // The same twice, and each result is put.
  [`upc_all_prefix_reduceI(y, x, UPC_ADD, ${EACH} * THREADS - 3, 1, 0, 0)`, 3 * 33 * 4],
  ['bupc_allv_reduce(int, MYTHREAD, 0, UPC_ADD)', 8],
  ['bupc_allv_gather(double, 1.0, 0, (double[3]){})', 8 + 8],
  ['co_sum(two, 2)', 8],
  // A third of the elements from each image, and back.
  ['co_sum(many, 99)', 2 * 33 * 4],
];

/** Bytes that thread 0 moves to and from thread 1 and thread 2. */
async function moved(call: string, network: string): Promise<readonly number[]> {
  let row: readonly number[] = [];
  await traced(
    program(call),
    async (run, folder) => {
      const { status, stderr } = await run(['-n', String(THREADS), '--matrix=m.csv']);
      expect([status, stderr]).toEqual([0, '']);
      row = readMatrix(join(folder, 'm.csv')).bytes[0]!.slice(1);
    },
    ['-trace', `-network=${network}`],
  );
  return row;
}

test.each(some(CASES))('%s: %i bytes from thread to thread on sfi', async (call, bytes) => {
  expect(await moved(call, 'sfi')).toEqual([bytes, bytes]);
});

test.each(some(CASES.slice(0, 4)))('%s: in place on smp', async (call) => {
  expect(await moved(call, 'smp')).toEqual([0, 0]);
});
