/**
 * Contended locks in the memory of another node. Who waits is woken by who gives the lock up, else only the timer of waits would wake it, 10 ms later; and gets it, though a rank
 * beside the lock takes it again at once, whose atomic operations are always first.
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

/** Each rank takes the lock again and again until all others have had it once: rank 0, beside it, is told so by what the lock protects. */
const untilAllHadIt = (take: string, read: string, write: string, give: string) => `int times = 0;
  for (long seen = 0; seen < ranks - 1;) {
    ${take}
    ${read}
    if (me != 0 && times == 0) { seen++; ${write} }
    times++;
    ${give}
  }
  printf("%d\\n", times > 0);
`;

const FORMS = {
  upc: `#include <stdio.h>
#include <upc.h>
shared long had;
int main(void) {
  int me = MYTHREAD, ranks = THREADS;
  upc_lock_t *lock = upc_all_lock_alloc();
  ${untilAllHadIt('upc_lock(lock);', 'seen = had;', 'had = seen;', 'upc_unlock(lock);')}
  return 0;
}
`,
  coarrays: `#include <stdio.h>
#include <coarray.h>
lock_type guard:[*];
long had:[*];
int main(void) {
  int me = this_image(), ranks = num_images();
  sync_all();
  ${untilAllHadIt('lock(&guard:[0]);', 'seen = had:[0];', 'had:[0] = seen;', 'unlock(&guard:[0]);')}
  return 0;
}
`,
  shmem: `#include <stdio.h>
#include <shmem.h>
long guard, had;
int main(void) {
  shmem_init();
  int me = shmem_my_pe(), ranks = shmem_n_pes();
  ${untilAllHadIt(
    'shmem_set_lock(&guard);',
    'seen = shmem_long_g(&had, 0);',
    'shmem_long_p(&had, seen, 0);',
    'shmem_clear_lock(&guard);',
  )}
  shmem_finalize();
  return 0;
}
`,
  mpi: `#include <stdio.h>
#include <mpi.h>
int main(int argc, char **argv) {
  int me, ranks;
  long *had;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &had, &win);
  *had = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  ${untilAllHadIt(
    'MPI_Win_lock(times % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);',
    'MPI_Get(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win); MPI_Win_flush(0, win);',
    'MPI_Put(&seen, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);',
    'MPI_Win_unlock(0, win);',
  )}
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
`,
} as const;

const WAYS = MACHINES.flatMap((machine) => Object.keys(FORMS).map((form) => [form, ...machine] as const));

test.each(dealt('fair locks', WAYS))('each rank gets a lock of %s, over %s on %s', (form, network, machine) =>
  simulated(FORMS[form as keyof typeof FORMS], ['-O2', `-network=${network}`], async (run) => {
    for (const ranks of [2, 4, 13]) {
      const { stdout } = await run(`--simulate=${machine}`, '-n', `${ranks}`, '--per-node=2');
      expect(stdout).toBe('1\n'.repeat(ranks));
    }
  }),
);
