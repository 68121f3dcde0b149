/* What the ARMCI programs of the figures share: their start, memory of each process, the time. */
#include <armci.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "../points.h"

static int me, processes;
static void **memory;
static char *own;

static double microseconds(void) { return MPI_Wtime() * 1e6; }

static void begin(int *argc, char ***argv, size_t bytes) {
  MPI_Init(argc, argv);
  ARMCI_Init();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  memory = malloc(processes * sizeof(void *));
  ARMCI_Malloc(memory, bytes);
  own = ARMCI_Malloc_local(bytes);
  memset(own, 0, bytes);
  ARMCI_Barrier();
}

static void end(void) {
  ARMCI_Barrier();
  ARMCI_Free_local(own);
  ARMCI_Free(memory[me]);
  free(memory);
  ARMCI_Finalize();
  MPI_Finalize();
}
