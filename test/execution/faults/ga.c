// Misuse of Global Arrays: the call, the argument, its value, the rule, the place.
// networks: smp sfi
#include <ga.h>
#include <macdecls.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int mode = atoi(argv[1]), dims[2] = {6, 8}, chunk[2] = {-1, -1}, lo[2] = {1, 2}, hi[2] = {4, 7}, ld[2] = {6, 6}, blocks[2] = {2, 1}, map[3] = {0, 3, 0};
  int64_t wide[2] = {6, 1L << 40};
  double values[48] = {0}, one = 1;
  ga_nbhdl_t request = 5;
  char *pointer;
  switch (mode) {
  case 0: // 2: NGA_Create: before GA_Initialize; call that first at @+1
    NGA_Create(C_DBL, 2, dims, "a", chunk);
  case 1: // 2: NGA_Put: before GA_Initialize; call that first at @+1
    NGA_Put(-1000, lo, hi, values, ld);
  case 2: // 2: GA_Nodeid: before GA_Initialize; call that first at @+1
    GA_Nodeid();
  case 3: // 2: GA_Sync: before GA_Initialize; call that first at @+1
    GA_Sync();
  case 4: // 1: GA_Terminate: before GA_Initialize; call that first at @+1
    GA_Terminate();
  }
  GA_Initialize();
  int me = GA_Nodeid(), g_a = NGA_Create(C_DBL, 2, dims, "matrix", chunk), g_b = GA_Create_handle();
  switch (mode) {
  case 10: // 2: NGA_Get: g_a is 77: no array has had this handle at @+1
    NGA_Get(77, lo, hi, values, ld);
  case 11: // 2: NGA_Get: g_a is -1000: the array has been destroyed at @+2
    GA_Destroy(g_a);
    NGA_Get(g_a, lo, hi, values, ld);
  case 12: // 2: NGA_Put: g_a is -999: the array has not been allocated; call GA_Allocate first at @+1
    NGA_Put(g_b, lo, hi, values, ld);
  case 13: // 2: NGA_Put: the patch lo:hi = [1:6,2:7] of array 'matrix': it is not all in the array in dimension 0; the array is [0:5,0:7] at @+2
    hi[0] = 6;
    NGA_Put(g_a, lo, hi, values, ld);
  case 14: // 2: NGA_Acc: the patch lo:hi = [1:4,2:1] of array 'matrix': lo is beyond hi in dimension 1; the array is [0:5,0:7] at @+2
    hi[1] = 1;
    NGA_Acc(g_a, lo, hi, values, ld, &one);
  case 15: // 2: NGA_Get: ld[0] is -5: it is 1 or more at @+2
    ld[0] = -5;
    NGA_Get(g_a, lo, hi, values, ld);
  case 16: // 2: NGA_Get64: lo[1] is 1099511627776: numbers of elements and indices are less than 2147483648 at @+1
    NGA_Get64(g_a, wide, wide, values, wide);
  case 17: // 2: NGA_Strided_get: skip[1] is 0: it is 1 or more at @+2
    map[0] = 1, map[1] = 0;
    NGA_Strided_get(g_a, lo, hi, map, values, ld);
  case 18: // 2: NGA_Read_inc: array 'matrix' is of C_DBL: the element is of C_INT, C_LONG or C_LONGLONG at @+1
    NGA_Read_inc(g_a, lo, 1);
  case 19: // 2: NGA_Scatter_flat: subscript [6,8] is outside of array 'matrix', which is [0:5,0:7] at @+1
    NGA_Scatter_flat(g_a, values, dims, 1);
  case 20: // 2: NGA_Put_field: foff is 4 and fsize is 8: an element of array 'matrix' has 8 bytes at @+1
    NGA_Put_field(g_a, lo, hi, 4, 8, values, ld);
  case 21: // 2: NGA_NbWait: the handle is 5: no copy has given it at @+1
    NGA_NbWait(&request);
  case 22: // 2: NGA_Distribution: iproc is 2: processes of array 'matrix' are 0 .. 1 at @+1
    NGA_Distribution(g_a, 2, lo, hi);
  case 23: // 2: NGA_Access: the patch of array 'matrix' is of process
    NGA_Distribution(g_a, 1 - me, lo, hi);
    NGA_Access(g_a, lo, hi, &pointer, ld);
  case 24: // 2: NGA_Access_block: g_a is -1000: array 'matrix' has no block-cyclic distribution at @+1
    NGA_Access_block(g_a, 0, &pointer, ld);
  case 30: // 2: NGA_Create: ndim is 8: it is 1 .. 7 at @+1
    NGA_Create(C_DBL, 8, dims, "a", NULL);
  case 31: // 2: NGA_Create: dims[1] is 0: it is 1 or more at @+2
    dims[1] = 0;
    NGA_Create(C_DBL, 2, dims, "a", NULL);
  case 32: // 2: NGA_Create: type is 3: it is one of C_INT, C_DBL ..., or from NGA_Register_type at @+1
    NGA_Create(3, 2, dims, "a", NULL);
  case 33: // 2: in this process, and 6 in the first of the group: all give the same at @+2
    dims[0] += me;
    NGA_Create(C_DBL, 2, dims, "a", NULL);
  case 34: // 2: NGA_Create_irreg: map[1] is 7: the block begins at or behind the one before it, at 0, and within dimension 0 of 6 at @+2
    map[1] = 7;
    NGA_Create_irreg(C_DBL, 2, dims, "a", blocks, map);
  case 35: // 1: NGA_Create_irreg: array 'a' has 2 blocks, and there are 1 processes for them at @+1
    NGA_Create_irreg(C_DBL, 2, dims, "a", blocks, map);
  case 36: // 2: NGA_Create_ghosts: width[1] is 9: it is 0 .. 8, the extent of the dimension at @+2
    map[1] = 9;
    NGA_Create_ghosts(C_DBL, 2, dims, map, "a", NULL);
  case 37: // 2: GA_Allocate: g_a is -999: it has no dimensions yet; call GA_Set_data first at @+1
    GA_Allocate(g_b);
  case 38: // 2: GA_Set_data: g_a is -1000: array 'matrix' has been allocated already at @+1
    GA_Set_data(g_a, 2, dims, C_INT);
  case 39: // 2: GA_Allocate: the grid of array '' has 4 processes, and there are 2 at @+4
    GA_Set_data(g_b, 2, dims, C_INT);
    blocks[1] = 2;
    GA_Set_block_cyclic_proc_grid(g_b, blocks, blocks);
    GA_Allocate(g_b);
  case 40: // 2: GA_Pgroup_nnodes: the group is 7: no group has this handle, or it has been destroyed at @+1
    GA_Pgroup_nnodes(7);
  case 41: // 2: GA_Pgroup_create: the list has 1 twice at @+2
    map[0] = map[1] = 1;
    GA_Pgroup_create(map, 2);
  case 42: // 2: GA_Pgroup_destroy: the group is -1: the groups of all processes and of the own domain stay at @+1
    GA_Pgroup_destroy(-1);
  case 43: // 2: GA_Dgop: op is 'plus': it is one of +, *, max, min, absmax, absmin at @+1
    GA_Dgop(values, 1, "plus");
  case 44: // 2: GA_Brdcst: root is 2: processes of the group are 0 .. 1 at @+1
    GA_Brdcst(values, 8, 2);
  case 45: // 2: gives other arguments
    GA_Dgop(values, 1 + me, "+");
  case 46: // 2: GA_Lock: mutex is 0: there are no mutexes; call GA_Create_mutexes first at @+1
    GA_Lock(0);
  case 47: // 2: GA_Lock: mutex is 3: mutexes are 0 .. 2 at @+2
    GA_Create_mutexes(3);
    GA_Lock(3);
  case 48: // 2: GA_Fence: without a GA_Init_fence before it at @+1
    GA_Fence();
  case 49: // 2: GA_Error: it went wrong 77 at @+1
    GA_Error("it went wrong", 77);
  case 50: // 2: GA_Cluster_procid: 2 is no cluster node: there are
    GA_Cluster_procid(2, 0);
  case 51: // 2: NGA_Deregister_type: type is 1004: NGA_Register_type has not given it, or it has been given up at @+1
    NGA_Deregister_type(C_DBL);
  case 52: // 2: GA_Freemem: ptr is
    GA_Freemem(values);
  case 53: // 2: has ended without its part of this call
    if (me == 0) GA_Dgop(values, 1, "+");
    return 0;
  case 54: // 2: MA_push_stack: before MA_init; call that first at @+2
    MA_set_hard_fail(MA_TRUE);
    MA_push_stack(MT_DBL, 5, "a", (Integer *)&request);
  case 61: // 2: waits for the lock of thread 0 at GA_Lock
    GA_Create_mutexes(1);
    if (me == 0) GA_Lock(0);
    GA_Sync();
    if (me != 0) GA_Lock(0);
    GA_Sync();
  case 55: // 2: NGA_Put: lo is NULL: it is an address at @+1
    NGA_Put(g_a, NULL, hi, values, ld);
  case 56: // 2: NGA_Get: ld is NULL: it is an address at @+1
    NGA_Get(g_a, lo, hi, values, NULL);
  case 57: // 2: GA_Fill: value is NULL: it is an address at @+1
    GA_Fill(g_a, NULL);
  case 58: // 2: NGA_Create: dims is NULL: it is an address at @+1
    NGA_Create(C_DBL, 2, NULL, "b", NULL);
  case 62: // 2: NGA_Get: buf is NULL: it is an address at @+1
    NGA_Get(g_a, lo, hi, NULL, ld);
  case 63: // 2: NGA_Scatter: subsArray is NULL: it is an address at @+1
    NGA_Scatter(g_a, values, NULL, 2);
  case 64: // 2: NGA_Gather: subsArray[1] is NULL: it is an address at @+1
    NGA_Gather(g_a, values, (int *[]){lo, NULL}, 2);
  case 65: // 2: GA_Zero: g_a is -990: no array has had this handle at @+1
    GA_Zero(-990);
  case 66: // 2: makes another collective call at @+1
    me == 0 ? GA_Fill(g_a, &one) : GA_Zero(g_a);
  case 67: // 2: makes another collective call at @+1
    me == 0 ? GA_Sync() : GA_Zero(g_a);
  case 59: // 2: NGA_Read_inc: subscript is NULL: it is an address at @+2
    g_b = NGA_Create(C_INT, 2, dims, "numbers", chunk);
    NGA_Read_inc(g_b, NULL, 1);
  }
  GA_Terminate();
  if (mode == 60) // case 60: // 2: NGA_Create: after GA_Terminate at @+1
    NGA_Create(C_DBL, 2, dims, "a", NULL);
  return 0;
}
