/*
 * What Global Arrays have of MPI: initialization over a communicator of all, and a group as a communicator (ga-mpi.h).
 *
 * A group is a team of ARMCI's, whose number all its members know, so none has to hear of another. The world is MPI's own.
 */
#include <ga-mpi.h>
#include "array.h"

/* Of a team by its number and processes: the same communicator each time. */
MPI_Comm __mpi_comm_of(int number, int count, const int *procs);

static int initialize(const char *name, MPI_Comm comm) {
  int result;
  MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
  if (result != MPI_IDENT && result != MPI_CONGRUENT)
    __ga_fail("%s: comm is 0x%x: it must have all ranks of MPI_COMM_WORLD in their order", name, (unsigned)comm);
  GA_Initialize();
  return 0;
}
int GA_Initialize_comm(MPI_Comm comm) { return initialize("GA_Initialize_comm", comm); }
int NGA_Initialize_comm(MPI_Comm comm) { return initialize("NGA_Initialize_comm", comm); }

static MPI_Comm communicator(const char *name, int handle) {
  __ga_open(name);
  int is_initialized;
  MPI_Initialized(&is_initialized);
  if (!is_initialized) __ga_fail("%s: MPI is not initialized; call MPI_Init first", name);
  if (handle == __GA_WORLD) return MPI_COMM_WORLD;
  const struct __ga_group *group = __ga_own_group(name, handle);
  return __mpi_comm_of(__armci_group_team(name, group->armci), group->size, group->procs);
}

MPI_Comm GA_MPI_Comm(void) { return communicator("GA_MPI_Comm", __GA_WORLD); }
MPI_Comm GA_MPI_Comm_pgroup(int pgroup) { return communicator("GA_MPI_Comm_pgroup", pgroup); }
MPI_Comm GA_MPI_Comm_pgroup_default(void) { return communicator("GA_MPI_Comm_pgroup_default", __ga_job.group); }
