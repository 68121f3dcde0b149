/* The count is one of bytes where elements are to be counted.
 *
 *     pgasc -g 09-count-in-bytes.c && node out.js -n 2
 *
 *     pgasc: thread 0: MPI_Send: buf is 0x...: 1600 bytes there: from byte 0 to 1200 bytes behind the end of a static object of 400 bytes (int[100]), declared at 09-count-in-bytes.c:15 at 09-count-in-bytes.c:16:24
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  static int values[100];
  if (me == 0) MPI_Send(values, sizeof values, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(values, 100, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
