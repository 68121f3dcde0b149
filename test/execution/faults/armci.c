// Misuse of ARMCI: the call, the argument, its value, the rule, the place.
// networks: smp verbs
#include <armci.h>
#include <message.h>
#include <stdlib.h>

static int number;
static void *blocks[2], *others[2];
static armci_meminfo_t freed;

/* Process 0 attaches a block of process 1, which frees it; another one lies there then, and is freed too. */
static void takeItsPlace(int me) {
  if (me == 1) ARMCI_Memget(64, &freed, 0);
  armci_msg_brdcst((void *)&freed, sizeof freed, 1);
  if (me == 0) freed.armci_addr = ARMCI_Memat(&freed, 0);
  if (me == 1) ARMCI_Memctl(&freed);
  ARMCI_Malloc(others, 64);
  ARMCI_Free(others[me]);
}

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), local = 0, levels = 1, list[] = {1, 0}, count[] = {4, 2}, strides[] = {8};
  double values[4] = {0}, scale = 1;
  ARMCI_Group group = 9;
  armci_giov_t pieces = {0};
  switch (mode) {
  case 0: // 2: ARMCI_Put: before ARMCI_Init; call that first at @+1
    ARMCI_Put(&local, &number, 4, 1);
  case 1: // 2: ARMCI_Barrier: before ARMCI_Init; call that first at @+1
    ARMCI_Barrier();
  case 2: // 1: ARMCI_Finalize: before ARMCI_Init; call that first at @+1
    ARMCI_Finalize();
  case 3: // 2: ARMCI_Malloc: before ARMCI_Init; call that first at @+1
    ARMCI_Malloc(blocks, 100);
  }
  ARMCI_Init();
  int me = armci_msg_me(), other = 1 - me;
  ARMCI_Malloc(blocks, 100);
  switch (mode) {
  case 4: // 2: ARMCI_Put: proc is 2: processes are 0 .. 1 at @+1
    ARMCI_Put(&local, blocks[me], 4, 2);
  case 41: // 2: ARMCI_Free: process 0 frees another allocation than this process at @+3
    others[0] = blocks[me];
    ARMCI_Malloc(blocks, me == 0 ? 8 : 0);
    ARMCI_Free(me == 0 ? others[0] : NULL);
  case 42: // 2: ARMCI_Put: dst is
    takeItsPlace(me);
    ARMCI_Put(&local, freed.armci_addr, 4, 1);
  case 5: // 1: ARMCI_GetValueInt: proc is 1: there is process 0 alone at @+1
    ARMCI_GetValueInt(blocks[0], 1);
  case 6: // 2: it must be in a block of process
    ARMCI_Put(&local, (char *)blocks[other] + 4096, 4, other);
  case 7: // 2: ARMCI_Get: src is 0x0: null pointer; it must be in a block of process
    ARMCI_Get(NULL, &local, 4, other);
  case 8: // 2: 104 bytes reach 4 bytes beyond the block
    ARMCI_Put(values, blocks[other], 104, other);
  case 9: // 2: ARMCI_Put: bytes is -1: it is 0 or more at @+1
    ARMCI_Put(values, blocks[other], -1, other);
  case 10: // 2: an address in the memory of process
    ARMCI_Put(values, blocks[me], 4, other);
  case 11: // 2: ARMCI_PutS: stride_levels is 9: it is 0 .. 8 at @+1
    ARMCI_PutS(values, strides, blocks[other], strides, count, 9, other);
  case 12: // 2: ARMCI_GetS: count[1] is -2: it is 0 or more at @+2
    count[1] = -2;
    ARMCI_GetS(blocks[other], strides, values, strides, count, levels, other);
  case 13: // 2: ARMCI_Acc: optype is 7: it is one of ARMCI_ACC_INT to ARMCI_ACC_LNG at @+1
    ARMCI_Acc(7, &scale, values, blocks[other], 8, other);
  case 14: // 2: ARMCI_Acc: bytes is 12: it is a multiple of the 8 bytes of an element at @+1
    ARMCI_Acc(ARMCI_ACC_DBL, &scale, values, blocks[other], 12, other);
  case 15: // 2: an element is aligned to 8 bytes at @+1
    ARMCI_Acc(ARMCI_ACC_DBL, &scale, values, (char *)blocks[other] + 4, 8, other);
  case 16: // 2: ARMCI_PutV: darr[0].ptr_array_len is -1: it is 0 or more at @+2
    pieces.ptr_array_len = -1;
    ARMCI_PutV(&pieces, 1, other);
  case 17: // 2: ARMCI_Rmw: op is 3: it is one of ARMCI_FETCH_AND_ADD, ARMCI_SWAP and these with _LONG at @+1
    ARMCI_Rmw(3, &local, blocks[other], 1, other);
  case 18: // 2: ARMCI_Lock: there are no mutexes; ARMCI_Create_mutexes makes them at @+1
    ARMCI_Lock(0, 0);
  case 19: // 2: ARMCI_Lock: mutex is 2: process 0 has mutexes 0 .. 1 at @+2
    ARMCI_Create_mutexes(2);
    ARMCI_Lock(2, 0);
  case 20: // 2: ARMCI_Unlock: mutex is 0 of process 1: this process does not hold it at @+2
    ARMCI_Create_mutexes(1);
    ARMCI_Unlock(0, 1);
  case 21: // 1: ARMCI_Lock: mutex is 0 of process 0: this process holds it already at @+3
    ARMCI_Create_mutexes(1);
    ARMCI_Lock(0, 0);
    ARMCI_Lock(0, 0);
  case 22: // 2: ARMCI_Free: ptr is 0x
    ARMCI_Free(&number);
  case 23: // 2: no block of this process begins there, or it has been freed at @+2
    ARMCI_Free(blocks[me]);
    ARMCI_Free(blocks[me]);
  case 24: // 2: no block is there, or it has been freed
    ARMCI_Put(&local, blocks[other], 4, other);
    ARMCI_Free(blocks[me]);
    ARMCI_Put(&local, blocks[other], 4, other);
  case 25: // 2: ARMCI_Malloc: bytes is -8: it is 0 .. 2147483647 at @+1
    ARMCI_Malloc(blocks, -8);
  case 26: // 2: ARMCI_Group_rank: group is 9: no group has this number, or it has been freed at @+1
    ARMCI_Group_rank(&group, &local);
  case 27: // 2: ARMCI_Group_create: pid_list[1] is 0: the list is sorted, each process once at @+1
    ARMCI_Group_create(2, list, &group);
  case 28: // 2: armci_msg_igop: op is 63: it is one of +, *, max, min, absmax, absmin
    armci_msg_igop(&local, 1, "?");
  case 29: // 2: armci_msg_brdcst: root is 5: it is a process of the group at @+1
    armci_msg_brdcst(&local, 4, 5);
  case 30: // 2: gives other arguments at @+1
    armci_msg_igop((int *)values, me == 0 ? 1 : 2, "+");
  case 31: // 2: armci_msg_rcv: process 1 has ended without its part of this call at @+1
    if (me == 0) armci_msg_rcv(1, &local, 4, NULL, 1);
    return 0;
  case 36: // 2: armci_msg_rcvany: all other processes have ended at @+1
    if (me == 0) armci_msg_rcvany(1, &local, 4, NULL);
    return 0;
  case 32: // 1: armci_msg_rcv: buflen is 4: the message of process 0 with tag 1 has 8 bytes at @+2
    armci_msg_snd(1, values, 8, 0);
    armci_msg_rcv(1, &local, 4, NULL, 0);
  case 37: // 2: deadlock: this thread can never go on at @+1
    armci_msg_rcv(1, &local, 4, NULL, 1 - me);
  case 38: // 2: thread 0 waits for all threads at ARMCI_Barrier
    if (me == 0) ARMCI_Barrier();
    armci_msg_rcv(1, &local, 4, NULL, 0);
  case 33: // 2: ARMCI_Error: it went wrong 77 at @+1
    ARMCI_Error("it went wrong", 77);
  case 34: // 2: armci_domain_nprocs: id is 5: no domain has this number at @+1
    armci_domain_nprocs(ARMCI_DOMAIN_SMP, 5);
  case 35: // 2: armci_notify_wait: process 1 has ended without its part of this call at @+1
    if (me == 0) armci_notify_wait(1, &local);
    return 0;
  }
  ARMCI_Finalize();
  if (mode == 40) // case 40: // 2: ARMCI_AllFence: after ARMCI_Finalize at @+1
    ARMCI_AllFence();
  return 0;
}
