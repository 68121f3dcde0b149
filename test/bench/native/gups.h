/*
 * Common part of the three forms of GUPS over two threads: random updates of a table of 2^22 numbers of 64 bits by all
 * threads concurrently. Done twice they undo each other but where threads raced; HPC Challenge allows one in a hundred.
 * Each prints "time", the nanoseconds of an update of one thread, the median of several repetitions.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BITS 22
#define SIZE ((uint64_t)1 << BITS)
#define UPDATES ((long)SIZE) /* of each thread, in each round */
#define ROUNDS 10            /* even: then the table is as before */
#define POLYNOMIAL 7

static uint64_t next(uint64_t x) { return x << 1 ^ ((int64_t)x < 0 ? POLYNOMIAL : 0); }

/* A start of its own for each thread, mixed (Steele, Lea, Flood 2014). */
static uint64_t seed(int thread) {
  uint64_t x = 0x9E3779B97F4A7C15u * (thread + 1);
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* From the nanoseconds of all rounds and the number of elements that are not as before; gives the exit status. */
static int report(double *times, uint64_t wrong) {
  qsort(times, ROUNDS, sizeof times[0], ascending);
  printf("time %.4f\n", times[ROUNDS / 2] / UPDATES);
  if (wrong > SIZE / 100) printf("%llu elements are wrong\n", (unsigned long long)wrong);
  return wrong > SIZE / 100;
}
