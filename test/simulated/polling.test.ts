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
