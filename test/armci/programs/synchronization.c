/* Atomic operations, mutexes, notifications, fences. */
#include "check.h"

static void *blocks[64];

int main(int argc, char **argv) {
  ARMCI_Init_args(&argc, &argv);
  ARMCI_Init(); /* again: it is ended as often */
  int me = armci_msg_me(), procs = armci_msg_nproc(), next = (me + 1) % procs, before = (me + procs - 1) % procs;
  ARMCI_Malloc(blocks, 4096);
  memset(blocks[me], 0, 4096);
  ARMCI_Barrier();

  /* A counter: each number is given once. */
  enum { TURNS = 40 };
  int *counter = blocks[0], sum = 0;
  for (int i = 0; i < TURNS; i++) {
    int got = -1;
    CHECK(ARMCI_Rmw(ARMCI_FETCH_AND_ADD, &got, counter, 1, 0) == 0);
    CHECK(got >= 0 && got < TURNS * procs);
    sum += got;
  }
  armci_msg_igop(&sum, 1, "+");
  CHECK(sum == TURNS * procs * (TURNS * procs - 1) / 2);
  long *large = (long *)((char *)blocks[0] + 8), was = 0;
  ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &was, large, -7, 0);
  CHECK(was <= 0 && was % 7 == 0);
  ARMCI_Barrier();
  CHECK(ARMCI_GetValueLong(large, 0) == -7 * procs);
  int swapped = me + 100;
  ARMCI_Rmw(ARMCI_SWAP, &swapped, (int *)blocks[next] + 8, 0, next);
  CHECK(swapped == 0 && ARMCI_GetValueInt((int *)blocks[next] + 8, next) == me + 100);
  long swapped_long = 1L << 40;
  ARMCI_Rmw(ARMCI_SWAP_LONG, &swapped_long, (long *)blocks[next] + 8, 0, next);
  CHECK(swapped_long == 0 && ARMCI_GetValueLong((long *)blocks[next] + 8, next) == 1L << 40);
  ARMCI_Barrier();

  /* Process p has p + 1 mutexes: the last one of the last process guards two words. */
  CHECK(ARMCI_Create_mutexes(me + 1) == 0);
  int *words = (int *)blocks[0] + 100;
  for (int i = 0; i < 20; i++) {
    ARMCI_Lock(procs - 1, procs - 1);
    int a = ARMCI_GetValueInt(words, 0), b = ARMCI_GetValueInt(words + 1, 0);
    CHECK(a == b);
    ARMCI_PutValueInt(a + 1, words, 0);
    ARMCI_PutValueInt(b + 1, words + 1, 0);
    ARMCI_Unlock(procs - 1, procs - 1);
  }
  ARMCI_Barrier();
  CHECK(ARMCI_GetValueInt(words + 1, 0) == 20 * procs);
  for (int p = 0; p < procs; p++) {
    ARMCI_Lock(p, p);
    ARMCI_Unlock(p, p);
  }
  CHECK(ARMCI_Destroy_mutexes() == 0);
  CHECK(ARMCI_Create_mutexes(me == 0 ? 1 : 0) == 0);
  ARMCI_Lock(0, 0);
  ARMCI_Unlock(0, 0);
  ARMCI_Destroy_mutexes();

  /* Data behind which a notification comes. */
  for (int i = 1; i <= 10; i++) {
    int heard = 0;
    ARMCI_NbPut(&i, (int *)blocks[next] + 200, sizeof i, next, NULL);
    CHECK(armci_notify(next) == i);
    CHECK(armci_notify_wait(before, &heard) == 0 && heard == i);
    CHECK(ARMCI_GetValueInt((int *)blocks[me] + 200, me) == i);
    ARMCI_Barrier();
  }

  for (int p = 0; p < procs; p++) ARMCI_NbPut(&me, (int *)blocks[p] + 300 + me, sizeof me, p, NULL);
  ARMCI_Fence(next);
  ARMCI_AllFence();
  armci_msg_barrier();
  for (int p = 0; p < procs; p++) CHECK(((int *)blocks[me])[300 + p] == p);
  ARMCI_Free(blocks[me]);
  ARMCI_Finalize();
  return finish();
}
