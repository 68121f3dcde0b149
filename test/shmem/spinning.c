/* PE 0 spins on its own memory without a call, in each way that C has, while others reach it for the first time. */
#include "programs/check.h"
#include <sys/time.h>

static volatile long flag;
static _Atomic long number;
static long counter, ready;

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), last = shmem_n_pes() - 1;
  long *heap = shmem_calloc(1000000, sizeof *heap);
  volatile long *end = &heap[999999];
  long got = 0;
  shmem_barrier_all();
  if (me == 0 && last > 0) {
    while (!flag);
    while (*end != 7);
    while (__atomic_load_n(&counter, __ATOMIC_SEQ_CST) < 10);
    while (!number);
    for (struct timeval now; !ready;) gettimeofday(&now, NULL);
  } else if (me == last && last > 0) {
    shmem_long_p((long *)&flag, 1, 0);
    shmem_long_p(&heap[999999], 7, 0);
    shmem_quiet();
    CHECK(shmem_long_g(&heap[5], 0) == 0);
    for (int i = 0; i < 10; i++) CHECK(shmem_long_atomic_fetch_add(&counter, 1, 0) == i);
    shmem_long_get(&got, &heap[999999], 1, 0);
    CHECK(got == 7);
    shmem_long_p((long *)&number, 1, 0);
    shmem_long_p(&heap[500000], 1, 0);
    shmem_fence();
    shmem_long_p(&ready, 1, 0);
  }
  return finish();
}
