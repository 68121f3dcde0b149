/* Domains of the network's adapter, where it has their operations, beside others: each word is changed by one of them. */
#include <upc.h>
#include <upc_atomic.h>
#include <stdint.h>
#include "check.h"
#define ROUNDS 50
#define ARITHMETIC (UPC_ADD | UPC_SUB | UPC_MULT | UPC_INC | UPC_DEC | UPC_GET | UPC_SET)

static shared int64_t far_word[THREADS], near_word[THREADS];
static shared int near_half[THREADS], far_half[THREADS];
static shared double real[THREADS];
static shared float single[THREADS];

/* All threads on the words of all: both kinds of domains in turn, beside puts and gets of words in between. */
static void counters(void) {
  upc_atomicdomain_t *far = upc_all_atomicdomain_alloc(UPC_INT64, ARITHMETIC, UPC_ATOMIC_HINT_FAVOR_FAR);
  upc_atomicdomain_t *near = upc_all_atomicdomain_alloc(UPC_INT64, ARITHMETIC, UPC_ATOMIC_HINT_FAVOR_NEAR);
  upc_atomicdomain_t *halves = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_XOR, UPC_ATOMIC_HINT_FAVOR_FAR);
  upc_atomicdomain_t *plain = upc_all_atomicdomain_alloc(UPC_INT, UPC_ADD | UPC_XOR, UPC_ATOMIC_HINT_DEFAULT);
  int64_t two = 2, three = 3, old, seen = 0;
  int one = 1, bit = 1 << MYTHREAD;
  far_word[MYTHREAD] = near_word[MYTHREAD] = 0;
  upc_barrier;
  for (int i = 0; i < ROUNDS; i++) {
    int t = (MYTHREAD + i) % THREADS;
    upc_atomic_relaxed(far, NULL, UPC_ADD, &far_word[t], &three, NULL);
    upc_atomic_relaxed(near, NULL, UPC_ADD, &near_word[t], &three, NULL);
    upc_atomic_strict(far, &old, UPC_INC, &far_word[t], NULL, NULL);
    CHECK(old >= 3);
    upc_atomic_relaxed(near, &old, UPC_DEC, &near_word[t], NULL, NULL);
    upc_atomic_relaxed(far, NULL, UPC_SUB, &far_word[t], &two, NULL);
    upc_atomic_relaxed(halves, NULL, UPC_ADD, &far_half[t], &one, NULL);
    upc_atomic_relaxed(plain, NULL, UPC_ADD, &near_half[t], &one, NULL);
  }
  upc_barrier;
  int64_t far_sum = 0, near_sum = 0, halves_sum = 0;
  for (int t = 0; t < THREADS; t++) {
    far_sum += far_word[t];
    near_sum += near_word[t];
    halves_sum += far_half[t] + near_half[t];
    upc_atomic_relaxed(far, &old, UPC_GET, &far_word[t], NULL, NULL);
    CHECK(old == far_word[t]);
  }
  CHECK(far_sum == 2 * ROUNDS * THREADS && near_sum == 2 * ROUNDS * THREADS);
  CHECK(halves_sum == 2 * ROUNDS * THREADS);
  upc_barrier;
  /* A put that is complete comes before what the adapter does. */
  int next = (MYTHREAD + 1) % THREADS;
  near_half[next] = far_half[next] = 0;
  for (int i = 1; i <= ROUNDS; i++) {
    far_word[next] = 1000 * i;
    upc_fence;
    upc_atomic_strict(far, &seen, UPC_MULT, &far_word[next], &three, NULL);
    CHECK(seen == 1000 * i && far_word[next] == 3000 * i);
  }
  upc_barrier;
  for (int t = 0; t < THREADS; t++) upc_atomic_relaxed(halves, NULL, UPC_XOR, &far_half[t], &bit, NULL);
  upc_barrier;
  CHECK(far_half[next] == (1 << THREADS) - 1);
  upc_all_atomicdomain_free(far);
  upc_all_atomicdomain_free(near);
  upc_all_atomicdomain_free(halves);
  upc_all_atomicdomain_free(plain);
}

/* Halves and quarters are exact. */
#define FLOATING(T, code, name) do { \
    upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(code, ARITHMETIC, UPC_ATOMIC_HINT_FAVOR_FAR); \
    T half = 0.5, quarter = 0.25, four = 4, old; \
    name[MYTHREAD] = 0; \
    upc_barrier; \
    for (int i = 0; i < ROUNDS; i++) { \
      shared T *target = &name[(MYTHREAD + i) % THREADS]; \
      upc_atomic_relaxed(domain, NULL, UPC_ADD, target, &half, NULL); \
      upc_atomic_relaxed(domain, &old, UPC_SUB, target, &quarter, NULL); \
      upc_atomic_relaxed(domain, NULL, UPC_INC, target, NULL, NULL); \
      upc_atomic_relaxed(domain, NULL, UPC_DEC, target, NULL, NULL); \
      upc_atomic_relaxed(domain, NULL, UPC_ADD, target, &quarter, NULL); \
    } \
    upc_barrier; \
    T sum = 0; \
    for (int t = 0; t < THREADS; t++) sum += name[t]; \
    CHECK(sum == half * ROUNDS * THREADS); \
    upc_barrier; \
    shared T *mine = &name[(MYTHREAD + 1) % THREADS]; \
    upc_atomic_relaxed(domain, &old, UPC_SET, mine, &four, NULL); \
    CHECK(old == half * ROUNDS); \
    upc_atomic_relaxed(domain, &old, UPC_MULT, mine, &half, NULL); \
    CHECK(old == 4 && *mine == 2); \
    upc_barrier; \
    upc_all_atomicdomain_free(domain); \
  } while (0)

static shared void *shared slot[THREADS];
static shared [5] char buffer[5 * THREADS];

static void pointers(void) {
  upc_atomicdomain_t *domain = upc_all_atomicdomain_alloc(UPC_PTS, UPC_GET | UPC_SET, UPC_ATOMIC_HINT_FAVOR_FAR);
  shared void *one = &buffer[5 * MYTHREAD + 2], *before;
  shared void *shared *target = &slot[(MYTHREAD + 1) % THREADS];
  upc_atomic_relaxed(domain, &before, UPC_SET, target, &one, NULL);
  CHECK(before == NULL);
  upc_atomic_strict(domain, &before, UPC_GET, target, NULL, NULL);
  CHECK(before == one && upc_phaseof(before) == 2);
  upc_all_atomicdomain_free(domain);
}

int main(void) {
  counters();
  FLOATING(double, UPC_DOUBLE, real);
  FLOATING(float, UPC_FLOAT, single);
  pointers();
  CHECK(UPC_ATOMIC_HINT_FAVOR_FAR != UPC_ATOMIC_HINT_FAVOR_NEAR);
  return bad != 0;
}
