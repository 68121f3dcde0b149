/* Requests are not waited for, and a communicator is not freed. Told when the program ends; of a request also when it is compiled.
 *
 *     pgasc -Wall 12-unfreed.c && node out.js -n 2
 *
 *     12-unfreed.c:21:12: warning SEM3662: nobody waits for the request 'request' that 'MPI_Isend' begins: MPI_Wait or MPI_Test completes it (MPI 3.1, 3.7.3) [-Wmpi-wait]
 *     pgasc: thread 0: warning: MPI_Finalize: a request that MPI_Isend made at 12-unfreed.c:21:12 is not freed (MPI_Wait, or MPI_Request_free); 1 other rank the same at 12-unfreed.c:23:15
 *     pgasc: thread 0: warning: MPI_Finalize: a communicator that MPI_Comm_dup made at 12-unfreed.c:20:15 is not freed (MPI_Comm_free); 1 other rank the same at 12-unfreed.c:23:15
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = 0;
  MPI_Comm copy;
  MPI_Request request;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Isend(&me, 1, MPI_INT, 1 - me, 0, copy, &request);
  MPI_Recv(&value, 1, MPI_INT, 1 - me, 0, copy, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
