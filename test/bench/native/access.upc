/*
 * Nanoseconds of a shared access to another thread, in a loop over its array: "put4 1.23" and so on, the median of several
 * rounds. The addresses are known late: the step through the array is a variable, so that no bulk copy can replace the loop.
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 16)
#define ROUNDS 101
#define PASSES 8
shared [N] int32_t words[THREADS][N];
shared [N] int64_t longs[THREADS][N];
static int step = 5; /* odd: every element has its turn */
static int64_t sum;

static double now(void) { return upc_ticks_to_ns(upc_ticks_now()); }

static void put4(int other) {
  for (int i = 0, at = 0; i < N; i++, at = (at + step) & (N - 1)) words[other][at] = i;
}

static void put8(int other) {
  for (int i = 0, at = 0; i < N; i++, at = (at + step) & (N - 1)) longs[other][at] = i;
}

static void get4(int other) {
  for (int i = 0, at = 0; i < N; i++, at = (at + step) & (N - 1)) sum += words[other][at];
}

static void get8(int other) {
  for (int i = 0, at = 0; i < N; i++, at = (at + step) & (N - 1)) sum += longs[other][at];
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *name, void (*accesses)(int), int other) {
  double times[ROUNDS];
  for (int round = 0; round < ROUNDS; round++) {
    double start = now();
    for (int pass = 0; pass < PASSES; pass++) accesses(other);
    times[round] = (now() - start) / PASSES / N;
  }
  qsort(times, ROUNDS, sizeof times[0], ascending);
  printf("%s %.3f\n", name, times[ROUNDS / 2]);
}

/* What was put was got: 0 + 1 + ... + N - 1 of each kind, each pass. */
static int right(void) { return sum == 2 * (int64_t)ROUNDS * PASSES * ((int64_t)N * (N - 1) / 2); }

int main(void) {
  int other = (MYTHREAD + 1) % THREADS, status = 0;
  upc_barrier;
  if (MYTHREAD == 0) {
    measure("put4", put4, other);
    measure("put8", put8, other);
    measure("get4", get4, other);
    measure("get8", get8, other);
    if (!right()) printf("the sum is wrong: %lld\n", (long long)sum), status = 1;
  }
  upc_barrier;
  return status;
}
