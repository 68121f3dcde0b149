// Under -g freed shared blocks are kept for a while, but never so many that a small shared heap has no room for what others allocate.
// threads: 1 4 7
// flags: -g
// arguments: --shared-heap=1M
#include <upc.h>

static shared void *shared given[THREADS];

int main(void) {
  for (int round = 0; round < 40; round++) {
    /* each symmetric block is freed by another thread than the one before */
    shared char *spread = upc_all_alloc(THREADS, 200 << 10);
    if (MYTHREAD == round % THREADS) upc_free(spread);
    /* what is mine my neighbour frees */
    given[MYTHREAD] = upc_alloc(300 << 10);
    upc_barrier;
    upc_free(given[(MYTHREAD + 1) % THREADS]);
    upc_barrier;
  }
  /* small ones: many are kept */
  for (int i = 0; i < 2000; i++) upc_free(upc_alloc(1000));
  upc_barrier;
  return upc_alloc(700 << 10) == NULL;
}
