// Atomic operations without results, which networks gather: no access of a thread to their places overtakes them, and whatever tells another
// thread comes behind them: locks, semaphores, barriers, strict accesses, collective calls. A random walk against a model of each thread's own.
#include <stdint.h>
#include <stdio.h>
#include <upc.h>
#include <upc_atomic.h>
#include <upc_collective.h>
#include <bupc_extensions.h>

#ifndef HINT
#define HINT UPC_ATOMIC_HINT_DEFAULT
#endif
#define PLACES 64
#define STEPS 3000
#define ROUNDS 40

shared [PLACES] int64_t owned[THREADS][PLACES]; // row t is changed by thread t - 1 alone
shared [] uint32_t *shared small;
shared int64_t sums[THREADS];
strict shared int flag;
shared int64_t told;

static upc_atomicdomain_t *longs, *words, *doubles;
static int errors;
static uint64_t state;

static uint32_t draw(uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % n;
}

static void check(const char *what, int64_t got, int64_t wanted) {
  if (got == wanted) return;
  if (++errors < 5) printf("thread %d: %s: %lld, not %lld\n", MYTHREAD, what, (long long)got, (long long)wanted);
}

/** One step on a place of the next thread's, by a random way. */
static void step(int row, int64_t *model) {
  int place = draw(PLACES);
  int64_t value = (int64_t)draw(1000) - 500, old;
  shared void *target = &owned[row][place];
  switch (draw(11)) {
  case 0: owned[row][place] = value, model[place] = value; break;
  case 1: check("a read", owned[row][place], model[place]); break;
  case 2: upc_memput(target, &value, sizeof value), model[place] = value; break;
  case 3:
    upc_memget(&old, target, sizeof old);
    check("upc_memget", old, model[place]);
    break;
  case 4:
    upc_atomic_relaxed(longs, &old, UPC_ADD, target, &value, 0);
    check("fetch and add", old, model[place]);
    model[place] += value;
    break;
  case 5: upc_atomic_relaxed(longs, NULL, UPC_XOR, target, &value, 0), model[place] ^= value; break;
  case 6: upc_atomic_relaxed(longs, NULL, UPC_SET, target, &value, 0), model[place] = value; break;
  case 7: upc_atomic_relaxed(longs, NULL, UPC_SUB, target, &value, 0), model[place] -= value; break;
  case 8: upc_atomic_relaxed(longs, NULL, UPC_INC, target, NULL, 0), model[place]++; break;
  case 9: upc_atomic_strict(longs, NULL, UPC_MAX, target, &value, 0), model[place] = model[place] > value ? model[place] : value; break;
  default: upc_atomic_relaxed(longs, NULL, UPC_ADD, target, &value, 0), model[place] += value; break;
  }
}

static void walk(void) {
  int row = (MYTHREAD + 1) % THREADS;
  int64_t model[PLACES] = {0};
  for (int i = 0; i < STEPS; i++) step(row, model);
  upc_fence;
  for (int i = 0; i < PLACES; i++) check("at the end", owned[row][i], model[i]);
}

/** All add to places of one thread, and tell it by `way`. */
static void tell(upc_lock_t *lock, bupc_sem_t *semaphore, int way) {
  for (int round = 0; round < ROUNDS; round++) {
    int64_t one = 1;
    for (int i = 0; i < THREADS; i++) upc_atomic_relaxed(longs, NULL, UPC_ADD, &sums[i], &one, 0);
    int64_t wanted = (int64_t)(round + 1) * THREADS;
    if (way == 0) upc_barrier;
    if (way == 1) { upc_notify; upc_wait; }
    if (way == 2) {
      bupc_sem_post(semaphore);
      if (MYTHREAD == 0) bupc_sem_waitN(semaphore, THREADS);
      if (MYTHREAD == 0) check("behind a semaphore", sums[0], wanted);
      upc_barrier;
    }
    if (way == 3) {
      int64_t got;
      upc_lock(lock);
      upc_atomic_relaxed(longs, NULL, UPC_ADD, &told, &one, 0);
      upc_unlock(lock);
      upc_lock(lock);
      got = told;
      upc_unlock(lock);
      if (got <= (int64_t)round * THREADS) check("behind a lock", got, wanted);
      upc_barrier;
    }
    if (way == 4) {
      if (MYTHREAD == 1 % THREADS) flag = round + 1;
      while (flag <= round) bupc_poll();
      upc_barrier;
    }
    if (way == 5) {
      static shared int64_t total;
      upc_all_reduceL(&total, sums, UPC_ADD, THREADS, 1, NULL, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC);
      check("behind a reduction", total, wanted * THREADS);
    }
    check("a sum", sums[MYTHREAD], wanted);
    upc_barrier;
  }
  sums[MYTHREAD] = 0;
  if (MYTHREAD == 0) flag = 0, told = 0;
  upc_barrier;
}

/** Unsigned words and doubles, of which several lie in 8 bytes. */
static void others(void) {
  static shared double halves[THREADS];
  for (int i = 0; i < 1000; i++) {
    uint32_t bit = 1u << draw(32);
    double half = 0.5;
    upc_atomic_relaxed(words, NULL, UPC_XOR, &small[1 + MYTHREAD], &bit, 0);
    upc_atomic_relaxed(words, NULL, UPC_XOR, &small[1 + MYTHREAD], &bit, 0);
    upc_atomic_relaxed(words, NULL, UPC_INC, &small[0], NULL, 0);
    upc_atomic_relaxed(doubles, NULL, UPC_SUB, &halves[(MYTHREAD + i) % THREADS], &half, 0);
  }
  upc_barrier;
  check("words", small[1 + MYTHREAD], 0);
  check("a count", small[0], 1000 * THREADS);
  check("doubles", (int64_t)halves[MYTHREAD], -500);
}

int main() {
  upc_op_t all = UPC_ADD | UPC_SUB | UPC_INC | UPC_XOR | UPC_SET | UPC_MAX;
  longs = upc_all_atomicdomain_alloc(UPC_INT64, all, HINT);
  words = upc_all_atomicdomain_alloc(UPC_UINT32, UPC_XOR | UPC_INC, HINT);
  doubles = upc_all_atomicdomain_alloc(UPC_DOUBLE, UPC_SUB, HINT);
  upc_lock_t *lock = upc_all_lock_alloc();
  static bupc_sem_t *shared semaphore;
  if (MYTHREAD == 0) semaphore = bupc_sem_alloc(BUPC_SEM_INTEGER | BUPC_SEM_MPRODUCER | BUPC_SEM_SCONSUMER);
  if (MYTHREAD == THREADS - 1) small = upc_alloc((1 + THREADS) * sizeof(uint32_t));
  state = 12345 + 7919 * MYTHREAD;
  upc_barrier;
  if (MYTHREAD == 0) upc_memset(small, 0, (1 + THREADS) * sizeof(uint32_t));
  upc_barrier;
  walk();
  upc_barrier;
  for (int way = 0; way < 6; way++) tell(lock, semaphore, way);
  others();
  if (errors == 0 && MYTHREAD == 0) printf("ok\n");
  return errors != 0;
}
