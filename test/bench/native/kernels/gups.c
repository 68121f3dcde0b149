/* Random updates of a table of a million 64-bit numbers, as HPC Challenge's RandomAccess: done twice they undo each other. */
#include "kernel.h"
#define SIZE (1 << 20)
#define UPDATES (16 * SIZE)
#define POLYNOMIAL 7
static uint64_t table[SIZE];

static uint64_t next(uint64_t x) { return x << 1 ^ ((int64_t)x < 0 ? POLYNOMIAL : 0); }

static void prepare(void) {
  for (uint64_t i = 0; i < SIZE; i++) table[i] = i;
}

static void update(void) {
  uint64_t x = 0x123456789abcdefu;
  for (long i = 0; i < UPDATES; i++) {
    x = next(x);
    table[x & (SIZE - 1)] ^= x;
  }
}

static void work(void) { update(); }

static int asBefore(void) {
  for (uint64_t i = 0; i < SIZE; i++)
    if (table[i] != i) return 0;
  return 1;
}

int main(void) {
  measure(prepare, work);
  resultBits("table", table, sizeof table);
  update();
  return verdict(asBefore());
}
