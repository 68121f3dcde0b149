/* The datatype is not that of the buffer, so half of the data is sent. Told when this is compiled.
 *
 *     pgasc 10-wrong-datatype.c && node out.js -n 2
 *
 *     10-wrong-datatype.c:17:37: warning SEM3660: 'MPI_Send' takes elements of 'double' here, but MPI_INT is the datatype of 'int'; that of 'double' is MPI_DOUBLE (MPI 3.1, 3.3.1) [-Wmpi-datatype]
 *     10-wrong-datatype.c:18:37: warning SEM3660: 'MPI_Recv' takes elements of 'double' here, but MPI_INT is the datatype of 'int'; that of 'double' is MPI_DOUBLE (MPI 3.1, 3.3.1) [-Wmpi-datatype]
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double values[10] = {0};
  if (me == 0) MPI_Send(values, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (me == 1) MPI_Recv(values, 10, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
