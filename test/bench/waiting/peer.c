/* The peer of barriers.upc: so many threads of the system (first argument) and barriers of its library (second one). */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_barrier_t barrier;
static int count;

static double now(int clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void *run(void *isFirst) {
  for (int i = 0; i < count; i++) pthread_barrier_wait(&barrier);
  double time = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
  for (int i = 0; i < count; i++) pthread_barrier_wait(&barrier);
  time = now(CLOCK_MONOTONIC) - time;
  processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
  if (isFirst) printf("barrier %.2f %.2f\n", time / count, processor / count);
  return NULL;
}

int main(int argc, char **argv) {
  int threads = atoi(argv[1]);
  pthread_t *others = malloc(threads * sizeof *others);
  count = atoi(argv[2]);
  pthread_barrier_init(&barrier, NULL, threads);
  for (int i = 1; i < threads; i++) pthread_create(&others[i], NULL, run, NULL);
  run(&count);
  for (int i = 1; i < threads; i++) pthread_join(others[i], NULL);
  return 0;
}
