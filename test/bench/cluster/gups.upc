// Random updates of a table over all threads (HPCC RandomAccess) by upc_atomic xor, one by one (with the old value) and gathered (without).
// Each update is made twice, so the table ends as it began. Prints: way, microseconds an update. gups UPDATES
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_tick.h>

#define WORDS 65536

shared uint64_t table[WORDS * THREADS];

static double update(upc_atomicdomain_t *domain, long updates, uint64_t *old) {
  uint64_t r = 88172645463325252ull + MYTHREAD * 7919;
  upc_barrier;
  upc_tick_t begun = upc_ticks_now();
  for (long i = 0; i < updates; i++) {
    r ^= r << 13;
    r ^= r >> 7;
    r ^= r << 17;
    upc_atomic_relaxed(domain, old, UPC_XOR, &table[r % (WORDS * (uint64_t)THREADS)], &r, NULL);
  }
  upc_barrier;
  return 1e-3 * upc_ticks_to_ns(upc_ticks_now() - begun) / updates;
}

int main(int argc, char **argv) {
  long updates = argc > 1 ? atol(argv[1]) : 10000;
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_UINT64, UPC_XOR, 0);
  uint64_t old;
  update(domain, updates, &old);
  double single = update(domain, updates, &old);
  update(domain, updates, NULL);
  double gathered = update(domain, updates, NULL);
  if (MYTHREAD == 0) printf("single %.3f\ngathered %.3f\n", single, gathered);
  long wrong = 0;
  upc_forall(long i = 0; i < WORDS * THREADS; i++; &table[i]) wrong += table[i] != 0;
  if (wrong) printf("thread %d: %ld words are wrong\n", MYTHREAD, wrong);
  return wrong != 0;
}
