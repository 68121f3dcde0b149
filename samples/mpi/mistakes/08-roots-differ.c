/* Each rank names itself as the root, which is the same rank everywhere.
 *
 *     pgasc 08-roots-differ.c && node out.js -n 2
 *
 *     pgasc: thread 0: MPI_Reduce: rank 1 gives 1 as root where this rank gives 0 as root at 08-roots-differ.c:16:13
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = 0;
  MPI_Reduce(&me, &sum, 1, MPI_INT, MPI_SUM, me, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
