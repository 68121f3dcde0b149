/* Global Arrays' groups as communicators of MPI. */
#ifndef _GA_MPI_H
#define _GA_MPI_H

#include <mpi.h>

/* Of all processes; of a group; of the default group. The processes have the same ranks in it. It is not to be freed. */
MPI_Comm GA_MPI_Comm(void);
MPI_Comm GA_MPI_Comm_pgroup(int pgroup);
MPI_Comm GA_MPI_Comm_pgroup_default(void);

#endif
