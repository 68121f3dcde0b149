/* GUPS over a shared table that is dealt to the threads element by element; with POINTER, reached by a pointer variable. */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include "gups.h"

#ifdef POINTER
shared uint64_t *table;
#else
shared uint64_t table[SIZE / 2 * THREADS]; /* two threads are measured */
#endif
shared uint64_t wrong[THREADS];

static void update(void) {
  uint64_t x = seed(MYTHREAD);
  for (long i = 0; i < UPDATES; i++) {
    x = next(x);
    table[x & (SIZE - 1)] ^= x;
  }
}

static double now(void) { return upc_ticks_to_ns(upc_ticks_now()); }

static double round_(void) {
  upc_barrier;
  double start = now();
  update();
  upc_barrier;
  return now() - start;
}

int main(void) {
  double times[ROUNDS];
  uint64_t i, sum = 0;
#ifdef POINTER
  table = upc_all_alloc(SIZE, sizeof *table);
#endif
  upc_forall (i = 0; i < SIZE; i++; &table[i]) table[i] = i;
  for (int round = 0; round < ROUNDS; round++) times[round] = round_();
  upc_forall (i = 0; i < SIZE; i++; &table[i]) wrong[MYTHREAD] += table[i] != i;
  upc_barrier;
  if (MYTHREAD > 0) return 0;
  for (int t = 0; t < THREADS; t++) sum += wrong[t];
  return report(times, sum);
}
