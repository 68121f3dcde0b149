/* The last rank has no neighbour, as ranks end before the size.
 *
 *     pgasc 13-rank-out-of-range.c && node out.js -n 2
 *
 *     pgasc: thread 1: MPI_Send: dest is 2: ranks of MPI_COMM_WORLD are 0 .. 1, or MPI_PROC_NULL at 13-rank-out-of-range.c:16:11
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = me;
  MPI_Send(&value, 1, MPI_INT, me + 1, 0, MPI_COMM_WORLD);
  if (me > 0) MPI_Recv(&value, 1, MPI_INT, me - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
