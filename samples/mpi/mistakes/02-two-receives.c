/* Each rank receives before it sends, so that nobody ever sends. MPI_Sendrecv does both.
 *
 *     pgasc 02-two-receives.c && node out.js -n 2
 *
 *     pgasc: thread 0: deadlock: this thread can never go on at 02-two-receives.c:18:11
 *         thread 0 waits for a letter of thread 1 in MPI_Recv from 1, tag 0, MPI_COMM_WORLD 02-two-receives.c:18:11
 *         thread 1 waits for a letter of thread 0 in MPI_Recv from 0, tag 0, MPI_COMM_WORLD 02-two-receives.c:18:11
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int other = 1 - me, theirs;
  MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Send(&me, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
