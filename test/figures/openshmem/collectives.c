/* Barriers, reductions of one long, and broadcasts by size (Benner and Jea: barrier, reduce, bcast): the mean of so many; the argument. */
#include "shmem-program.h"

enum { LARGEST = 100000 };

static long value, sum;
static char *source, *target;

static void barriers(int times) {
  shmem_barrier_all();
  double start = microseconds();
  for (int i = 0; i < times; i++) shmem_barrier_all();
  if (shmem_my_pe() == 0) point("barrier", shmem_n_pes(), (microseconds() - start) / times);
}

static void reductions(int times) {
  value = shmem_my_pe();
  shmem_barrier_all();
  double start = microseconds();
  for (int i = 0; i < times; i++) shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &sum, &value, 1);
  if (shmem_my_pe() == 0) point("reduce", shmem_n_pes(), (microseconds() - start) / times);
  long n = shmem_n_pes();
  if (sum != n * (n - 1) / 2) shmem_global_exit(1);
}

/* Roots are random in the document's. */
static void broadcasts(int bytes, int times) {
  shmem_barrier_all();
  double start = microseconds();
  for (int i = 0; i < times; i++) {
    shmem_broadcastmem(SHMEM_TEAM_WORLD, target, source, bytes, (int)(i * 2654435761u % shmem_n_pes()));
    shmem_barrier_all();
  }
  if (shmem_my_pe() == 0) point("broadcast", bytes, (microseconds() - start) / times);
}

int main(int argc, char **argv) {
  shmem_init();
  int times = argc > 1 ? atoi(argv[1]) : 10, largest = argc > 2 ? atoi(argv[2]) : LARGEST;
  source = shmem_malloc(LARGEST);
  target = shmem_malloc(LARGEST);
  barriers(times);
  reductions(times);
  for (int bytes = 8; bytes < largest; bytes *= 2) broadcasts(bytes, times);
  broadcasts(largest, times);
  shmem_finalize();
  return 0;
}
