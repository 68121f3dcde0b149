/* What is sent has another tag than what is received.
 *
 *     pgasc 03-wrong-tag.c && node out.js -n 2
 *
 *     pgasc: thread 1: deadlock: this thread can never go on at 03-wrong-tag.c:19:24
 *         thread 0 waits for all threads at MPI_Finalize 03-wrong-tag.c:20:15
 *         thread 1 waits for a letter of thread 0 in MPI_Recv from 0, tag 8, MPI_COMM_WORLD; unmatched: 4 bytes from 0, tag 7; 03-wrong-tag.c:19:24
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = 42;
  if (me == 0) MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(&value, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
