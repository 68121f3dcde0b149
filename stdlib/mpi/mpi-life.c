/* The beginning of a rank under MPI: the runtime is told where the state in C is (job.h), which it fills in. */
#include "job.h"

struct __mpi_job __mpi_job;
static struct __mpi_receives receives;
static struct __mpi_offers offers;

const unsigned char __mpi_sizes[DENSE_TYPES + 1] = {
    0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8, 8, 8, 4, 8, 8, 1, 2, 4, 8, 1, 2, 4, 8, 1, 8, 16, 16, 8, 8, 8, 1,
};

int PMPI_Init(int *argc, char ***argv) {
  __mpi_enter(&__mpi_job, &receives, &offers);
  return __MPI_Init(argc, argv);
}
NAMED(Init)

int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  __mpi_enter(&__mpi_job, &receives, &offers);
  return __MPI_Init_thread(argc, argv, required, provided);
}
NAMED(Init_thread)
