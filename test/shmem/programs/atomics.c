/* Atomic operations of all types: each result, and sums that no update is missing from. */
#include "check.h"

static int me, pes;

#define ACCESS(TYPE, NAME) \
  static TYPE cell_##NAME; \
  static void access_##NAME(void) { \
    int next = (me + 1) % pes, before = (me + pes - 1) % pes; \
    TYPE old; \
    cell_##NAME = 5; \
    shmem_barrier_all(); \
    CHECK(shmem_##NAME##_atomic_fetch(&cell_##NAME, next) == 5); \
    shmem_barrier_all(); \
    shmem_##NAME##_atomic_set(&cell_##NAME, me + 10, next); \
    shmem_barrier_all(); \
    CHECK(cell_##NAME == before + 10); \
    shmem_barrier_all(); \
    CHECK(shmem_##NAME##_atomic_swap(&cell_##NAME, me + 20, next) == me + 10); \
    shmem_barrier_all(); \
    CHECK(cell_##NAME == before + 20); \
    shmem_ctx_##NAME##_atomic_fetch_nbi(SHMEM_CTX_DEFAULT, &old, &cell_##NAME, next); \
    shmem_quiet(); \
    CHECK(old == me + 20); \
    shmem_barrier_all(); \
    shmem_##NAME##_atomic_swap_nbi(&old, &cell_##NAME, 1, next); \
    shmem_quiet(); \
    CHECK(old == me + 20); \
    shmem_barrier_all(); \
  }
_SHMEM_AMO_TYPES(ACCESS)
_SHMEM_FLOATING_AMO_TYPES(ACCESS)

#define ROUNDS 50
#define ARITHMETIC(TYPE, NAME) \
  static void arithmetic_##NAME(void) { \
    TYPE old, *cell = shmem_calloc(3, sizeof(TYPE)), seen = 0; \
    for (int i = 0; i < ROUNDS; i++) { \
      old = shmem_##NAME##_atomic_fetch_add(&cell[0], 3, 0); \
      CHECK(i == 0 || old > seen); \
      seen = old; \
      shmem_##NAME##_atomic_add(&cell[0], 2, 0); \
      shmem_##NAME##_atomic_inc(&cell[1], pes - 1); \
      shmem_##NAME##_atomic_fetch_inc(&cell[1], pes - 1); \
      shmem_ctx_##NAME##_atomic_fetch_inc_nbi(SHMEM_CTX_DEFAULT, &old, &cell[1], pes - 1); \
      shmem_##NAME##_atomic_fetch_add_nbi(&old, &cell[1], (TYPE)-1, pes - 1); \
      do old = shmem_##NAME##_atomic_fetch(&cell[2], 0); \
      while (shmem_##NAME##_atomic_compare_swap(&cell[2], old, old + 1, 0) != old); \
    } \
    shmem_barrier_all(); \
    CHECK(shmem_##NAME##_g(&cell[0], 0) == (TYPE)(pes * ROUNDS * 5)); \
    CHECK(shmem_##NAME##_g(&cell[1], pes - 1) == (TYPE)(pes * ROUNDS * 2)); \
    CHECK(shmem_##NAME##_g(&cell[2], 0) == (TYPE)(pes * ROUNDS)); \
    shmem_##NAME##_atomic_compare_swap_nbi(&old, &cell[2], 1, 7, 0); \
    shmem_quiet(); \
    shmem_free(cell); \
  }
_SHMEM_AMO_TYPES(ARITHMETIC)

#define BITWISE(TYPE, NAME) \
  static void bitwise_##NAME(void) { \
    TYPE *word = shmem_calloc(3, sizeof(TYPE)), mine = (TYPE)1 << me, all = ((TYPE)1 << pes) - 1, old; \
    if (me == 0) shmem_##NAME##_p(&word[1], all, 0); \
    shmem_barrier_all(); \
    shmem_##NAME##_atomic_or(&word[0], mine, 0); \
    CHECK(shmem_##NAME##_atomic_fetch_or(&word[0], mine, 0) & mine); \
    CHECK(shmem_##NAME##_atomic_fetch_and(&word[1], ~mine, 0) & mine); \
    shmem_##NAME##_atomic_and(&word[1], ~mine, 0); \
    CHECK(!(shmem_##NAME##_atomic_fetch_xor(&word[2], mine, 0) & mine)); \
    shmem_##NAME##_atomic_xor(&word[2], mine, 0); \
    shmem_ctx_##NAME##_atomic_fetch_xor_nbi(SHMEM_CTX_DEFAULT, &old, &word[2], mine, 0); \
    shmem_barrier_all(); \
    CHECK(shmem_##NAME##_g(&word[0], 0) == all); \
    CHECK(shmem_##NAME##_g(&word[1], 0) == 0); \
    CHECK(shmem_##NAME##_g(&word[2], 0) == all); \
    shmem_free(word); \
  }
_SHMEM_BITWISE_AMO_TYPES(BITWISE)

/* The names before 1.4. */
static int old_int;
static double old_double;
static void before_1_4(void) {
  shmem_barrier_all();
  shmem_int_add(&old_int, 2, 0);
  shmem_int_inc(&old_int, 0);
  shmem_int_fadd(&old_int, 2, 0);
  shmem_int_finc(&old_int, 0);
  shmem_barrier_all();
  CHECK(shmem_int_fetch(&old_int, 0) == 6 * pes);
  shmem_barrier_all();
  shmem_int_set(&old_int, 4, me);
  CHECK(shmem_int_cswap(&old_int, 4, 9, me) == 4 && shmem_int_swap(&old_int, 1, me) == 9);
  shmem_double_set(&old_double, 2.5, me);
  CHECK(shmem_double_swap(&old_double, 0, me) == 2.5 && shmem_double_fetch(&old_double, me) == 0);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
#define RUN(TYPE, NAME) access_##NAME();
  _SHMEM_AMO_TYPES(RUN)
  _SHMEM_FLOATING_AMO_TYPES(RUN)
#define RUN_ARITHMETIC(TYPE, NAME) arithmetic_##NAME();
  _SHMEM_AMO_TYPES(RUN_ARITHMETIC)
#define RUN_BITWISE(TYPE, NAME) bitwise_##NAME();
  _SHMEM_BITWISE_AMO_TYPES(RUN_BITWISE)
  before_1_4();
  return finish();
}
