/**
 * A lock that is far from who waits for it: it may change hands between the look and the mark by which its holder knows of a sleeper.
 * Who slept without its mark was woken by the timer of waits alone, 10 ms later.
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
