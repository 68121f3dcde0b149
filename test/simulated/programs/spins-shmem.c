/* As spins.upc: each PE but the last spins on what the next one sets. */
#include <shmem.h>
#include <stdio.h>

int flag;
long lock;

static int wait_kind(int kind, int me, int next) {
  switch (kind) {
    case 0: return shmem_int_test(&flag, SHMEM_CMP_EQ, 1);
    case 1: return *(volatile int *)&flag;
    case 2: return __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
    case 3: return shmem_int_g(&flag, next);
    case 4: return shmem_int_atomic_fetch(&flag, next);
    case 5: return shmem_int_atomic_fetch(&flag, me);
    case 6: {
      int copy = 0;
      shmem_getmem(&copy, &flag, sizeof copy, next);
      return copy;
    }
    case 7: {
      if (shmem_test_lock(&lock)) return 0;
      int copy = shmem_int_g(&flag, next);
      shmem_clear_lock(&lock);
      return copy;
    }
    default: return shmem_int_atomic_compare_swap(&flag, 1, 2, next) == 1;
  }
}

/* Kinds that look at the flag of the next PE. */
static int is_remote(int kind) { return kind == 3 || kind == 4 || kind >= 6; }

int main(void) {
  shmem_init();
  int me = shmem_my_pe(), last = shmem_n_pes() - 1;
  for (int kind = 0; kind < 9; kind++) {
    flag = 0;
    shmem_barrier_all();
    while (me < last && !wait_kind(kind, me, me + 1));
    if (me > 0) shmem_int_atomic_set(&flag, 1, is_remote(kind) ? me : me - 1);
    shmem_barrier_all();
    if (me == 0) printf("%d\n", kind);
  }
  shmem_finalize();
  return 0;
}
