/* A condition that holds, or the job ends with its text and the rank. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
  do { \
    if (!(condition)) { \
      int __rank; \
      MPI_Comm_rank(MPI_COMM_WORLD, &__rank); \
      printf("%s:%d: rank %d: %s\n", __FILE__, __LINE__, __rank, #condition); \
      exit(1); \
    } \
  } while (0)
