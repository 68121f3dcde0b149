/* Ranks whose collective calls differ: the argument says in what. */
#include <mpi.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int me, n = 4;
  double a[100] = {0}, b[400];
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  switch (atoi(argv[1])) {
  case 1: MPI_Bcast(a, 4, MPI_DOUBLE, me, MPI_COMM_WORLD); break;
  case 2: MPI_Allreduce(a, b, 4, me ? MPI_DOUBLE : MPI_INT, MPI_SUM, MPI_COMM_WORLD); break;
  case 3: MPI_Allreduce(a, b, me ? 4 : 6, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
  case 4: MPI_Reduce(a, b, 4, MPI_DOUBLE, me ? MPI_SUM : MPI_MAX, 0, MPI_COMM_WORLD); break;
  case 5: MPI_Gather(a, me ? 3 : 4, MPI_DOUBLE, b, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD); break;
  case 6: MPI_Bcast(a, me ? 4 : 32, MPI_DOUBLE, 0, MPI_COMM_WORLD); break;
  case 7: if (me) MPI_Barrier(MPI_COMM_WORLD); else MPI_Allreduce(a, b, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); break;
  case 8: MPI_Bcast(a, me ? 4 : 5, me ? MPI_DOUBLE : MPI_INT, me, MPI_COMM_WORLD); break;
  case 9: MPI_Reduce(a, b, 4, MPI_DOUBLE, MPI_SUM, me, MPI_COMM_WORLD); break;
  }
  MPI_Finalize();
  return 0;
}
