/*
 * What the table of communication costs asks of a network (`npm run bench:costs`): nanoseconds of gets and puts of an int and
 * of bulk transfers between two threads. Each line is a name and the least of some passes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <upc_relaxed.h>
#include <upc_tick.h>

#define ELEMENTS 1024
#define PASSES 5

shared int next[THREADS * ELEMENTS];
shared [ELEMENTS] int block[THREADS * ELEMENTS];
int here[ELEMENTS];
int count, other, sum;

/* Each get needs the value of the one before. */
static void latency(void) {
  int at = 0;
  for (int i = 0; i < count; i++) at = next[other + THREADS * at];
  sum += at;
}

/* Four gets that need nothing of each other; -fsplit begins them all before it waits. */
static void gets(void) {
  for (int i = 0; i < count; i += 4) {
    int at = i & 511;
    sum += next[other + THREADS * at] ^ next[other + THREADS * (at * 2)] ^ next[other + THREADS * (at + 77)] ^ next[other + THREADS * (1000 - at)];
  }
}

static void stores(void) {
  for (int i = 0; i < count; i++) next[other + THREADS * (i * 7 & (ELEMENTS - 1))] = (i * 7 + 1) & (ELEMENTS - 1);
}

static void bulk(void) {
  for (int i = 0; i < count; i++) upc_memget(here, &block[other * ELEMENTS + (i & 255)], 16);
}

static double least(void (*work)(void)) {
  double best = 1e30;
  for (int pass = 0; pass < PASSES; pass++) {
    upc_tick_t start = upc_ticks_now();
    work();
    double taken = upc_ticks_to_ns(upc_ticks_now() - start) / (double)count;
    if (taken < best) best = taken;
  }
  return best;
}

int main(int argc, char **argv) {
  count = atoi(argv[1]);
  other = (MYTHREAD + 1) % THREADS;
  for (int i = 0; i < ELEMENTS; i++) next[MYTHREAD + THREADS * i] = (i + 1) & (ELEMENTS - 1);
  upc_barrier;
  if (MYTHREAD == 0) {
    printf("latency %.1f\n", least(latency));
    printf("gets %.1f\n", least(gets));
    printf("puts %.1f\n", least(stores));
    printf("bulk %.1f\n", least(bulk));
  }
  upc_barrier;
  return sum == 1;
}
