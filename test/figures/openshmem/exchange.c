/* All PEs put so many bytes to each other, some rounds (Benner and Jea: all2all, 21,504 bytes): MiB/s of a PE by round. */
#include "shmem-program.h"

enum { ROUNDS = 4 };

int main(int argc, char **argv) {
  shmem_init();
  int bytes = argc > 1 ? atoi(argv[1]) : 21504, me = shmem_my_pe(), n = shmem_n_pes();
  char *from = shmem_malloc(bytes), *to = shmem_malloc((size_t)n * bytes);
  for (int round = 1; round <= ROUNDS; round++) {
    shmem_barrier_all();
    double start = microseconds();
    for (int k = 1; k <= n; k++) {
      int pe = (me + k) % n;
      shmem_putmem_nbi(to + (size_t)me * bytes, from, bytes, pe);
    }
    shmem_barrier_all();
    if (me == 0) point("exchange", round, (double)bytes * n / 1.048576 / (microseconds() - start));
  }
  shmem_finalize();
  return 0;
}
