/** Every kind of operation, by its name and its bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LINKED, SEPARATE } from '../support/networks.ts';
import { dealt } from '../support/share.ts';
import { faults, type Run, readMatrix, readTrace, reportRows, traced } from './traced.ts';

/** Only thread 0 communicates, all with thread 1, but for the collective functions. */
const PROGRAM = `#include <upc.h>
#include <upc_nb.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <coarray.h>
struct bits { int low : 3, high : 20; };
shared [] char *there; shared int single[THREADS]; strict shared int flag[THREADS]; shared struct bits bits[THREADS];
shared [16] int a[16 * THREADS], b[16 * THREADS]; double u[40]:[*]; char mine[256]; int sum;
int main(void) {
  volatile int one = 1;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_INT64, UPC_ADD, 0);
  shared long *counter = upc_all_alloc(THREADS, sizeof(long));
  shared [64] char *all = upc_all_alloc(THREADS, 64); there = (shared [] char *)&all[64];
  if (MYTHREAD == 0) {
    upc_memput(there, mine, 10);
    upc_memset(there, 0, 11);
    upc_memcpy(there, &all[0], 12);
    upc_memcpy(&all[0], there, 13);
    upc_memcpy(there, there + 32, 14);
    upc_handle_t h = upc_memget_nb(mine, there, 15);
    upc_sync(h);
    upc_memput_nbi(there, mine, 16);
    upc_synci();
    bupc_memget_fstrided(mine, 4, 8, 5, there, 4, 8, 5);
    long add = 1;
    upc_atomic_relaxed(domain, 0, UPC_ADD, &counter[one], &add, 0);
    bupc_atomicI32_fetchadd_relaxed(&single[one], 1);
    flag[one] = 1;
    sum += flag[one];
    bits[one].low = 1;
    u[0:10]:[1] = u[0:10];
    upc_fence;
  }
  upc_all_broadcast(b, a, 64, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  return 0;
}
`;

/** Operation, bytes of all calls, calls. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  GET: [
    'upc_memget_nb 15 B 1',
    'upc_memcpy 13 B 1',
    'upc_memcpy 14 B 1',
    'bupc_memget_fstrided 20 B 1',
    'get strict 4 B 1',
  ],
  PUT: [
    ...['upc_memput 10 B 1', 'upc_memset 11 B 1', 'upc_memcpy 12 B 1', 'upc_memcpy 14 B 1', 'upc_memput_nbi 16 B 1'],
    ...['put strict 4 B 1', '__coarray_transfer 80 B 1'],
  ],
  ATOMIC: ['upc_atomic_relaxed 8 B 1', 'bupc_atomicI32_fetchadd_relaxed 4 B 1'],
};

// The template is for one thread.
const CASES = LINKED.filter((network) => network !== 'template').map((network, i) => [network, 2 + (i % 2)] as const);

test.concurrent.each(dealt('names', CASES))(
  'operations have their C names and say what they move, over %s on %i threads',
  (network, threads) => {
    const check = async (run: Run, folder: string) => {
      const { status, stderr } = await run(['-n', String(threads), '--stats=s', '--trace=t.json', '--matrix=m.csv']);
      expect([status, stderr]).toEqual([0, '']);
      const report = readFileSync(join(folder, 's'), 'utf8');
      const rows = (group: string) =>
        reportRows(report, group).map(({ operation, figures, calls }) => `${operation} ${figures.at(-1)} ${calls}`);
      for (const [group, expected] of Object.entries(EXPECTED))
        expect(rows(group)).toEqual(expect.arrayContaining(expected as string[]));
      const names = (group: string) => reportRows(report, group).map(({ operation, calls }) => `${operation} ${calls}`);
      expect(names('SYNC').sort()).toEqual(['upc_fence 1', 'upc_sync 1', 'upc_synci 1']);
      expect(names('COLLECTIVE')).toContain(`upc_all_broadcast ${threads}`);
      const { bytes } = readMatrix(join(folder, 'm.csv'));
      for (let thread = 1; thread < threads; thread++) expect(bytes[thread]![0]).toBe(64);
      expect(faults(readTrace(join(folder, 't.json')))).toEqual([]);
    };
    return traced(PROGRAM, check, ['-trace', `-network=${network}`]);
  },
);

/** Each thread adds to an int and a long of all others, by domains that lie with thread 0. */
const ADDITIONS = `#include <upc.h>
#include <upc_atomic.h>
shared int small[THREADS]; shared long large[THREADS];
int main(void) {
  upc_atomicdomain_t *ints = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD, 0);
  upc_atomicdomain_t *longs = upc_all_atomicdomain_alloc(UPC_LONG, UPC_ADD, 0);
  int one = 1; long two = 2, old;
  for (int i = 1; i < THREADS; i++) {
    int to = (MYTHREAD + i) % THREADS;
    upc_atomic_relaxed(ints, 0, UPC_ADD, &small[to], &one, 0);
    upc_atomic_strict(longs, &old, UPC_ADD, &large[to], &two, 0);
  }
  upc_barrier;
  upc_all_atomicdomain_free(ints);
  upc_all_atomicdomain_free(longs);
  return small[MYTHREAD] != THREADS - 1 || large[MYTHREAD] != 2 * (THREADS - 1);
}
`;

test.concurrent.each(dealt('operations', SEPARATE))(
  'atomic operations say what they move on threads of all processes, over %s',
  (network) =>
    traced(
      ADDITIONS,
      async (run, folder) => {
        const job = ['-n', '4', '--processes', '2', '--stats=s', '--matrix=m.csv'];
        const { status, stderr } = await run(job, { env: { PGAS_PROVIDER: 'shm' } });
        expect([status, stderr]).toEqual([0, '']);
        const { bytes } = readMatrix(join(folder, 'm.csv'));
        for (const [from, row] of bytes.entries())
          for (const [to, sum] of row.entries()) if (from !== to) expect(sum).toBe(12);
        const rows = reportRows(readFileSync(join(folder, 's'), 'utf8'), 'ATOMIC');
        expect(
          rows.map(({ operation, type, figures, calls }) => [operation, type, figures[0], figures[1], calls]),
        ).toEqual([
          ['upc_atomic_strict', 'GLOBAL', '8 B', '8 B', 12],
          ['upc_atomic_relaxed', 'GLOBAL', '4 B', '4 B', 12],
        ]);
      },
      ['-trace', `-network=${network}`],
    ),
);
