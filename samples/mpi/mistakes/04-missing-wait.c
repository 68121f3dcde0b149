/* A buffer is read before MPI_Wait says that the message is there.
 *
 *     pgasc -g 04-missing-wait.c && node out.js -n 2
 *
 *     pgasc: thread 1: access of 4 bytes at 0x...: MPI_Irecv at 04-missing-wait.c:19:14 is under way and writes this memory, which may neither be read nor written before MPI_Wait or MPI_Test completes its request at 04-missing-wait.c:20:11
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int value = 0;
  MPI_Request request;
  if (me == 0) MPI_Send(&size, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (me == 1) {
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    printf("rank 1 has received %d\n", value);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
