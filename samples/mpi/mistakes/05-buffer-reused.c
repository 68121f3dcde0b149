/* A buffer is written again while it is still sent.
 *
 *     pgasc -g 05-buffer-reused.c && node out.js -n 2
 *
 *     pgasc: thread 0: access of 4 bytes at 0x...: MPI_Isend at 05-buffer-reused.c:18:14 is under way and reads this memory, which may not be written before MPI_Wait or MPI_Test completes its request at 05-buffer-reused.c:19:46
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int values[1000] = {0};
  MPI_Request request;
  if (me == 0) {
    MPI_Isend(values, 1000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 1000; i++) values[i] = i;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (me == 1) MPI_Recv(values, 1000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
