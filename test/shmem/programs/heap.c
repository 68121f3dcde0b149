/* The symmetric heap, queries, locks, contexts, set-up. */
#include "check.h"

static long lock, lock2;
static int counter;

int main(void) {
  int provided = -1, major, minor, isInitialized;
  char name[SHMEM_MAX_NAME_LEN];
  shmem_query_initialized(&isInitialized);
  if (isInitialized || shmem_init_thread(SHMEM_THREAD_FUNNELED, &provided) != 0) return 1;
  int me = shmem_my_pe(), pes = shmem_n_pes(), next = (me + 1) % pes;
  CHECK(provided >= SHMEM_THREAD_FUNNELED);
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(name);
  CHECK(major == SHMEM_MAJOR_VERSION && minor == SHMEM_MINOR_VERSION && strcmp(name, SHMEM_VENDOR_STRING) == 0);
  CHECK(_my_pe() == me && _num_pes() == pes);

  int *a = shmem_malloc(1000 * sizeof *a), *b = shmem_align(4096, 100), *c = shmem_calloc(100, sizeof *c);
  CHECK(a && b && c && (size_t)b % 4096 == 0);
  CHECK(shmem_malloc(0) == NULL);
  for (int i = 0; i < 100; i++) CHECK(c[i] == 0);
  for (int i = 0; i < 1000; i++) a[i] = me + i;
  a = shmem_realloc(a, 100000);
  for (int i = 0; i < 1000; i++) CHECK(a[i] == me + i);
  CHECK(shmem_int_g(&a[999], next) == next + 999);
  CHECK(shmem_pe_accessible(next) && !shmem_pe_accessible(pes) && !shmem_pe_accessible(-1));
  CHECK(shmem_addr_accessible(a, next) && shmem_addr_accessible(&counter, next) && !shmem_addr_accessible(&major, next));
  int *there = shmem_ptr(a, next);
  if (next == me) CHECK(there == a);
  if (there) CHECK(there[5] == next + 5);
  shmem_free(b);
  shmem_free(c);
  shmem_free(a);
  shmem_free(NULL);
  CHECK(shmem_malloc((size_t)3 << 30) == NULL);
  /* What is freed is used again. */
  for (int i = 0; i < 200; i++) shmem_free(shmem_malloc(1 << 20));
  long *d = shmalloc(64);
  d = shrealloc(d, 128);
  shfree(d);

  for (int i = 0; i < 30; i++) {
    shmem_set_lock(&lock);
    int old = shmem_int_g(&counter, 0);
    shmem_int_p(&counter, old + 1, 0);
    shmem_clear_lock(&lock);
  }
  shmem_barrier_all();
  CHECK(shmem_int_g(&counter, 0) == 30 * pes);
  if (me == 0) CHECK(shmem_test_lock(&lock2) == 0);
  shmem_barrier_all();
  if (me != 0) CHECK(shmem_test_lock(&lock2) == 1);
  shmem_barrier_all();
  if (me == 0) shmem_clear_lock(&lock2);

  shmem_ctx_t ctx;
  shmem_team_t team;
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
  CHECK(shmem_ctx_get_team(ctx, &team) == 0 && team == SHMEM_TEAM_WORLD);
  counter = 0;
  shmem_barrier_all();
  shmem_ctx_int_p(ctx, &counter, 7, next);
  shmem_ctx_fence(ctx);
  shmem_ctx_int_atomic_add(ctx, &counter, 1, next);
  shmem_ctx_quiet(ctx);
  shmem_sync_all();
  CHECK(counter == 8);
  shmem_ctx_destroy(ctx);
  CHECK(shmem_ctx_get_team(SHMEM_CTX_INVALID, &team) != 0 && team == SHMEM_TEAM_INVALID);
  shmem_pcontrol(1);
  shmem_udcflush();
  return finish();
}
