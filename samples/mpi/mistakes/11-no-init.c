/* MPI is used before MPI_Init.
 *
 *     pgasc 11-no-init.c && node out.js -n 2
 *
 *     pgasc: thread 0: MPI_Comm_rank: before MPI_Init; call that first at 11-no-init.c:11:16
 */
#include <mpi.h>

int main(int argc, char **argv) {
  int me;
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return 0;
}
