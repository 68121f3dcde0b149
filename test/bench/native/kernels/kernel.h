/*
 * Common part of the kernels. A kernel includes this, defines prepare() and work(), and ends with measure(): it prints the
 * seconds of each of its repetitions, "time 0.123456", and then its results, of which gcc's and pgasc's must agree.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define REPETITIONS 7

/* Processor time, in which other programs' load does not count. */
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* The first run is not counted: it touches the memory. */
static void measure(void (*prepare)(void), void (*work)(void)) {
  for (int k = 0; k <= REPETITIONS; k++) {
    prepare();
    double start = seconds();
    work();
    if (k > 0) printf("time %.6f\n", seconds() - start);
  }
}

/* A result with all its digits. */
static void result(const char *name, double value) { printf("result %s %.17g\n", name, value); }

/* Each bit of an array, as one number (FNV-1a). */
static void resultBits(const char *name, const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  printf("result %s %016llx\n", name, (unsigned long long)hash);
}

/* Exit status of main: a kernel also knows whether its results are right. */
static int verdict(int right) {
  if (!right) printf("the results are wrong\n");
  return right ? 0 : 1;
}

/* Numbers that look random (xorshift, Marsaglia 2003), the same everywhere. */
static uint64_t randomState = 0x9E3779B97F4A7C15u;

static uint64_t randomBits(void) {
  randomState ^= randomState << 13;
  randomState ^= randomState >> 7;
  randomState ^= randomState << 17;
  return randomState;
}

/* In [0, 1). */
static double randomUnit(void) { return (randomBits() >> 11) * 0x1p-53; }
