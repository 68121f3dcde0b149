/* upc_all_broadcast and upc_all_reduce of all threads: their results are checked, the time of one is printed. */
#include <stdio.h>
#include <time.h>
#include <upc.h>
#include <upc_collective.h>

enum { COUNT = 10, FLAGS = UPC_IN_MYSYNC | UPC_OUT_MYSYNC };
shared[] int one[2];
shared[2] int all[2 * THREADS];
shared[4] double parts[4 * THREADS];
shared double sum;
shared unsigned bits[THREADS], both;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

int main(void) {
  int wrong = 0;
  double expected = 0;
  for (int i = 0; i < 4; i++) parts[4 * MYTHREAD + i] = 1.0 / (1 + MYTHREAD);
  for (int i = 0; i < THREADS; i++) expected += 4.0 / (1 + i);
  bits[MYTHREAD] = 1u << MYTHREAD;
  upc_barrier;
  double begin = now();
  for (int i = 0; i < COUNT; i++) upc_barrier;
  if (MYTHREAD == 0) printf("barrier %.3f\n", (now() - begin) / COUNT);
  for (int i = 0; i < COUNT; i++) {
    if (MYTHREAD == 0) one[0] = i, one[1] = 2 * i;
    upc_all_broadcast(all, one, sizeof(one), FLAGS);
    wrong += all[2 * MYTHREAD] != i || all[2 * MYTHREAD + 1] != 2 * i;
  }
  upc_barrier;
  begin = now();
  for (int i = 0; i < COUNT; i++) upc_all_reduceD(&sum, parts, UPC_ADD, 4 * THREADS, 4, NULL, FLAGS);
  if (MYTHREAD == 0) printf("reduce %.3f\n", (now() - begin) / COUNT);
  upc_all_reduceUI(&both, bits, UPC_OR, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
  wrong += both != (1u << THREADS) - 1 || sum < expected - 1e-12 || sum > expected + 1e-12;
  if (wrong) printf("wrong %d\n", wrong);
  return 0;
}
