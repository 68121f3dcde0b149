/* A message is longer than the buffer that is to take it.
 *
 *     pgasc 06-buffer-too-small.c && node out.js -n 2
 *
 *     pgasc: thread 1: MPI_Recv: truncated: the message from 0, tag 0, has 160 bytes, and the receive buffer 80 at 06-buffer-too-small.c:17:24
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double values[20] = {0};
  if (me == 0) MPI_Send(values, 20, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(values, 10, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
