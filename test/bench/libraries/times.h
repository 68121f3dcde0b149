/* The time of an operation: the median of rounds of so many each, in nanoseconds. The first round is for the compilers. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 11

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median_of(void (*run)(int, int), int count, int target) {
  double times[ROUNDS];
  run(count, target);
  for (int i = 0; i < ROUNDS; i++) {
    double begin = now();
    run(count, target);
    times[i] = (now() - begin) / count;
  }
  qsort(times, ROUNDS, sizeof times[0], ascending);
  return times[ROUNDS / 2];
}
