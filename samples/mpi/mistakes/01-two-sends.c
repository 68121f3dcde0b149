/* Each rank sends before it receives. That works as long as messages are buffered, so with PGAS_MPI_EAGER=0 none is.
 *
 *     pgasc 01-two-sends.c && PGAS_MPI_EAGER=0 node out.js -n 2
 *
 *     pgasc: thread 1: deadlock: this thread can never go on at 01-two-sends.c:19:11
 *         thread 0 waits for a letter of thread 1 in MPI_Send of 800 bytes to 1, tag 0, MPI_COMM_WORLD; unmatched: 800 bytes from 1, tag 0; 01-two-sends.c:19:11
 *         thread 1 waits for a letter of thread 0 in MPI_Send of 800 bytes to 0, tag 0, MPI_COMM_WORLD; unmatched: 800 bytes from 0, tag 0; 01-two-sends.c:19:11
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double mine[100] = {me}, theirs[100];
  int other = 1 - me;
  MPI_Send(mine, 100, MPI_DOUBLE, other, 0, MPI_COMM_WORLD);
  MPI_Recv(theirs, 100, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
