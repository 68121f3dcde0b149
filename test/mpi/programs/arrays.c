/* MPI beside Global Arrays and ARMCI: groups as communicators, ARMCI over a communicator. */
#include "check.h"
#include <armci.h>
#include <ga.h>
#include <ga-mpi.h>
#include <macdecls.h>

static int me, size;

static void groups(void) {
  int rank, ranks, sum = 0, result, *list = malloc(size * sizeof(int)), n = 0;
  MPI_Comm_compare(GA_MPI_Comm(), MPI_COMM_WORLD, &result);
  CHECK(result == MPI_IDENT);
  MPI_Comm_compare(GA_MPI_Comm_pgroup_default(), MPI_COMM_WORLD, &result);
  CHECK(result == MPI_IDENT || result == MPI_CONGRUENT);
  for (int i = me % 2; i < size; i += 2) list[n++] = i;
  int group = GA_Pgroup_create(list, n);
  MPI_Comm comm = GA_MPI_Comm_pgroup(group);
  CHECK(comm == GA_MPI_Comm_pgroup(group));
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  CHECK(rank == me / 2 && ranks == n);
  /* Messages and operations of the group's own and of the communicator in turn. */
  MPI_Allreduce(&me, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == n * (n - 1) + n * (me % 2));
  int other = me;
  GA_Pgroup_igop(group, &other, 1, "+");
  CHECK(other == sum);
  int got = -1;
  MPI_Sendrecv(&me, 1, MPI_INT, (rank + 1) % ranks, 1, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, 1, comm, MPI_STATUS_IGNORE);
  CHECK(got == list[(rank + ranks - 1) % ranks]);
  GA_Pgroup_set_default(group);
  CHECK(GA_MPI_Comm_pgroup_default() == comm);
  GA_Pgroup_set_default(GA_Pgroup_get_world());
  free(list);
}

static void memory(void) {
  void **blocks = malloc(size * sizeof(void *));
  ARMCI_Set_shm_limit(1 << 20);
  ARMCI_Malloc_memdev(blocks, sizeof(int), "memory");
  int next = (me + 1) % size, got = -1;
  ARMCI_Put(&me, blocks[next], sizeof me, next);
  ARMCI_Barrier();
  ARMCI_Get(blocks[me], &got, sizeof got, me);
  CHECK(got == (me + size - 1) % size);
  ARMCI_Barrier();
  ARMCI_Free_memdev(blocks[me]);
  free(blocks);
}

int main(int argc, char **argv) {
  MPI_Comm copy;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  CHECK(ARMCI_Init_mpi_comm(copy) == 0);
  CHECK(GA_Initialize_comm(copy) == 0);
  groups();
  memory();
  GA_Terminate();
  ARMCI_Finalize();
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
