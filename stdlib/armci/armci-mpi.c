/* What ARMCI has of MPI: initialization over a communicator, with a level of threads. */
#include "job.h"
#include <mpi.h>

/* The processes of ARMCI are numbered as the ranks of MPI_COMM_WORLD. */
int PARMCI_Init_mpi_comm(MPI_Comm comm) {
  int result;
  MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
  if (result != MPI_IDENT && result != MPI_CONGRUENT)
    __armci_refuse("ARMCI_Init_mpi_comm", "comm", (unsigned)comm, "it must have all ranks of MPI_COMM_WORLD in their order");
  return PARMCI_Init();
}

int PARMCI_Init_thread(int armci_requested) { return PARMCI_Init(); }

int PARMCI_Init_thread_comm(int armci_requested, MPI_Comm comm) { return PARMCI_Init_mpi_comm(comm); }

PROFILED(Init_mpi_comm) PROFILED(Init_thread) PROFILED(Init_thread_comm)
