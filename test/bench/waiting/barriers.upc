/* "begun" when all have come to main; then barriers, as many as the first argument says: microseconds, and processor time of this process. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <upc.h>

static double now(int clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 0;
  if (MYTHREAD == 0) {
    printf("begun\n");
    fflush(stdout);
  }
  for (int i = 0; i < count; i++) upc_barrier; /* until the engine has compiled what runs */
  double time = now(CLOCK_MONOTONIC), processor = now(CLOCK_PROCESS_CPUTIME_ID);
  for (int i = 0; i < count; i++) upc_barrier;
  time = now(CLOCK_MONOTONIC) - time;
  processor = now(CLOCK_PROCESS_CPUTIME_ID) - processor;
  if (MYTHREAD == 0 && count > 0) printf("barrier %.2f %.2f\n", time / count, processor / count);
  return 0;
}
