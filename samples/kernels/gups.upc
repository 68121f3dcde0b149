/*
 * GUPS: random updates of a shared table, dealt element by element (HPC Challenge RandomAccess). The updates are
 * exclusive ors with their own random number, so that doing all of them twice must give the table back, but for those
 * that raced with another thread; HPCC allows one in a hundred.
 *
 *     pgasc run samples/kernels/gups.upc -n 4 [log2 of the table's size]
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define POLYNOMIAL 7

static uint64_t next(uint64_t x) { return (x << 1) ^ ((int64_t)x < 0 ? POLYNOMIAL : 0); }

/* A start of its own for each thread, mixed (Steele, Lea, Flood 2014): threads that follow each other would collide. */
static uint64_t seed(void) {
  uint64_t x = 0x9E3779B97F4A7C15u * (MYTHREAD + 1);
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static shared uint64_t *table;
static uint32_t mask;

static void update(int count) {
  uint64_t x = seed();
  for (int i = 0; i < count; i++) {
    x = next(x);
    table[(uint32_t)x & mask] ^= x;
  }
}

shared int wrong[THREADS];

int main(int argc, char **argv) {
  int bits = argc > 1 ? atoi(argv[1]) : 16;
  if (bits < 4 || bits > 26) {
    if (MYTHREAD == 0) fprintf(stderr, "gups: %d bits; from 4 to 26\n", bits);
    return 2;
  }
  uint32_t size = (uint32_t)1 << bits;
  int i, updates = 4 * size / THREADS, bad = 0;
  mask = size - 1;
  table = upc_all_alloc(size, sizeof(uint64_t));
  upc_forall (i = 0; i < size; i++; &table[i]) table[i] = i;
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  update(updates);
  upc_barrier;
  double time = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-9;
  update(updates);
  upc_barrier;
  upc_forall (i = 0; i < size; i++; &table[i]) bad += table[i] != i;
  wrong[MYTHREAD] = bad;
  upc_barrier;
  int sum = 0;
  for (int t = 0; t < THREADS; t++) sum += wrong[t];
  int good = THREADS == 1 ? sum == 0 : sum <= size / 100;
  if (MYTHREAD == 0) {
    printf("gups: 2^%d elements, %d threads: %.6f GUPS, %d elements off\n", bits, THREADS, 1e-9 * updates * THREADS / time, sum);
    printf("%s\n", good ? "Solution validates" : "Solution does not validate");
  }
  return !good;
}
