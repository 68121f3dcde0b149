// Misuse of MPI's windows: the call, the argument, its value, the rule, the place.
// networks: smp
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), memory[10] = {0}, other[10], value = 0, me, unit, kind;
  double number = 0;
  MPI_Aint bytes;
  MPI_Datatype type;
  MPI_Group group, world;
  MPI_Request request;
  MPI_Win win, dynamic;
  void *base;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  switch (mode) {
  case 0: // 2: MPI_Win_create: size is -4: it is 0 .. 2^32 - 1 at @+1
    MPI_Win_create(memory, -4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  case 1: // 2: MPI_Win_create: disp_unit is 0: it is 1 or more at @+1
    MPI_Win_create(memory, 40, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  case 2: // 2: MPI_Win_create: base is 0x0: 40 bytes there: null pointer at @+1
    MPI_Win_create(NULL, 40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  case 3: // 2: calls MPI_Win_
    if (me == 0) MPI_Win_create(memory, 40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    else MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  case 4: // 2: MPI_Win_fence: win is MPI_WIN_NULL: it must be a window at @+1
    MPI_Win_fence(0, MPI_WIN_NULL);
  case 5: // 2: MPI_Free_mem: base is 0x4: MPI_Alloc_mem has not given it at @+1
    MPI_Free_mem((void *)4);
  }
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - me}, &group);
  switch (mode) {
  case 10: // 2: MPI_Put: win is a window of 2: no epoch is open in which this rank accesses it: MPI_Win_fence, MPI_Win_start or MPI_Win_lock opens one at @+1
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  case 11: // 2: MPI_Get: target_rank is 2: ranks of a window of 2 are 0 .. 1, or MPI_PROC_NULL at @+1
    MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
  case 12: // 2: MPI_Win_lock: lock_type is 7: it is MPI_LOCK_EXCLUSIVE or MPI_LOCK_SHARED at @+1
    MPI_Win_lock(7, 0, 0, win);
  case 13: // 2: MPI_Win_unlock: win is a window of 2: rank 0 is not locked: MPI_Win_lock comes first at @+1
    MPI_Win_unlock(0, win);
  case 14: // 2: MPI_Win_lock: win is a window of 2: rank 0 is locked already: MPI_Win_unlock comes first at @+2
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  case 15: // 2: MPI_Put: win is a window of 2: rank 1 is not locked: MPI_Win_lock comes first at @+2
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  case 16: // 2: MPI_Win_free: win is a window of 2: an epoch of MPI_Win_lock is open: MPI_Win_unlock closes it at @+2
    MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win);
    MPI_Win_free(&win);
  case 17: // 2: MPI_Win_free: win is a window of 2: operations have begun since the latest fence: MPI_Win_fence comes first at @+3
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_free(&win);
  case 18: // 2: MPI_Win_lock_all: win is a window of 2: an epoch of MPI_Win_start is open: MPI_Win_complete closes it at @+3
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Win_lock_all(0, win);
  case 19: // 2: MPI_Get: win is a window of 2: rank 0 is not in the group of MPI_Win_start at @+3
    if (me == 1) MPI_Win_post(group, 0, win);
    if (me == 0) MPI_Win_start(group, 0, win);
    if (me == 0) MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Barrier(MPI_COMM_WORLD);
  case 20: // 2: MPI_Win_complete: win is a window of 2: no epoch of MPI_Win_start is open at @+1
    MPI_Win_complete(win);
  case 21: // 2: MPI_Win_wait: win is a window of 2: no epoch of MPI_Win_post is open at @+1
    MPI_Win_wait(win);
  case 22: // 2: MPI_Win_post: win is a window of 2: an epoch of MPI_Win_post is open: MPI_Win_wait closes it at @+2
    MPI_Win_post(group, 0, win);
    MPI_Win_post(group, 0, win);
  case 23: // 2: MPI_Win_fence: assert is 1: it is 0, or made of MPI_MODE_NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED at @+1
    MPI_Win_fence(MPI_MODE_NOCHECK, win);
  case 24: // 2: MPI_Win_fence: win is a window of 2: operations have begun, which MPI_MODE_NOPRECEDE says there are none of at @+3
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  case 25: // 2: MPI_Win_flush: win is a window of 2: no rank is locked: MPI_Win_lock or MPI_Win_lock_all comes first at @+1
    MPI_Win_flush(0, win);
  case 26: // 2: MPI_Rput: win is a window of 2: no rank is locked: MPI_Win_lock or MPI_Win_lock_all comes first at @+2
    MPI_Win_fence(0, win);
    MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  case 27: // 2: MPI_Win_start for MPI_Win_post of 1, a window of 2: rank 1 has ended without its part of this call at @+1
    if (me == 0) MPI_Win_start(group, 0, win);
    return 0;
  case 28: // 2: waits for a letter of thread 0 in MPI_Win_start for MPI_Win_post of 0, a window of 2 @+1
    MPI_Win_start(group, 0, win);
  case 29: // 2: waits for a letter of thread 0 in MPI_Win_lock of 0, a window of 2, which 0 holds @+4
    if (me == 0) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0) MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  case 30: // 2: MPI_Win_shared_query: win is a window of 2: MPI_Win_allocate_shared has not made it at @+1
    MPI_Win_shared_query(win, 0, &bytes, &unit, &base);
  case 31: // 2: MPI_Win_attach: win is a window of 2: MPI_Win_create_dynamic has not made it: memory is attached to dynamic windows alone at @+1
    MPI_Win_attach(win, other, 40);
  }
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_lock_all(0, dynamic);
  MPI_Win_lock_all(0, win);
  switch (mode) {
  case 40: // 2: MPI_Put: target_disp is 9: bytes 36 .. 43 are not all of the 40 of rank 1 at @+1
    MPI_Put(other, 2, MPI_INT, 1, 9, 2, MPI_INT, win);
  case 41: // 2: MPI_Put: target_disp is -1: it is 0 or more at @+1
    MPI_Put(other, 2, MPI_INT, 1, -1, 2, MPI_INT, win);
  case 42: // 2: MPI_Put: target_count is -2: it is 0 or more at @+1
    MPI_Put(other, 2, MPI_INT, 1, 0, -2, MPI_INT, win);
  case 43: // 2: MPI_Put: target_count is for 8 bytes: 12 bytes come there at @+1
    MPI_Put(other, 3, MPI_INT, 1, 0, 2, MPI_INT, win);
  case 44: // 2: MPI_Get: origin_addr is 0x0: 8 bytes there: null pointer at @+1
    MPI_Get(NULL, 2, MPI_INT, 1, 0, 2, MPI_INT, win);
  case 45: // 2: MPI_Put: target_datatype is 2 of MPI_INT: commit it by MPI_Type_commit first at @+2
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Put(other, 2, MPI_INT, 1, 0, 1, type, win);
  case 46: // 2: MPI_Accumulate: origin_datatype is of MPI_DOUBLE: the target's elements are MPI_INT at @+1
    MPI_Accumulate(&number, 1, MPI_DOUBLE, 1, 0, 2, MPI_INT, MPI_SUM, win);
  case 47: // 2: MPI_Accumulate: origin_count is 3 of MPI_INT, 12 bytes: the target's data have 8 bytes at @+1
    MPI_Accumulate(other, 3, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);
  case 48: // 2: MPI_Accumulate: op is MPI_BAND: it has no meaning for elements of MPI_DOUBLE at @+1
    MPI_Accumulate(&number, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, MPI_BAND, win);
  case 49: // 2: MPI_Accumulate: op is MPI_NO_OP: it is for functions that give a result at @+1
    MPI_Accumulate(other, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win);
  case 50: // 2: MPI_Accumulate: target_datatype is the datatype of MPI_Type_create_struct: it is a predefined datatype, or one that is made of one alone at @+3
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 8}, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &type);
    MPI_Type_commit(&type);
    MPI_Accumulate(other, 1, type, 1, 0, 1, type, MPI_SUM, win);
  case 51: // 2: MPI_Compare_and_swap: datatype is MPI_DOUBLE: it is one of integers, logical values or bytes at @+1
    MPI_Compare_and_swap(&number, &number, &number, MPI_DOUBLE, 1, 0, win);
  case 52: // 2: MPI_Fetch_and_op: datatype is 2 of MPI_INT: it is a predefined datatype at @+3
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Fetch_and_op(other, other, type, 1, 0, MPI_SUM, win);
  case 53: // 2: are not in one piece of memory that rank 1 has attached at @+1
    MPI_Put(other, 1, MPI_INT, 1, 4096, 1, MPI_INT, dynamic);
  case 54: // 2: some of the 40 bytes there are attached already at @+2
    MPI_Win_attach(dynamic, other, 40);
    MPI_Win_attach(dynamic, other, 40);
  case 55: // 2: nothing that begins there is attached at @+1
    MPI_Win_detach(dynamic, other);
  case 56: // 2: MPI_Win_unlock: win is a window of 2: rank 1 is not locked: MPI_Win_lock comes first at @+1
    MPI_Win_unlock(1, win);
  case 57: // 2: MPI_Win_fence: win is a window of 2: an epoch of MPI_Win_lock_all is open: MPI_Win_unlock_all closes it at @+1
    MPI_Win_fence(0, win);
  case 58: // 2: MPI_Abort: rank
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Error_class(MPI_Put(other, 2, MPI_INT, 1, 9, 2, MPI_INT, win), &kind);
    if (kind == MPI_ERR_RMA_RANGE) MPI_Abort(MPI_COMM_WORLD, 3);
  }
  return 0;
}
