/* Costs of shared accesses: a 4-byte put and get to the other thread, a barrier, upc_memput of 1 MiB beside a plain copy. */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N (1 << 20)
#define MEGABYTE (1 << 20)
shared [N] int data[THREADS][N];
shared [MEGABYTE] char target[THREADS][MEGABYTE];
static int sum;

static double now(void) { return upc_ticks_to_ns(upc_ticks_now()); }

static double puts_(int other) {
  double start = now();
  for (int i = 0; i < N; i++) data[other][i] = i;
  return (now() - start) / N;
}

static double gets_(int other) {
  int s = 0;
  double start = now();
  for (int i = 0; i < N; i++) s += data[other][i];
  double time = (now() - start) / N;
  sum += s;
  return time;
}

static double barriers(void) {
  double start = now();
  for (int i = 0; i < 100000; i++) upc_barrier;
  return (now() - start) / 100000;
}

static double memputs(int other, const char *from) {
  double start = now();
  for (int i = 0; i < 1000; i++) upc_memput(&target[other][0], from, MEGABYTE);
  return (double)MEGABYTE * 1000 / (now() - start);
}

static double copies(char *to, const char *from) {
  double start = now();
  for (int i = 0; i < 1000; i++) memcpy(to, from, MEGABYTE);
  return (double)MEGABYTE * 1000 / (now() - start);
}

#define BEST(better, measure)              \
  ({                                       \
    double best = measure;                 \
    for (int k = 0; k < 6; k++) {          \
      double x = measure;                  \
      if (x better best) best = x;         \
    }                                      \
    best;                                  \
  })

int main(void) {
  int other = (MYTHREAD + 1) % THREADS;
  char *from = malloc(MEGABYTE), *to = malloc(MEGABYTE);
  memset(from, 1, MEGABYTE);
  memset(to, 2, MEGABYTE);
  upc_barrier;
  double crossing = BEST(<, barriers());
  if (MYTHREAD == 0) {
    printf("put %.2f\n", BEST(<, puts_(other)));
    printf("get %.2f\n", BEST(<, gets_(other)));
    printf("barrier %.1f\n", crossing);
    printf("memput %.2f\n", BEST(>, memputs(other, from)));
    printf("copy %.2f\n", BEST(>, copies(to, from)));
    fprintf(stderr, "%d\n", sum);
  }
  upc_barrier;
  return 0;
}
