/* GUPS over a table that is dealt to OpenSHMEM's processing elements element by element, by blocking get and put. */
#include <shmem.h>
#include <time.h>
#include "gups.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static void update(long *table, int me, int all) {
  uint64_t x = seed(me);
  for (long i = 0; i < UPDATES; i++) {
    x = next(x);
    uint64_t at = x & (SIZE - 1);
    long *place = &table[at / all];
    shmem_long_p(place, shmem_long_g(place, at % all) ^ x, at % all);
  }
}

static double round_(long *table, int me, int all) {
  shmem_barrier_all();
  double start = now();
  update(table, me, all);
  shmem_barrier_all();
  return now() - start;
}

int main(void) {
  double times[ROUNDS];
  shmem_init();
  int me = shmem_my_pe(), all = shmem_n_pes(), status = 0;
  long *table = shmem_malloc((SIZE / all + 1) * sizeof(long)), *wrong = shmem_malloc(sizeof(long));
  for (uint64_t i = me; i < SIZE; i += all) table[i / all] = i;
  for (int round = 0; round < ROUNDS; round++) times[round] = round_(table, me, all);
  *wrong = 0;
  for (uint64_t i = me; i < SIZE; i += all) *wrong += table[i / all] != i;
  shmem_barrier_all();
  if (me == 0) {
    uint64_t sum = 0;
    for (int pe = 0; pe < all; pe++) sum += shmem_long_g(wrong, pe);
    status = report(times, sum);
    fflush(stdout);
  }
  shmem_barrier_all();
  shmem_finalize();
  return status;
}
