/*
 * GUPS over OpenSHMEM: random updates of a table on the symmetric heap (samples/kernels/gups.upc), dealt to the PEs element by element. An update gets the
 * element, and puts it changed.
 *
 *     pgasc run samples/shmem/gups.c -n 4 [log2 of the table's size]
 */
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define POLYNOMIAL 7

static uint64_t next(uint64_t x) { return (x << 1) ^ ((int64_t)x < 0 ? POLYNOMIAL : 0); }

/* A start of its own for each PE, mixed (Steele, Lea, Flood 2014): PEs that follow each other would collide. */
static uint64_t seed(int pe) {
  uint64_t x = 0x9E3779B97F4A7C15u * (pe + 1);
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void update(uint64_t *table, uint32_t mask, int count) {
  uint64_t x = seed(shmem_my_pe());
  unsigned pes = shmem_n_pes();
  for (int i = 0; i < count; i++) {
    x = next(x);
    uint32_t at = (uint32_t)x & mask;
    int pe = at % pes;
    uint64_t *element = &table[at / pes];
    shmem_uint64_p(element, shmem_uint64_g(element, pe) ^ x, pe);
  }
}

static int wrong;

int main(int argc, char **argv) {
  shmem_init();
  int me = shmem_my_pe(), pes = shmem_n_pes(), bits = argc > 1 ? atoi(argv[1]) : 16;
  if (bits < 4 || bits > 26) {
    if (me == 0) fprintf(stderr, "gups: %d bits; from 4 to 26\n", bits);
    return 2;
  }
  uint32_t size = (uint32_t)1 << bits;
  int updates = 4 * size / pes;
  uint64_t *table = shmem_malloc((size / pes + 1) * sizeof *table);
  for (uint32_t i = me; i < size; i += pes) table[i / pes] = i;
  shmem_barrier_all();
  double begin = now();
  update(table, size - 1, updates);
  shmem_barrier_all();
  double time = now() - begin;
  update(table, size - 1, updates);
  shmem_barrier_all();
  for (uint32_t i = me; i < size; i += pes) wrong += table[i / pes] != i;
  shmem_barrier_all();
  int sum = 0;
  for (int pe = 0; pe < pes; pe++) sum += shmem_int_g(&wrong, pe);
  int good = pes == 1 ? sum == 0 : sum <= size / 100;
  if (me == 0) {
    printf("gups: 2^%d elements, %d PEs: %.6f GUPS, %d elements off\n", bits, pes, 1e-9 * updates * pes / time, sum);
    printf("%s\n", good ? "Solution validates" : "Solution does not validate");
    fflush(stdout);
  }
  shmem_barrier_all();
  shmem_finalize();
  return !good;
}
