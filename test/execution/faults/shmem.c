// Misuse of OpenSHMEM: the call, the argument, its value, the rule, the place.
#include <shmem.h>
#include <stdlib.h>

static long object, sync[SHMEM_SYNC_SIZE];
static int numbers[100];

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), local = 0;
  long *given;
  shmem_ctx_t ctx;
  shmem_team_t team;
  switch (mode) {
  case 0: // 2: shmem_long_p: before shmem_init; call that first
    shmem_long_p(&object, 1, 0);
  case 1: // 2: shmem_my_pe: before shmem_init; call that first
    shmem_my_pe();
  case 2: // 1: shmem_malloc: before shmem_init; call that first
    shmem_malloc(100);
  }
  shmem_init();
  int me = shmem_my_pe();
  switch (mode) {
  case 3: // 2: shmem_init: OpenSHMEM has been initialized already; it is initialized once at @+1
    shmem_init();
  case 4: // 2: shmem_long_p: pe is 2: PEs are 0 .. 1 at @+1
    shmem_long_p(&object, 1, 2);
  case 5: // 2: shmem_int_get: pe is -1: PEs are 0 .. 1 at @+1
    shmem_int_get(numbers, numbers, 3, -1);
  case 6: // 1: shmem_long_atomic_fetch_add: pe is 1: there is PE 0 alone at @+1
    shmem_long_atomic_fetch_add(&object, 1, 1);
  case 7: // 2: an address on the stack; it must be a symmetric object: static data, or memory of shmem_malloc at @+1
    shmem_int_p(&local, 1, 0);
  case 8: // 2: an address of C's heap (malloc); it must be a symmetric object: static data, or memory of shmem_malloc at @+2
    given = malloc(100);
    shmem_long_put(given, &object, 1, 0);
  case 9: // 2: shmem_long_g: source is 0x0: null pointer; it must be a symmetric object
    shmem_long_g(NULL, 0);
  case 10: // 2: shmem_int_iput: dst is 0: a stride is 1 or more at @+1
    shmem_int_iput(numbers, numbers, 0, 1, 5, 0);
  case 11: // 2: size must be the same on all threads
    shmem_malloc(me == 0 ? 100 : 200);
  case 12: // 2: it is no block of shmem_malloc, or one that has been freed at @+3
    given = shmem_malloc(100);
    shmem_free(given);
    shmem_free(given);
  case 13: // 2: shmem_align: alignment is 24: it is a power of two at @+1
    shmem_align(24, 100);
  case 14: // 2: shmem_clear_lock: lock is 0x
    shmem_clear_lock(&object);
  case 15: // 2: shmem_broadcast64: pSync is 0x
    shmem_broadcast64(numbers, numbers, 1, 0, 0, 0, 2, sync);
  case 16: // 2: shmem_sync: PE_size is 3: the last PE of the active set must be one of 0 .. 1 at @+1
    shmem_sync(0, 0, 3, sync);
  case 17: // 2: shmem_ctx_long_p: ctx is 0x0: it is SHMEM_CTX_INVALID at @+1
    shmem_ctx_long_p(SHMEM_CTX_INVALID, &object, 1, 0);
  case 18: // 2: it is no context, or one that has been destroyed at @+3
    shmem_ctx_create(0, &ctx);
    shmem_ctx_destroy(ctx);
    shmem_ctx_quiet(ctx);
  case 19: // 2: shmem_long_wait_until: cmp is 0x9: it is one of SHMEM_CMP_EQ, NE, GT, GE, LT and LE at @+1
    shmem_long_wait_until(&object, 9, 1);
  case 20: // 2: shmem_long_wait_until: the variable at 0x
    if (me == 0) shmem_long_wait_until(&object, SHMEM_CMP_EQ, 1);
    return 0;
  case 21: // 2: shmem_team_sync: team is 0x0: it is SHMEM_TEAM_INVALID at @+1
    shmem_team_sync(SHMEM_TEAM_INVALID);
  case 22: // 2: it is no team, or one that has been destroyed at @+3
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team);
    shmem_team_destroy(team);
    shmem_team_my_pe(team);
  case 23: // 2: gives other arguments
    shmem_long_broadcast(SHMEM_TEAM_WORLD, &object, &object, me == 0 ? 1 : 0, 0);
  case 26: // 2: shmem_team_sync: PE 1 has ended without this call at @+1
    if (me == 0) shmem_team_sync(SHMEM_TEAM_WORLD);
    return 0;
  case 27: // 2: thread 1 waits for all threads at shmem_barrier_all
    if (me == 0) shmem_long_wait_until(&object, SHMEM_CMP_EQ, 1);
    else shmem_barrier_all();
    break;
  case 28: // 2: thread 0 waits for a variable to change
    if (me == 0) shmem_long_wait_until(&object, SHMEM_CMP_EQ, 1);
    else shmem_long_broadcast(SHMEM_TEAM_WORLD, &object, &object, 1, 0);
    break;
  case 24: // 2: bytes reach beyond the symmetric memory
    shmem_putmem(numbers, numbers, 1u << 24, 0);
  case 31: // 2: shmem_long_iput: dest is 0x
    shmem_long_iput(&object, &object, 1 << 30, 1, 2, 1); // 8 GiB and 8 bytes
  case 32: // 2: it must be a symmetric object: static data, or memory of shmem_malloc at @+1
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &object, &object, 1u << 29); // 4 GiB
  case 33: // 2: a lock is aligned to its 8 bytes at @+1
    shmem_set_lock((long *)((char *)sync + 1));
  case 34: // 2: shmem_putmem: source is 0x8: null pointer at @+1
    shmem_putmem(numbers, (void *)8, 64, 0);
  case 35: // 2: shmem_getmem: dest is 0xfffffff8: reaches beyond
    shmem_getmem((void *)0xfffffff8u, numbers, 64, 0);
  case 36: // 2: an object to be changed atomically is aligned to its 8 bytes at @+1
    shmem_long_atomic_inc((long *)((char *)sync + 4), 0);
  case 37: // 2: shmem_int_ibput: sst is -1: a stride is 1 or more at @+1
    shmem_int_ibput(numbers, numbers, 1, -1, 1, 2, 0);
  case 25: // 1: shmem_set_lock: lock is 0x
    shmem_set_lock(&object);
    shmem_set_lock(&object);
  }
  shmem_finalize();
  if (mode == 30) // case 30: // 2: shmem_quiet: after shmem_finalize at @+1
    shmem_quiet();
  return 0;
}
