/** The order in which simulated threads run: the same for the same seed, another one for another seed. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { dealt, isLong, isWhole, some } from '../support/share.ts';
import { simulated } from './simulated.ts';

/** The last one to take the lock is told; sixteen threads. */
const PROGRAM = `#include <stdio.h>
#include <upc.h>
shared int order[THREADS];
shared int next;
int main(void) {
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_barrier;
  upc_lock(lock);
  order[next] = MYTHREAD;
  next++;
  upc_unlock(lock);
  upc_barrier;
  if (MYTHREAD == 0)
    for (int i = 0; i < THREADS; i++) printf("%d ", order[i]);
  return 0;
}
`;

test.each(dealt('seeds', ['-O0', '-O2']))('one seed gives one order, at %s', (level) =>
  simulated(PROGRAM, [level], async (run) => {
    const order = async (...words: string[]) => (await run('-n', '16', ...words)).stdout.trim().split(' ');
    const orders = [await order(), await order('--schedule=1'), await order('--schedule=2')];
    for (const each of orders) expect([...each].sort()).toEqual([...Array(16).keys()].map(String).sort());
    expect(await order()).toEqual(orders[0]);
    expect(await order('--schedule=1')).toEqual(orders[1]);
    expect(new Set(orders.map(String)).size).toBe(3);
  }),
);

/** Of several kinds: work that who comes first gets, all libraries' waits, images. */
const MANY = [
  'test/execution/programs/upc-work-stealing.upc',
  'test/shmem/programs/teams.c',
  'test/mpi/programs/collectives.c',
  'samples/coarray/queue.upc',
];
const SEEDS = Array.from({ length: isWhole ? 100 : isLong ? 3 : 1 }, (_, seed) => seed + 1);

/** A program, which verifies itself, is right in each order, and does the same for the same seed, line by line. */
test.each(some(MANY))('%s, with many seeds', { timeout: 3_600_000 }, (path) =>
  simulated(join(ROOT, path), ['-O2', '-w'], async (run) => {
    for (const seed of SEEDS) {
      const [first, second] = [await run('-n', '4', `--schedule=${seed}`), await run('-n', '4', `--schedule=${seed}`)];
      expect(first).toEqual(second);
      expect(first).toMatchObject({ status: 0, stderr: '' });
    }
  }),
);
