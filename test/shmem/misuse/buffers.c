/* Buffers of non-blocking functions that are touched before a quiet: the argument says how. */
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int there[16];

/* What is right. */
static void right(int next) {
  int here[8] = {1, 2, 3}, got[8], sum;
  shmem_int_put_nbi(there, here, 4, next);
  shmem_int_put_nbi(there + 8, here, 4, next);
  shmem_int_get_nbi(got, there + 4, 4, next);
  sum = here[0] + here[7];
  here[7] = got[7] = sum;
  shmem_quiet();
  here[0] = got[0];
  shmem_putmem_nbi(there, got, 8, next);
  shmem_barrier_all();
  got[0] = there[1];
  shmem_int_get_nbi(got, there, 1, next);
  shmem_ctx_quiet(SHMEM_CTX_DEFAULT);
  sum = got[0];
}

int main(int argc, char **argv) {
  shmem_init();
  int which = atoi(argv[1]), next = (shmem_my_pe() + 1) % shmem_n_pes(), here[8] = {0};
  if (which == 0) right(next);
  if (which == 1) {
    shmem_int_get_nbi(here, there, 4, next);
    printf("%d\n", here[3]);
  }
  if (which == 2) {
    shmem_int_put_nbi(there, here, 4, next);
    memset(here, 1, 8);
  }
  if (which == 3) {
    shmem_getmem_nbi(here, there, 8, next);
    shmem_fence();
    shmem_int_put(there + 8, here + 1, 1, next);
  }
  shmem_finalize();
  return 0;
}
