/* wait_until and test, of one variable and of several, and the functions before 1.4. */
#include "check.h"

static int me, pes, next, before;

#define TEST(TYPE, NAME) \
  static TYPE flag_##NAME, flags_##NAME[4]; \
  static void test_##NAME(void) { \
    size_t indices[4], got; \
    TYPE wanted[4] = {1, 2, 3, 4}; \
    int mask[4] = {0, 1, 0, 1}, skip[4] = {1, 1, 1, 1}; \
    flag_##NAME = 1; \
    memset(flags_##NAME, 0, sizeof flags_##NAME); \
    shmem_barrier_all(); \
    CHECK(!shmem_##NAME##_test(&flag_##NAME, SHMEM_CMP_GE, 3)); \
    CHECK(shmem_##NAME##_test(&flag_##NAME, SHMEM_CMP_LT, 2)); \
    shmem_barrier_all(); \
    shmem_##NAME##_p(&flag_##NAME, 3, next); \
    shmem_##NAME##_wait_until(&flag_##NAME, SHMEM_CMP_EQ, 3); \
    shmem_##NAME##_wait_until(&flag_##NAME, SHMEM_CMP_NE, 1); \
    shmem_##NAME##_wait_until(&flag_##NAME, SHMEM_CMP_GT, 2); \
    shmem_##NAME##_wait_until(&flag_##NAME, SHMEM_CMP_LE, 3); \
    CHECK(shmem_##NAME##_test_any(flags_##NAME, 4, NULL, SHMEM_CMP_GT, 0) == SIZE_MAX); \
    CHECK(shmem_##NAME##_test_some(flags_##NAME, 4, indices, NULL, SHMEM_CMP_GT, 0) == 0); \
    CHECK(!shmem_##NAME##_test_all(flags_##NAME, 4, NULL, SHMEM_CMP_GT, 0)); \
    CHECK(shmem_##NAME##_wait_until_any(flags_##NAME, 4, skip, SHMEM_CMP_GT, 0) == SIZE_MAX); \
    CHECK(shmem_##NAME##_wait_until_some(flags_##NAME, 0, indices, NULL, SHMEM_CMP_GT, 0) == 0); \
    shmem_##NAME##_wait_until_all(flags_##NAME, 4, skip, SHMEM_CMP_GT, 0); \
    shmem_barrier_all(); \
    shmem_##NAME##_p(&flags_##NAME[2], 3, next); \
    CHECK(shmem_##NAME##_wait_until_any(flags_##NAME, 4, mask, SHMEM_CMP_EQ, 3) == 2); \
    got = shmem_##NAME##_wait_until_some_vector(flags_##NAME, 4, indices, mask, SHMEM_CMP_EQ, wanted); \
    CHECK(got == 1 && indices[0] == 2); \
    CHECK(shmem_##NAME##_test_any_vector(flags_##NAME, 4, mask, SHMEM_CMP_GE, wanted) == 2); \
    shmem_barrier_all(); \
    shmem_##NAME##_p(&flags_##NAME[0], 1, next); \
    shmem_##NAME##_wait_until_all_vector(flags_##NAME, 4, mask, SHMEM_CMP_EQ, wanted); \
    CHECK(shmem_##NAME##_test_all_vector(flags_##NAME, 4, mask, SHMEM_CMP_EQ, wanted)); \
    CHECK(shmem_##NAME##_test_some_vector(flags_##NAME, 4, indices, NULL, SHMEM_CMP_EQ, wanted) == 2); \
    got = shmem_##NAME##_wait_until_any_vector(flags_##NAME, 4, NULL, SHMEM_CMP_EQ, wanted); \
    CHECK(got == 0 || got == 2); \
    CHECK(shmem_##NAME##_test_any(flags_##NAME, 4, NULL, SHMEM_CMP_NE, 0) == 2 - got); /* each in its turn */ \
    CHECK(shmem_##NAME##_wait_until_some(flags_##NAME, 4, indices, NULL, SHMEM_CMP_NE, 0) == 2 && indices[1] == 2); \
    shmem_barrier_all(); \
  }
_SHMEM_SYNC_TYPES(TEST)

/* A token goes round. */
static volatile long token = -1;
static void round_and_round(void) {
  for (long turn = 0; turn < 20; turn++) {
    if (me != 0) shmem_long_wait_until(&token, SHMEM_CMP_EQ, turn);
    shmem_long_p((long *)&token, turn, next);
    if (me == 0) shmem_long_wait_until(&token, SHMEM_CMP_EQ, turn);
  }
  shmem_barrier_all();
  token = 0;
  shmem_barrier_all();
  shmem_long_p((long *)&token, 1, next);
  shmem_wait(&token, 0);
  shmem_long_wait(&token, 0);
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  next = (me + 1) % pes;
  before = (me + pes - 1) % pes;
#define RUN(TYPE, NAME) test_##NAME();
  _SHMEM_SYNC_TYPES(RUN)
  round_and_round();
  return finish();
}
