/* Names without a type (C11), and signals. */
#include "check.h"

static int me, pes, next, before;
static uint64_t signal1, signal2;

#define TEST(TYPE, NAME) \
  static TYPE a_##NAME[4], b_##NAME[4]; \
  static void test_##NAME(void) { \
    TYPE here[4] = {1, 2, 3, 4}; \
    const TYPE *constant = here; \
    shmem_barrier_all(); \
    shmem_p(&a_##NAME[0], (TYPE)(me + 1), next); \
    shmem_p(SHMEM_CTX_DEFAULT, &a_##NAME[1], (TYPE)7, next); \
    shmem_put(b_##NAME, constant, 2, next); \
    shmem_put_nbi(SHMEM_CTX_DEFAULT, &b_##NAME[2], &here[2], 2, next); \
    shmem_barrier_all(); \
    CHECK(a_##NAME[0] == before + 1 && a_##NAME[1] == 7 && b_##NAME[3] == 4); \
    CHECK(shmem_g(a_##NAME, next) == me + 1); \
    shmem_get(here, b_##NAME, 4, next); \
    shmem_get_nbi(SHMEM_CTX_DEFAULT, here, b_##NAME, 4, next); \
    shmem_iget(here, b_##NAME, 1, 2, 2, next); \
    shmem_quiet(); \
    CHECK(here[1] == 3); \
    signal1 = 0; \
    shmem_barrier_all(); \
    shmem_put_signal(a_##NAME, here, 2, &signal1, 5, SHMEM_SIGNAL_SET, next); \
    CHECK(shmem_signal_wait_until(&signal1, SHMEM_CMP_EQ, 5) == 5); \
    CHECK(a_##NAME[1] == 3); \
    shmem_barrier_all(); \
    shmem_put_signal_nbi(SHMEM_CTX_DEFAULT, &a_##NAME[2], here, 2, &signal1, 2, SHMEM_SIGNAL_ADD, next); \
    CHECK(shmem_signal_wait_until(&signal1, SHMEM_CMP_GT, 5) == 7 && shmem_signal_fetch(&signal1) == 7); \
    CHECK(a_##NAME[3] == 3); \
    shmem_barrier_all(); \
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, a_##NAME, b_##NAME, 1) == 0 && a_##NAME[0] == pes); \
    CHECK(shmem_broadcast(SHMEM_TEAM_WORLD, a_##NAME, b_##NAME, 2, 0) == 0 && a_##NAME[1] == 2); \
  }
#define STANDARD(F) \
  F(float, float) F(double, double) F(long double, longdouble) F(char, char) F(signed char, schar) F(short, short) \
  F(int, int) F(long, long) F(long long, longlong) F(unsigned char, uchar) F(unsigned short, ushort) \
  F(unsigned int, uint) F(unsigned long, ulong) F(unsigned long long, ulonglong)
STANDARD(TEST)

static long number;
static unsigned bits;
static double real;

static void atomics(void) {
  long old;
  shmem_barrier_all();
  shmem_atomic_add(&number, 2, 0);
  shmem_atomic_add(SHMEM_CTX_DEFAULT, &number, 1, 0);
  shmem_atomic_inc(&number, 0);
  shmem_atomic_fetch_add_nbi(&old, &number, 1, 0);
  shmem_atomic_fetch_inc(SHMEM_CTX_DEFAULT, &number, 0);
  shmem_finc(&number, 0);
  shmem_fadd(&number, 3, 0);
  shmem_atomic_or(&bits, 1u << me, 0);
  shmem_barrier_all();
  CHECK(shmem_atomic_fetch(&number, 0) == 10 * pes && shmem_fetch(&bits, 0) == (1u << pes) - 1);
  shmem_atomic_set(&real, 2.5, me);
  CHECK(shmem_atomic_swap(&real, 3.5, me) == 2.5 && shmem_swap(SHMEM_CTX_DEFAULT == SHMEM_CTX_INVALID ? 0 : &real, 1.0, me) == 3.5);
  shmem_barrier_all();
  CHECK(shmem_atomic_compare_swap(&number, number, 4, me) != 4 && shmem_cswap(&number, 4, 5, me) == 4);
  shmem_wait_until(&number, SHMEM_CMP_EQ, 5);
  CHECK(shmem_test(&number, SHMEM_CMP_LE, 5) && shmem_wait_until_any(&number, 1, NULL, SHMEM_CMP_EQ, 5) == 0);
  CHECK(shmem_or_reduce(SHMEM_TEAM_WORLD, &bits, &bits, 1) == 0 && bits == (1u << pes) - 1);
  CHECK(shmem_sync(SHMEM_TEAM_WORLD) == 0);
  shmem_signal_set(&signal2, 4, me);
  shmem_signal_add(&signal2, 4, me);
  CHECK(signal2 == 8);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  next = (me + 1) % pes;
  before = (me + pes - 1) % pes;
#define RUN(TYPE, NAME) test_##NAME();
  STANDARD(RUN)
  atomics();
  return finish();
}
