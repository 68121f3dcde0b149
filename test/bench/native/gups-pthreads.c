/* GUPS over one table in plain memory. */
#include <pthread.h>
#include <time.h>
#include "gups.h"

#define THREADS 2
static uint64_t table[SIZE];
static double times[ROUNDS];
static pthread_barrier_t barrier;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * t.tv_sec + t.tv_nsec;
}

static void update(int thread) {
  uint64_t x = seed(thread);
  for (long i = 0; i < UPDATES; i++) {
    x = next(x);
    table[x & (SIZE - 1)] ^= x;
  }
}

static void *run(void *argument) {
  int thread = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_barrier_wait(&barrier);
    double start = now();
    update(thread);
    pthread_barrier_wait(&barrier);
    if (thread == 0) times[round] = now() - start;
  }
  return NULL;
}

int main(void) {
  pthread_t handles[THREADS];
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < SIZE; i++) table[i] = i;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (intptr_t t = 0; t < THREADS; t++) pthread_create(&handles[t], NULL, run, (void *)t);
  for (int t = 0; t < THREADS; t++) pthread_join(handles[t], NULL);
  for (uint64_t i = 0; i < SIZE; i++) wrong += table[i] != i;
  return report(times, wrong);
}
