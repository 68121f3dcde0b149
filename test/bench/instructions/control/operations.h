/*
 * The operations of operations.upc in C, by their numbers, on a path that the including file has: gasnet_..., fence, shmem_int_p, shmem_quiet.
 */
static int source, destination;
static char *there = (char *)(1ul << SHIFT) + 4096;

static void nothing(int i) { BEGIN; END; }
static void do_fence(int i) { BEGIN; fence(); END; }
static void fence_behind(int i) {
  for (int k = 0; k < 3; k++) gasnet_put_nbi(1, there, &source, sizeof source);
  BEGIN;
  fence();
  END;
}
static void request(int i) { BEGIN; gasnet_request_short(1, 200, i); END; }
static void put(int i) { BEGIN; gasnet_put(1, there, &source, sizeof source); END; }
static void get(int i) { BEGIN; gasnet_get(&destination, 1, there, sizeof destination); END; }
static void put_nbi(int i) { BEGIN; gasnet_put_nbi(1, there, &source, sizeof source); END; }
static void wait_behind(int i) {
  gasnet_put_nbi(1, there, &source, sizeof source);
  BEGIN;
  gasnet_wait();
  END;
}
static void wait_alone(int i) { BEGIN; gasnet_wait(); END; }
static void shmem_put(int i) { BEGIN; shmem_int_p(&symmetric, i, 1); END; }
static void quiet_behind(int i) {
  shmem_int_p(&symmetric, i, 1);
  BEGIN;
  shmem_quiet();
  END;
}
static void quiet_alone(int i) { BEGIN; shmem_quiet(); END; }

operation *const operations[] = {nothing, 0, do_fence, fence_behind, request, put, get, put_nbi, wait_behind, wait_alone, shmem_put, quiet_behind, quiet_alone};
const int operation_count = sizeof operations / sizeof *operations;
