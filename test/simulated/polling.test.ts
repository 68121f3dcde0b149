/** Ranks that all poll on a machine: each turn takes time in the library, where messages are served. */
import { expect, test } from 'vitest';
import { dealt } from '../support/share.ts';
import { simulated } from './simulated.ts';

const PROGRAM = `#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, sum = 0, from = -1, flag = 0, probed = 0;
  MPI_Request requests[3];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, requests);
  while (!flag) MPI_Test(requests, &flag, MPI_STATUS_IGNORE);
  MPI_Irecv(&from, 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, requests);
  MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, requests + 1);
  for (flag = 0; !flag;) MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
  MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD, requests + 2);
  while (!probed) MPI_Iprobe((rank + size - 1) % size, 2, MPI_COMM_WORLD, &probed, MPI_STATUS_IGNORE);
  MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(requests + 2, MPI_STATUS_IGNORE);
  printf("%d: %d from %d\\n", rank, sum, from);
  MPI_Finalize();
}
`;

const MACHINES = [
  ['pami', 'bgq'],
  ['verbs', 'mvapich2x-qdr'],
  ['sfi', 'elan4-itanium2'],
] as const;

test.each(dealt('polling', MACHINES))(
  'MPI_Test, MPI_Testall and MPI_Iprobe come to an end over %s on %s',
  (network, machine) =>
    simulated(PROGRAM, ['-O2', `-network=${network}`], async (run) => {
      const { status, stdout, stderr } = await run(`--simulate=${machine}`, '-n', '3');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout.split('\n').filter(Boolean).sort()).toEqual(['0: 3 from 2', '1: 3 from 0', '2: 3 from 1']);
    }),
);

/** Each asks for the end of its own transfer alone, in step with the others, and calls nothing else. */
const TRANSFERS = `#include <upc_nb.h>
#include <bupc_extensions.h>
#include <stdio.h>
shared [100] char box[100 * THREADS];
static char there[100];
int main(void) {
  int next = (MYTHREAD + 1) % THREADS, wrong = 0;
  for (int i = 0; i < 100; i++) ((char *)&box[100 * MYTHREAD])[i] = MYTHREAD + i;
  upc_barrier;
  upc_handle_t handle = upc_memget_nb(there, &box[100 * next], 100);
  while (!upc_sync_attempt(handle));
  for (int i = 0; i < 100; i++) wrong += there[i] != next + i;
  upc_memput_nbi(&box[100 * next], there, 50);
  while (!upc_synci_attempt());
  bupc_handle_t both[2] = {bupc_memget_async(there, &box[100 * next], 50), bupc_memget_async(there + 50, &box[100 * next + 50], 50)};
  while (!bupc_trysync_all(both, 2));
  bupc_memput_asynci(&box[100 * next], there, 100);
  while (!bupc_trysynci());
  for (int i = 0; i < 100; i++) wrong += there[i] != next + i;
  upc_barrier;
  if (MYTHREAD == 0) printf("%d wrong\\n", wrong);
  return wrong != 0;
}
`;

const ACCESSES = `#include <gasnet.h>
#include <stdio.h>
int main(int argc, char **argv) {
  gasnet_init(&argc, &argv);
  gasnet_attach(NULL, 0, 65536, 0);
  gasnet_seginfo_t seg[64];
  gasnet_getSegmentInfo(seg, gasnet_nodes());
  int me = gasnet_mynode(), next = (me + 1) % gasnet_nodes(), got = -1;
  *(int *)seg[me].addr = me;
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_handle_t handle = gasnet_get_nb_bulk(&got, next, seg[next].addr, sizeof got);
  while (gasnet_try_syncnb(handle) != GASNET_OK);
  gasnet_put_nbi_bulk(next, (char *)seg[next].addr + 8, &got, sizeof got);
  while (gasnet_try_syncnbi_all() != GASNET_OK);
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  while (gasnet_barrier_try(0, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_ERR_NOT_READY);
  int wrong = got != next || ((int *)seg[me].addr)[2] != me;
  if (me == 0) printf("%d wrong\\n", wrong);
  return wrong;
}
`;

test.each(
  MACHINES.flatMap(([network, machine]) => [
    ['upc_sync_attempt and bupc_trysync', network, machine, TRANSFERS, ['-O2']] as const,
    ['gasnet_try_sync and gasnet_barrier_try', network, machine, ACCESSES, ['-O2', '-xc']] as const,
  ]),
)('%s come to an end over %s on %s', (_, network, machine, program, flags) =>
  simulated(program, [...flags, `-network=${network}`], async (run) => {
    for (const ranks of ['2', '5']) {
      const { status, stdout, stderr } = await run(`--simulate=${machine}`, '-n', ranks);
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '0 wrong\n', stderr: '' });
    }
  }),
);
