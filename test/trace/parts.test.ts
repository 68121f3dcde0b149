/** Events of --trace say where the data of operations are that reach several places: sections, strides, lists, collectives. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { dealt, testSome } from '../support/share.ts';
import { readTrace, traced } from './traced.ts';

const NETWORKS = ['smp', 'sfi', 'verbs', 'pami'];

/** What a thread's memory tells, and what operations tell of it: "put 1 +8 4", from the first place in the memory on. */
function reached(file: string): string[] {
  const events = readTrace(file).filter(({ args }) => args?.offset !== undefined);
  const base = Math.min(...events.map(({ args }) => Number(args!.offset)));
  const told = events.map(({ name, tid, cat, args }) => {
    const isPart = cat === 'memory';
    const thread = isPart ? (tid - 3) / 2 : args!.thread;
    const does = isPart ? name.replace(/ .*/, '') : cat === 'GET' ? 'get' : 'put';
    return `${does} ${thread} +${Number(args!.offset) - base} ${args!.bytes}`;
  });
  return told.sort();
}

function expectPlaces(title: string, text: string, places: readonly string[], flags: readonly string[] = []): void {
  for (const network of dealt(title, NETWORKS))
    testSome(`${title} on ${network}`, () =>
      traced(
        text,
        async (run, folder) => {
          const file = join(folder, 't.json');
          expect(await run(['-n', '2', `--trace=${file}`])).toMatchObject({ status: 0, stderr: '' });
          expect(reached(file)).toEqual([...places].sort());
        },
        ['-trace', `-network=${network}`, ...flags],
      ),
    );
}

expectPlaces(
  'sections of coarrays',
  `#include <xmp.h>
int a[8]:[*], b[8];
int main(void) {
  if (xmpc_this_image() == 0) { a[0:3:2]:[1] = b[0:3]; b[0:2] = a[6:2]:[1]; a[1]:[1] = 7; }
  xmp_sync_all(0);
  return 0;
}
`,
  ['put 1 +0 4', 'put 1 +8 4', 'put 1 +16 4', 'get 1 +24 8', 'put 1 +4 4'],
);

expectPlaces(
  'lists and strides of bytes',
  `#include <upc.h>
#include <bupc_extensions.h>
shared [8] int a[8 * THREADS]; int b[8];
int main(void) {
  if (MYTHREAD == 0) {
    bupc_smemvec_t to[2] = {{&a[8], 4}, {&a[12], 8}};
    bupc_pmemvec_t from[1] = {{b, 12}};
    bupc_memput_vlist(2, to, 1, from);
    bupc_memget_fstrided(b, 4, 4, 2, &a[9], 4, 24, 2);
  }
  upc_barrier;
  return 0;
}
`,
  ['put 1 +0 4', 'put 1 +16 8', 'get 1 +4 4', 'get 1 +28 4'],
);

expectPlaces(
  'a broadcast',
  `#include <upc.h>
#include <upc_collective.h>
shared [2] int to[2 * THREADS]; shared [] int from[2];
int main(void) { upc_all_broadcast(to, from, 8, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC); return 0; }
`,
  ['put 0 +0 8', 'get 0 +8 8'],
);

expectPlaces(
  'strides of OpenSHMEM',
  `#include <shmem.h>
static long a[8], b[8];
int main(void) {
  shmem_init();
  if (shmem_my_pe() == 0) {
    shmem_long_iput(a, b, 3, 1, 2, 1);
    shmem_long_put(&a[1], b, 2, 1);
    (void)shmem_long_g(&a[7], 1);
    shmem_long_atomic_add(&a[5], 1, 1);
  }
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}
`,
  ['put 1 +0 8', 'put 1 +24 8', 'put 1 +8 16', 'get 1 +56 8', 'put 1 +40 8'],
);

expectPlaces(
  'strides and accumulates of ARMCI',
  `#include <armci.h>
#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  void *at[2];
  ARMCI_Malloc(at, 64);
  int rank; MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double b[8] = {0}, one = 1;
  int from = 8, to = 32, count[2] = {8, 2};
  ARMCI_Barrier();
  if (rank == 0) {
    ARMCI_PutS(b, &from, at[1], &to, count, 1, 1);
    ARMCI_Get((char *)at[1] + 8, b, 16, 1);
    ARMCI_AccS(ARMCI_ACC_DBL, &one, b, &from, (char *)at[1] + 24, &to, count, 1, 1);
  }
  ARMCI_Barrier();
  ARMCI_Free(at[rank]);
  ARMCI_Finalize();
  MPI_Finalize();
  return 0;
}
`,
  ['put 1 +0 8', 'put 1 +32 8', 'get 1 +8 16', 'put 1 +24 8', 'put 1 +56 8'],
);

expectPlaces(
  'windows of MPI',
  `#include <mpi.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int *w, rank, b[2] = {1, 2};
  MPI_Win win;
  MPI_Datatype pair;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(32, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &w, &win);
  MPI_Type_vector(2, 1, 3, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(b, 2, MPI_INT, 1, 0, 1, pair, win);
    MPI_Get(b, 2, MPI_INT, 1, 4, 2, MPI_INT, win);
    MPI_Accumulate(b, 2, MPI_INT, 1, 1, 1, pair, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&pair);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
`,
  ['put 1 +0 4', 'put 1 +12 4', 'get 1 +16 8', 'put 1 +4 4', 'put 1 +16 4'],
);
