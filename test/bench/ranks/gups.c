/* Each rank adds to words of others, drawn anew each time, one after the other: UPDATES times. */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>

#ifndef UPDATES
#define UPDATES 100
#endif
#define WORDS 64

static long table[WORDS];
static long mine, all;

int main(void) {
  shmem_init();
  const int me = shmem_my_pe(), ranks = shmem_n_pes();
  uint64_t state = 0x9e3779b97f4a7c15u * (me + 1);
  for (int update = 0; update < UPDATES; update++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    shmem_long_atomic_add(&table[state % WORDS], 1, (int)(state / WORDS % ranks));
  }
  shmem_barrier_all();
  for (int word = 0; word < WORDS; word++) mine += table[word];
  if (me != 0) shmem_long_atomic_add(&all, mine, 0);
  shmem_barrier_all();
  if (me == 0) printf("%s\n", all + mine == (long)UPDATES * ranks ? "all updates" : "updates are lost");
  shmem_finalize();
  return 0;
}
