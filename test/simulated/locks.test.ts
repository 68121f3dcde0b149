/**
 * A contended lock in the memory of another node. A waiter marks the lock before it sleeps, so that the holder wakes it. If the lock changes
 * hands before the mark is set, the waiter must mark it again; else only the timer of waits wakes it, 10 ms later.
 */
import { expect, test } from 'vitest';
import { dealt } from '../support/share.ts';
import { simulated } from './simulated.ts';

/** Prints the longest wait of any thread in microseconds. */
const PROGRAM = `#include <stdio.h>
#include <upc.h>
#include <upc_tick.h>
upc_lock_t *lock;
shared int sum;
shared double longest[THREADS];
int main(void) {
  lock = upc_all_lock_alloc();
  upc_barrier;
  for (int i = 0; i < 200; i++) {
    upc_tick_t begin = upc_ticks_now();
    upc_lock(lock);
    double wait = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-3;
    if (wait > longest[MYTHREAD]) longest[MYTHREAD] = wait;
    sum++;
    upc_unlock(lock);
  }
  upc_barrier;
  if (MYTHREAD != 0) return 0;
  double most = 0;
  for (int t = 0; t < THREADS; t++)
    if (longest[t] > most) most = longest[t];
  printf("%d %.1f\\n", sum, most);
  return 0;
}
`;

const MACHINES = [
  ['pami', 'bgq'],
  ['verbs', 'mvapich2x-qdr'],
  ['sfi', 'elan4-itanium2'],
] as const;

test.each(dealt('locks', MACHINES))('who waits for a lock is woken, over %s on %s', (network, machine) =>
  simulated(PROGRAM, ['-O2', `-network=${network}`], async (run) => {
    for (const threads of [2, 3, 4, 7]) {
      const { stdout } = await run(`--simulate=${machine}`, '-n', `${threads}`);
      const [sum, longest] = stdout.trim().split(' ').map(Number);
      expect(sum).toBe(200 * threads);
      expect(longest).toBeLessThan(10_000);
    }
  }),
);
