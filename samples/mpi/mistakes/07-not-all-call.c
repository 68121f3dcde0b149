/* Some ranks alone call a collective function. All of its communicator have to.
 *
 *     pgasc 07-not-all-call.c && node out.js -n 3
 *
 *     pgasc: thread 1: deadlock: this thread can never go on at 07-not-all-call.c:19:29
 *         thread 0 waits for all threads at MPI_Finalize 07-not-all-call.c:20:15
 *         thread 1 waits for a letter of thread 0 in MPI_Allreduce 07-not-all-call.c:19:29
 *         thread 2 waits for a letter of thread 0 in MPI_Allreduce 07-not-all-call.c:19:29
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = 0;
  if (me != 0) MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
