/* Global Arrays' groups as communicators of MPI. */
#ifndef _GA_MPI_H
#define _GA_MPI_H

#include <mpi.h>

/* Of all processes; of a group; of the default group. The processes have the same ranks in it. It is not to be freed. */
MPI_Comm GA_MPI_Comm(void);
MPI_Comm GA_MPI_Comm_pgroup(int pgroup);
MPI_Comm GA_MPI_Comm_pgroup_default(void);

/* GA_Initialize over a communicator with all ranks of MPI_COMM_WORLD in their order. */
int GA_Initialize_comm(MPI_Comm comm);
int NGA_Initialize_comm(MPI_Comm comm);

#endif
