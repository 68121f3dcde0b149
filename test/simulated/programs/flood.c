/* 64 messages of each size under way, from rank 0 to rank 1: MB/s. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { W = 64, MOST = 1 << 20 };
static char buf[MOST * 2];
int main(int argc, char **argv) {
  int rank;
  MPI_Request r[W];
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int n = 1024; n <= MOST; n *= 4) {
    MPI_Barrier(MPI_COMM_WORLD);
    double t = 0;
    for (int it = 0; it < 3; it++) {
      if (it == 1) t = MPI_Wtime();
      for (int i = 0; i < W; i++)
        if (rank == 0) MPI_Isend(buf, n, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &r[i]);
        else MPI_Irecv(buf, n, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &r[i]);
      MPI_Waitall(W, r, MPI_STATUSES_IGNORE);
      char c;
      if (rank == 0) MPI_Recv(&c, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      else MPI_Send(&c, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    }
    if (rank == 0) printf("%d %.1f\n", n, 2e-6 * W * n / (MPI_Wtime() - t));
  }
  MPI_Finalize();
}
