/* p, g, put, get, their non-blocking and strided forms, for all types, sizes and bytes, of static data and of the heap. */
#include "check.h"

#define N 37
static int me, pes, next, before;

#define OBJECTS(TYPE, NAME) static TYPE static_##NAME[N];
_SHMEM_RMA_TYPES(OBJECTS)

#define TEST(TYPE, NAME) \
  static TYPE value_##NAME(int pe, int i) { return (TYPE)(pe * 7 + i * 3 + 1); } \
  static int is_##NAME(const TYPE *array, int pe, int first, int count, int step) { \
    for (int i = 0; i < count; i++) if (array[first + i * step] != value_##NAME(pe, i)) return 0; \
    return 1; \
  } \
  static void test_##NAME(TYPE *there) { \
    TYPE here[N], back[N]; \
    for (int i = 0; i < N; i++) here[i] = value_##NAME(me, i); \
    memset(there, 0, N * sizeof(TYPE)); \
    shmem_barrier_all(); \
    shmem_##NAME##_p(&there[0], here[0], next); \
    shmem_ctx_##NAME##_p(SHMEM_CTX_DEFAULT, &there[1], here[1], next); \
    shmem_##NAME##_put(&there[2], &here[2], 10, next); \
    shmem_##NAME##_put_nbi(&there[12], &here[12], N - 12, next); \
    shmem_quiet(); \
    shmem_sync_all(); \
    CHECK(is_##NAME(there, before, 0, N, 1)); \
    CHECK(shmem_##NAME##_g(&there[5], next) == here[5]); \
    CHECK(shmem_ctx_##NAME##_g(SHMEM_CTX_DEFAULT, &there[6], next) == here[6]); \
    memset(back, 0, sizeof back); \
    shmem_##NAME##_get(back, there, 20, next); \
    shmem_ctx_##NAME##_get_nbi(SHMEM_CTX_DEFAULT, &back[20], &there[20], N - 20, next); \
    shmem_quiet(); \
    CHECK(is_##NAME(back, me, 0, N, 1)); \
    memset(back, 0, sizeof back); \
    shmem_##NAME##_iget(&back[1], there, 3, 1, 12, next); \
    CHECK(is_##NAME(back, me, 1, 12, 3)); \
    memset(back, 0, sizeof back); \
    shmem_##NAME##_ibget(back, there, 4, 4, 4, 9, next); \
    CHECK(is_##NAME(back, me, 0, 36, 1)); \
    shmem_barrier_all(); \
    memset(there, 0, N * sizeof(TYPE)); \
    shmem_barrier_all(); \
    shmem_##NAME##_ibput(there, here, 3, 3, 2, 5, next); \
    shmem_barrier_all(); \
    CHECK(there[0] == value_##NAME(before, 0) && there[4] == value_##NAME(before, 4) && there[2] == 0); \
    shmem_barrier_all(); \
    memset(there, 0, N * sizeof(TYPE)); \
    shmem_barrier_all(); \
    shmem_##NAME##_iput(&there[2], here, 2, 1, 17, next); \
    shmem_barrier_all(); \
    CHECK(is_##NAME(there, before, 2, 17, 2) && there[1] == 0 && there[3] == 0 && there[35] == 0); \
    shmem_barrier_all(); \
  } \
  static void both_##NAME(void) { \
    test_##NAME(static_##NAME); \
    TYPE *block = shmem_malloc(N * sizeof(TYPE)); \
    test_##NAME(block); \
    shmem_free(block); \
  }
_SHMEM_RMA_TYPES(TEST)

/* Elements by their size, of bytes. */
#define SIZE(BITS) \
  static void size_##BITS(char *there) { \
    enum { BYTES = BITS / 8 }; \
    char here[N * BYTES], back[N * BYTES]; \
    for (int i = 0; i < N * BYTES; i++) here[i] = (char)(me * 5 + i); \
    shmem_put##BITS(there, here, 20, next); \
    shmem_ctx_put##BITS##_nbi(SHMEM_CTX_DEFAULT, there + 20 * BYTES, here + 20 * BYTES, N - 20, next); \
    shmem_barrier_all(); \
    for (int i = 0; i < N * BYTES; i++) CHECK(there[i] == (char)(before * 5 + i)); \
    shmem_get##BITS(back, there, 20, next); \
    shmem_get##BITS##_nbi(back + 20 * BYTES, there + 20 * BYTES, N - 20, next); \
    shmem_quiet(); \
    CHECK(memcmp(here, back, N * BYTES) == 0); \
    shmem_iget##BITS(back, there, 1, 4, 9, next); \
    for (int i = 0; i < 9; i++) CHECK(memcmp(back + i * BYTES, here + i * 4 * BYTES, BYTES) == 0); \
    shmem_barrier_all(); \
    shmem_iput##BITS(there, here, 5, 2, 7, next); \
    shmem_barrier_all(); \
    for (int i = 0; i < 7; i++) CHECK(there[i * 5 * BYTES] == (char)(before * 5 + i * 2 * BYTES)); \
    shmem_barrier_all(); \
  }
_SHMEM_SIZES(SIZE)

static char many[100000];
static void bytes(void) {
  char *here = malloc(sizeof many), *back = malloc(sizeof many);
  for (size_t i = 0; i < sizeof many; i++) here[i] = (char)(me + i * 11);
  shmem_putmem(many, here, 50000, next);
  shmem_putmem_nbi(many + 50000, here + 50000, 50000, next);
  shmem_putmem(many, here, 0, next);
  shmem_barrier_all();
  int wrong = 0;
  for (size_t i = 0; i < sizeof many; i++) wrong += many[i] != (char)(before + i * 11);
  CHECK(wrong == 0);
  shmem_getmem(back, many, 33333, next);
  shmem_getmem_nbi(back + 33333, many + 33333, sizeof many - 33333, next);
  shmem_quiet();
  CHECK(memcmp(here, back, sizeof many) == 0);
  shmem_barrier_all();
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  next = (me + 1) % pes;
  before = (me + pes - 1) % pes;
#define RUN(TYPE, NAME) both_##NAME();
  _SHMEM_RMA_TYPES(RUN)
  char *room = shmem_malloc(N * 16);
#define RUN_SIZE(BITS) size_##BITS(room);
  _SHMEM_SIZES(RUN_SIZE)
  bytes();
  return finish();
}
