/* MPI, which makes progress in its calls alone, does not keep a PE that tests for others from serving them. */
#include <mpi.h>
#include "programs/check.h"

static long flag, count;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  shmem_init();
  int me = shmem_my_pe(), last = shmem_n_pes() - 1;
  shmem_barrier_all();
  if (me == 0) while (!shmem_long_test(&flag, SHMEM_CMP_EQ, 1));
  if (me == last) {
    for (int i = 0; i < 100; i++) shmem_long_atomic_inc(&count, 0);
    shmem_long_p(&flag, 1, 0);
    shmem_quiet();
  }
  shmem_barrier_all();
  CHECK(me != 0 || count == 100);
  MPI_Barrier(MPI_COMM_WORLD);
  int status = finish();
  MPI_Finalize();
  return status;
}
