/* upc_atomic fetch-and-add on the other thread's counter, which nobody else uses. Prints nanoseconds by type. */
#include <upc_relaxed.h>
#include <upc_atomic.h>
#include <upc_tick.h>
#include <stdint.h>
#include <stdio.h>

#define BATCH 1000
#define BATCHES 5000

shared [1] int ints[THREADS];
shared [1] int64_t longs[THREADS];

#define MEASURE(name, type, code, counters)                                                       \
  do {                                                                                            \
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(code, UPC_ADD | UPC_GET, 0);          \
    shared type *counter = &counters[(MYTHREAD + 1) % THREADS];                                   \
    type before, one = 1;                                                                         \
    double best = 1e30;                                                                           \
    upc_barrier;                                                                                  \
    for (int i = 0; i < BATCHES; i++) {                                                           \
      upc_tick_t start = upc_ticks_now();                                                         \
      for (int k = 0; k < BATCH; k++) upc_atomic_relaxed(domain, &before, UPC_ADD, counter, &one, 0); \
      double time = (double)upc_ticks_to_ns(upc_ticks_now() - start) / BATCH;                     \
      if (time < best) best = time;                                                               \
    }                                                                                             \
    upc_barrier;                                                                                  \
    if (counters[MYTHREAD] != (type)BATCH * BATCHES) printf("wrong %s\n", name);                  \
    if (MYTHREAD == 0) printf("%s %.1f\n", name, best);                                           \
    upc_all_atomicdomain_free(domain);                                                            \
  } while (0)

int main(void) {
  MEASURE("int", int, UPC_INT, ints);
  MEASURE("long", int64_t, UPC_INT64, longs);
  return 0;
}
