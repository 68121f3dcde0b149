/* Operations on a thread that computes meanwhile, without a call: puts, gets, atomic operations, upc_global_alloc, upc_free and locks of the
   last thread on thread 0. Arguments: how often each, seconds that thread 0 computes at least. Prints: operation, microseconds at p50, at p99;
   then whether thread 0 computed all the time. With more threads the one before the last wants the same lock: "handover" is to get it. */
#include <bupc_extensions.h>
#include <stdio.h>
#include <stdlib.h>
#include <upc.h>
#include <upc_tick.h>

#define MOST 100000

static shared long words[THREADS];
static shared int over; /* with thread 0 */
static shared int measured; /* likewise */
static upc_lock_t *lock;
static double times[MOST];
static shared void *mine[MOST];

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void put(int i) { *(strict shared long *)&words[0] = i; }
static void get(int i) { (void)*(strict shared long *)&words[0]; }
static void atomic(int i) { bupc_atomicI64_fetchadd_strict((shared void *)&words[0], 1); }
static void alloc(int i) { mine[i] = upc_global_alloc(THREADS, 64); }
static void release(int i) { upc_free(mine[i]); }
static void hold(int i) { upc_lock(lock), upc_unlock(lock); }
static void take(int i) { upc_lock(lock); }

static void nothing(int i) {}
static void give(int i) { upc_unlock(lock); }

static void measure(const char *name, void (*operation)(int), void (*after)(int), int count) {
  for (int i = 0; i < count; i++) {
    upc_tick_t start = upc_ticks_now();
    operation(i);
    times[i] = upc_ticks_to_ns(upc_ticks_now() - start) / 1e3;
    after(i);
  }
  qsort(times, count, sizeof *times, compare);
  printf("%s %.2f %.2f\n", name, times[count / 2], times[count - count / 100 - 1]);
}

static volatile double sum;

static void compute(double seconds) {
  upc_tick_t start = upc_ticks_now();
  while (upc_ticks_to_ns(upc_ticks_now() - start) < seconds * 1e9)
    for (int i = 1; i < 10000000; i++) sum += 1.0 / i;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20;
  double seconds = argc > 2 ? atof(argv[2]) : 2;
  lock = upc_all_lock_alloc(); /* with thread 0 */
  upc_barrier;
  if (MYTHREAD == 0) {
    compute(seconds);
    over = 1;
  } else if (MYTHREAD == THREADS - 1) {
    measure("put", put, nothing, count);
    measure("get", get, nothing, count);
    measure("atomic", atomic, nothing, count);
    measure("lock", hold, nothing, count);
    measure("alloc", alloc, nothing, count);
    measure("free", release, nothing, count);
    if (THREADS > 2) measure("handover", take, give, count);
    measured = 1;
    printf("computed %s\n", *(strict shared int *)&over ? "no" : "yes");
  } else if (MYTHREAD == THREADS - 2)
    while (!*(strict shared int *)&measured) hold(0);
  upc_barrier;
  return 0;
}
