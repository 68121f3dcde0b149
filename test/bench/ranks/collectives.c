/* Broadcast, reduction, all-to-all and gathering of few words, by all: each ROUNDS times, and checked. */
#include <shmem.h>
#include <stdio.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif
#define WORDS 16

static long source[WORDS], result[WORDS];

static int wrong(const long *words, int count, long first, long step) {
  int wrong = 0;
  for (int i = 0; i < count; i++) wrong += words[i] != first + i * step;
  return wrong;
}

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), ranks = shmem_n_pes(), root = 1 % ranks;
  long *blocks = shmem_malloc(ranks * sizeof *blocks), *all = shmem_malloc(ranks * sizeof *all);
  for (int i = 0; i < WORDS; i++) source[i] = me + i;
  for (int i = 0; i < ranks; i++) blocks[i] = (long)me * ranks + i;
  int errors = 0;
  for (int round = 0; round < ROUNDS; round++) {
    shmem_barrier_all();
    shmem_long_broadcast(SHMEM_TEAM_WORLD, result, source, WORDS, root);
    errors += wrong(result, WORDS, root, 1);
    shmem_barrier_all();
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, result, source, WORDS);
    errors += wrong(result, WORDS, (long)ranks * (ranks - 1) / 2, ranks);
    shmem_barrier_all();
    shmem_long_alltoall(SHMEM_TEAM_WORLD, all, blocks, 1);
    errors += wrong(all, ranks, me, ranks);
    shmem_barrier_all();
    shmem_long_fcollect(SHMEM_TEAM_WORLD, all, source, 1);
    errors += wrong(all, ranks, 0, 1);
  }
  if (me == 0) printf(errors == 0 ? "all as they must be\n" : "%d words are wrong\n", errors);
  shmem_finalize();
  return errors != 0;
}
