/* A rank stores into its own memory of a window in the epoch in which another one puts there.
 *
 *     pgasc -g 14-store-in-epoch.c && node out.js -n 2
 *
 *     pgasc: thread 1: MPI_Win_fence: win is a window of 2: conflicting accesses to bytes 20 .. 23 of rank 1 in one epoch (what one changes, no other may access before MPI_Win_fence): a store at 14-store-in-epoch.c:20:42 by rank 1, MPI_Put at 14-store-in-epoch.c:18:12 by rank 0 at 14-store-in-epoch.c:21:16
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, value = 7, halo[10];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Win_create(halo, sizeof halo, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (me == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, win);
  else
    for (int i = 0; i < 10; i++) halo[i] = i; /* belongs before the first fence */
  MPI_Win_fence(0, win);
  printf("%d\n", halo[5]);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
