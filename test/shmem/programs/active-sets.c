/* Collective functions of active sets, as programs before 1.5 call them. */
#include "check.h"

static int me, pes;
static long sync1[SHMEM_SYNC_SIZE], sync2[SHMEM_SYNC_SIZE];
static long source[64], dest[64 * 8];
static int source32[64], dest32[64 * 8];

#define TO_ALL(TYPE, NAME) \
  static TYPE from_##NAME[3], to_##NAME[3], work_##NAME[SHMEM_REDUCE_MIN_WRKDATA_SIZE]; \
  static void to_all_##NAME(int start, int log, int size) { \
    TYPE sum = 0; \
    for (int i = 0; i < size; i++) sum += start + (i << log) + 1; \
    for (int i = 0; i < 3; i++) from_##NAME[i] = me + 1 + i; \
    shmem_##NAME##_sum_to_all(to_##NAME, from_##NAME, 3, start, log, size, work_##NAME, sync1); \
    CHECK(to_##NAME[0] == sum && to_##NAME[2] == sum + 2 * size); \
    shmem_##NAME##_min_to_all(to_##NAME, from_##NAME, 1, start, log, size, work_##NAME, sync2); \
    CHECK(to_##NAME[0] == start + 1); \
    shmem_##NAME##_max_to_all(to_##NAME, from_##NAME, 1, start, log, size, work_##NAME, sync1); \
    CHECK(to_##NAME[0] == start + ((size - 1) << log) + 1); \
    from_##NAME[0] = 2; \
    shmem_##NAME##_prod_to_all(to_##NAME, from_##NAME, 1, start, log, size, work_##NAME, sync2); \
    CHECK(to_##NAME[0] == (TYPE)(1 << size)); \
  }
_SHMEM_TO_ALL_TYPES(TO_ALL)
#define BITS(TYPE, NAME) \
  static void bits_##NAME(void) { \
    from_##NAME[0] = 1 << me; \
    shmem_##NAME##_or_to_all(to_##NAME, from_##NAME, 1, 0, 0, pes, work_##NAME, sync1); \
    CHECK(to_##NAME[0] == (1 << pes) - 1); \
    shmem_##NAME##_xor_to_all(to_##NAME, from_##NAME, 1, 0, 0, pes, work_##NAME, sync2); \
    CHECK(to_##NAME[0] == (1 << pes) - 1); \
    shmem_##NAME##_and_to_all(to_##NAME, from_##NAME, 1, 0, 0, pes, work_##NAME, sync1); \
    CHECK(to_##NAME[0] == (pes == 1)); \
  }
_SHMEM_BITWISE_TO_ALL_TYPES(BITS)

static void moving(int start, int log, int size) {
  int rank = (me - start) >> log;
  for (int root = 0; root < size; root++) {
    for (int i = 0; i < 3; i++) source[i] = rank * 10 + i, dest[i] = -1;
    shmem_broadcast64(dest, source, 3, root, start, log, size, root % 2 ? sync2 : sync1);
    for (int i = 0; i < 3; i++) CHECK(dest[i] == (rank == root ? -1 : root * 10 + i));
    shmem_barrier(start, log, size, root % 2 ? sync1 : sync2);
  }
  for (int i = 0; i < 40; i++) source32[i] = rank * 100 + i;
  shmem_broadcast32(dest32, source32, 4, 0, start, log, size, sync1);
  if (rank != 0) CHECK(dest32[3] == 3);
  shmem_barrier(start, log, size, sync2);
  shmem_fcollect32(dest32, source32, 2, start, log, size, sync1);
  for (int pe = 0; pe < size; pe++) CHECK(dest32[2 * pe] == pe * 100 && dest32[2 * pe + 1] == pe * 100 + 1);
  shmem_collect32(dest32, source32, rank + 1, start, log, size, sync2);
  for (int pe = 0, at = 0; pe < size; pe++) for (int i = 0; i <= pe; i++, at++) CHECK(dest32[at] == pe * 100 + i);
  shmem_sync(start, log, size, sync1);
  shmem_alltoall32(dest32, source32, 2, start, log, size, sync2);
  for (int pe = 0; pe < size; pe++) CHECK(dest32[2 * pe] == pe * 100 + 2 * rank);
  for (int i = 0; i < 40; i++) source[i] = rank * 100 + i;
  shmem_alltoalls64(dest, source, 2, 3, 1, start, log, size, sync1);
  for (int pe = 0; pe < size; pe++) CHECK(dest[2 * pe] == pe * 100 + 3 * rank);
  shmem_barrier(start, log, size, sync2);
}

int main(void) {
  start_pes(0);
  start_pes(0);
  me = shmem_my_pe();
  pes = shmem_n_pes();
  for (int i = 0; i < SHMEM_SYNC_SIZE; i++) sync1[i] = sync2[i] = _SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  moving(0, 0, pes);
  if (me % 2 == 0) moving(0, 1, (pes + 1) / 2);
  if (me > 0) moving(1, 0, pes - 1);
  shmem_barrier_all();
#define RUN(TYPE, NAME) \
  to_all_##NAME(0, 0, pes); \
  if (me % 2 == 0) to_all_##NAME(0, 1, (pes + 1) / 2);
  _SHMEM_TO_ALL_TYPES(RUN)
#define RUN_BITS(TYPE, NAME) bits_##NAME();
  _SHMEM_BITWISE_TO_ALL_TYPES(RUN_BITS)
  return finish();
}
