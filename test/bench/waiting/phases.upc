/* A job that stays in the phase that its argument says until a signal ends it; "deadlock": two locks, each held by who waits not for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

shared int numbers[THREADS];
static volatile int turns;

static void compute(void) {
  for (;;) turns++;
}

int main(int argc, char **argv) {
  const char *phase = argc > 1 ? argv[1] : "";
  if (strcmp(phase, "exit") == 0 && MYTHREAD == 0) atexit(compute);
  upc_lock_t *locks[2] = {upc_all_lock_alloc(), upc_all_lock_alloc()};
  if (strcmp(phase, "lock") == 0 && MYTHREAD == 0) upc_lock(locks[0]);
  if (strcmp(phase, "deadlock") == 0 && MYTHREAD < 2) upc_lock(locks[MYTHREAD]);
  upc_barrier;
  if (MYTHREAD == 0) {
    printf("begun\n");
    fflush(stdout);
  }
  if (strcmp(phase, "deadlock") == 0 && MYTHREAD < 2) upc_lock(locks[1 - MYTHREAD]);
  if (strcmp(phase, "compute") == 0) compute();
  if (strcmp(phase, "barrier") == 0 && MYTHREAD == 0) compute();
  if (strcmp(phase, "lock") == 0 && MYTHREAD == 0) compute();
  if (strcmp(phase, "lock") == 0) upc_lock(locks[0]);
  if (strcmp(phase, "calls") == 0)
    for (;;) numbers[(MYTHREAD + 1) % THREADS]++;
  if (strcmp(phase, "barriers") == 0)
    for (;;) upc_barrier;
  if (strcmp(phase, "output") == 0)
    for (;;) printf("thread %d\n", MYTHREAD);
  upc_barrier;
  return 0;
}
