/* Fetch-and-add on a counter of process 0, which computes so many blocks of 300 us on bgq, or waits. */
#include <armci.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 20, NUMBERS = 1000, PASSES = 35 };

double sum, numbers[NUMBERS];

static void compute(void) {
  for (int pass = 0; pass < PASSES; pass++)
    for (int i = 0; i < NUMBERS; i++) sum += numbers[i];
}

int main(int argc, char **argv) {
  int me, size;
  MPI_Init(&argc, &argv);
  ARMCI_Init();
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int blocks = atoi(argv[1]);
  void *counters[size];
  ARMCI_Malloc(counters, sizeof(long));
  *(long *)counters[me] = 0;
  ARMCI_Barrier();
  long old;
  double begin = MPI_Wtime();
  if (me == 0)
    for (int i = 0; i < blocks; i++) {
      compute();
      ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, counters[0], 0, 0);
    }
  else
    for (int i = 0; i < COUNT; i++) ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &old, counters[0], 1, 0);
  double spent = (MPI_Wtime() - begin) * 1e6, own = me == 0 ? 0 : spent / COUNT, all;
  MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  ARMCI_Barrier();
  if (me == 0)
    printf("latency %.3f us, a block %.3f us, counter %ld\n", all / (size - 1), blocks ? spent / blocks : 0, *(long *)counters[0]);
  ARMCI_Free(counters[me]);
  ARMCI_Finalize();
  MPI_Finalize();
  return sum != 0;
}
