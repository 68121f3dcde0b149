/** The order in which simulated threads run: the same for the same seed, another one for another seed. */
import { expect, test } from 'vitest';
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

test.each(['-O0', '-O2'])('one seed gives one order, at %s', (level) =>
  simulated(PROGRAM, [level], async (run) => {
    const order = async (...words: string[]) => (await run('-n', '16', ...words)).stdout.trim().split(' ');
    const orders = [await order(), await order('--schedule=1'), await order('--schedule=2')];
    for (const each of orders) expect([...each].sort()).toEqual([...Array(16).keys()].map(String).sort());
    expect(await order()).toEqual(orders[0]);
    expect(await order('--schedule=1')).toEqual(orders[1]);
    expect(new Set(orders.map(String)).size).toBe(3);
  }),
);
