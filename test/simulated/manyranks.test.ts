/**
 * Virtual times of jobs of many ranks. All ranks connect to one rank at the same time: no datagram of the protocol waits for a timer. A reduction
 * has more operands than one letter packs: it goes over a tree, and its time does not grow with each rank. What 47,296 ranks need fits their regions of 64 KiB.
 */
import { expect, test } from 'vitest';
import { long } from '../support/share.ts';
import { simulated } from './simulated.ts';

/** Prints microseconds until all have added to one word of the last thread, for the first time, which connects them. */
const CONNECTED = `#include <stdio.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_tick.h>
shared long counts[THREADS];
int main(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  long one = 1;
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  upc_atomic_relaxed(domain, NULL, UPC_ADD, &counts[THREADS - 1], &one, NULL);
  upc_barrier;
  if (MYTHREAD == 0) printf("%ld %.1f\\n", counts[THREADS - 1], upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-3);
  return 0;
}
`;

test.each([33, 130])('%d ranks connect to one', (ranks) =>
  simulated(CONNECTED, ['-O2', '-network=verbs'], async (run) => {
    const { stdout, stderr } = await run('--simulate=mvapich2x-qdr', '-n', String(ranks));
    const [count, time] = stdout.trim().split(' ').map(Number);
    expect(count, stderr).toBe(ranks);
    expect(time).toBeLessThan(2500); // each handshake takes some 8 us of the one
  }),
);

/** The second of two reductions: connections are there. */
const REDUCED = `#include <stdio.h>
#include <upc.h>
#include <upc_collective.h>
#include <upc_tick.h>
shared long ones[THREADS];
shared long sum;
int main(void) {
  ones[MYTHREAD] = 1;
  upc_tick_t begin = 0;
  for (int i = 0; i < 2; i++) {
    upc_barrier;
    begin = upc_ticks_now();
    upc_all_reduceL(&sum, ones, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  }
  if (MYTHREAD == 0) printf("%ld %.1f\\n", sum, upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-3);
  return 0;
}
`;

/** The second of two reductions of OpenSHMEM, which on this network are PAMI's own. */
const SUMMED = `#include <shmem.h>
#include <stdio.h>
#include <time.h>
static long sum, one = 1;
int main(void) {
  struct timespec begin, end;
  shmem_init();
  for (int i = 0; i < 2; i++) {
    shmem_barrier_all();
    clock_gettime(CLOCK_MONOTONIC, &begin);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &one, 1);
    clock_gettime(CLOCK_MONOTONIC, &end);
  }
  if (shmem_my_pe() == 0) printf("%ld %ld\\n", sum, (end.tv_sec - begin.tv_sec) * 1000000000 + end.tv_nsec - begin.tv_nsec);
  shmem_finalize();
}
`;

test('a reduction by messages of ten times as many ranks of bgq takes less than three times as long', () =>
  simulated(SUMMED, ['-O2', '-xc', '-network=pami'], async (run) => {
    const times: number[] = [];
    for (const ranks of [31, 310]) {
      const { stdout, stderr } = await run('--simulate=bgq,collectives=software', '-n', String(ranks));
      const [sum, time] = stdout.trim().split(' ').map(Number);
      expect(sum, stderr).toBe(ranks);
      times.push(time!);
    }
    expect(times[1]).toBeLessThan(3 * times[0]!);
  }));

long('a reduction of 1,030 takes little more than one of 1,024', () =>
  simulated(REDUCED, ['-O2'], async (run) => {
    const times: number[] = [];
    for (const ranks of [1024, 1030]) {
      const { stdout } = await run('--simulate=elan4-itanium2', '-n', String(ranks));
      const [sum, time] = stdout.trim().split(' ').map(Number);
      expect(sum).toBe(ranks);
      times.push(time!);
    }
    expect(times[1]).toBeLessThan(3 * times[0]!);
  }),
);

/** Asked for too large a heap, a job of so many tells what a rank needs beside it, without being run. */
test('47,296 ranks of Power 775 have a region of 64 KiB each, in which a program of 512 bytes of data has room', () =>
  simulated('int main(void) { return 0; }\n', ['-O2', '-network=pami'], async (run) => {
    const { stderr, status } = await run('--simulate=p775', '-n', '47296', '--heap=6M');
    const needed =
      /([\d.]+) KiB of static data \+ 6 MiB of private heap \+ 5 KiB of .* \+ ([\d.]+) KiB for the network/;
    const [, statics, network] = needed.exec(stderr)!.map(Number);
    const leastHeap = 6;
    expect(statics! + leastHeap + 5 + network! + 0.5, stderr).toBeLessThan(64);
    expect(status).toBe(2);
  }));
