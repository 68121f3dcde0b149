/* Groups and their collective functions, arrays of groups, mutexes, fences, clusters, limits of memory; MA. */
#include "check.h"
#include <macdecls.h>

static int me, procs;

static void reductions(void) {
  int ints[3] = {me + 1, me, -me}, truth = me != 0;
  long longs[1] = {1L << 40};
  float floats[2] = {me, -me - 1};
  DoubleComplex pair[1] = {{1, me}};
  char text[8] = "none";
  GA_Igop(ints, 3, "+");
  CHECK(ints[0] == procs * (procs + 1) / 2 && ints[1] == ints[0] - procs && ints[2] == -ints[1]);
  GA_Lgop(longs, 1, "max");
  GA_Gop(C_LONG, longs, 1, "+");
  CHECK(longs[0] == procs * (1L << 40));
  GA_Fgop(floats, 2, "absmax");
  CHECK(floats[0] == procs - 1 && (floats[1] == procs || floats[1] == -procs));
  GA_Zgop(pair, 1, "+");
  CHECK(pair[0].real == procs && pair[0].imag == procs * (procs - 1) / 2);
  GA_Igop(&truth, 1, "&&");
  CHECK(truth == 0);
  if (me == procs - 1) strcpy(text, "last");
  GA_Brdcst(text, sizeof text, procs - 1);
  CHECK(strcmp(text, "last") == 0);
}

/* An array that the group alone has; `rank` is the process's there. */
static void array_of(int group, int rank, int size) {
  int dims[2] = {9, 8}, at[2] = {8, 7}, ld[1] = {1}, lo[2], hi[2], value = 0;
  int g_a = NGA_Create_config(C_INT, 2, dims, "of a group", NULL, group), *own;
  CHECK(GA_Get_pgroup(g_a) == group && NGA_Locate(g_a, at) == size - 1);
  NGA_Distribution(g_a, rank, lo, hi);
  if (lo[0] >= 0) {
    NGA_Access(g_a, lo, hi, &own, ld);
    own[0] = 70 + rank;
    NGA_Release_update(g_a, lo, hi);
  }
  GA_Pgroup_sync(group);
  for (int i = 0; i < size; i++) {
    NGA_Distribution(g_a, i, lo, hi);
    if (lo[0] < 0) continue;
    NGA_Get(g_a, lo, lo, &value, ld);
    CHECK(value == 70 + i);
  }
  GA_Destroy(g_a);
}

static void halves(void) {
  int group = GA_Pgroup_split(GA_Pgroup_get_world(), 2), size = GA_Pgroup_nnodes(group), rank = GA_Pgroup_nodeid(group), sum = 1;
  int half = (procs + 1) / 2, first = me < half ? 0 : half;
  CHECK(size == (me < half ? half : procs - half) && rank == me - first && GA_Pgroup_absolute_id(group, 0) == first);
  GA_Pgroup_igop(group, &sum, 1, "+");
  CHECK(sum == size);
  array_of(group, rank, size);
  GA_Pgroup_set_default(group);
  CHECK(GA_Nnodes() == size && GA_Nodeid() == rank);
  array_of(GA_Pgroup_get_default(), rank, size);
  double root = rank == 0 ? first : -1;
  GA_Brdcst(&root, sizeof root, 0);
  CHECK(root == first);
  GA_Pgroup_set_default(GA_Pgroup_get_world());
  CHECK(GA_Pgroup_destroy(group) == 1);
}

static void colors(void) {
  int group = GA_Pgroup_split_irreg(GA_Pgroup_get_world(), me % 3), size = (procs - me % 3 + 2) / 3;
  CHECK(GA_Pgroup_nnodes(group) == size && GA_Pgroup_nodeid(group) == me / 3);
  array_of(group, me / 3, size);
  int self = GA_Pgroup_self(), twin = GA_Pgroup_duplicate(group);
  CHECK(GA_Pgroup_nnodes(self) == 1 && GA_Pgroup_nodeid(self) == 0 && GA_Pgroup_nnodes(twin) == size);
  array_of(twin, me / 3, size);
  GA_Pgroup_destroy(self);
  GA_Pgroup_destroy(twin);
  GA_Pgroup_destroy(group);
}

/* The processes that load and store each other's memory have a copy each cluster. */
static void mirrored(void) {
  int dims[1] = {procs}, at[1], group = GA_Pgroup_get_mirror(), g_a = NGA_Create_config(C_INT, 1, dims, "mirrored", NULL, group), value = 0;
  CHECK(GA_Is_mirrored(g_a) == (GA_Cluster_nnodes() > 1) && GA_Pgroup_nnodes(group) == GA_Cluster_nprocs(GA_Cluster_nodeid()));
  for (at[0] = 0; at[0] < procs; at[0]++)
    if (GA_Pgroup_nodeid(group) == 0) NGA_Put(g_a, at, at, at, NULL);
  GA_Pgroup_sync(group);
  for (at[0] = 0; at[0] < procs; at[0]++) {
    NGA_Get(g_a, at, at, &value, NULL);
    CHECK(value == at[0]);
  }
  GA_Destroy(g_a);
  int all = 0;
  for (int i = 0; i < GA_Cluster_nnodes(); i++) all += GA_Cluster_nprocs(i);
  CHECK(all == procs && GA_Cluster_proc_nodeid(GA_Cluster_procid(GA_Cluster_nodeid(), 0)) == GA_Cluster_nodeid());
}

static void mutexes(void) {
  int dims[1] = {3}, zero[3] = {0}, lo[1] = {0}, hi[1] = {2}, value;
  int g_a = NGA_Create(C_INT, 1, dims, "guarded", NULL);
  if (me == 0) NGA_Put(g_a, lo, hi, zero, NULL);
  CHECK(GA_Create_mutexes(3) == 1);
  GA_Sync();
  for (int i = 0; i < 30; i++) {
    int at[1] = {i % 3};
    GA_Lock(i % 3);
    GA_Init_fence();
    NGA_Get(g_a, at, at, &value, NULL);
    value++;
    NGA_Put(g_a, at, at, &value, NULL);
    GA_Fence();
    GA_Unlock(i % 3);
  }
  GA_Sync();
  NGA_Get(g_a, lo, hi, zero, NULL);
  for (int i = 0; i < 3; i++) CHECK(zero[i] == 10 * procs);
  CHECK(GA_Destroy_mutexes() == 1);
  GA_Destroy(g_a);
}

static void limits(void) {
  int dims[1] = {100 * procs};
  CHECK(!GA_Memory_limited() && GA_Inquire_memory() == 0);
  GA_Set_memory_limit(1000);
  CHECK(GA_Memory_limited() && GA_Memory_avail() == 1000);
  int g_a = NGA_Create(C_INT, 1, dims, "fits", NULL);
  CHECK(g_a != 0 && GA_Inquire_memory() == 400 && GA_Memory_avail() == 600);
  CHECK(NGA_Create(C_DBL, 1, dims, "does not fit", NULL) == 0);
  GA_Destroy(g_a);
  CHECK(GA_Memory_avail() == 1000);
  GA_Set_memory_limit(-1);
}

static void allocator(void) {
  Integer low, middle, high, on_stack, iterator;
  MA_AccessIndex index;
  DoubleComplex *pairs;
  CHECK(!MA_initialized() && MA_init(MT_DBL, 500, 500) && MA_initialized());
  Integer room = MA_inquire_avail(MT_DBL);
  CHECK(room >= 1000 && MA_inquire_heap(MT_DBL) >= 500 && MA_inquire_stack(MT_DBL) >= 500 && MA_sizeof(MT_INT, 3, MT_DBL) == 2);
  MA_set_error_print(MA_FALSE);
  CHECK(!MA_push_stack(MT_DBL, room + 1, "too much", &on_stack) && MA_push_stack(MT_DBL, room, "all", &on_stack));
  CHECK(!MA_allocate_heap(MT_CHAR, 1, "none left", &low) && MA_pop_stack(on_stack));
  CHECK(MA_alloc_get(MT_INT, 10, "low", &low, &index) && MA_alloc_get(MT_DBL, 50, "middle", &middle, &index));
  double *numbers = ma_cb_dbl + index, *same;
  CHECK(MA_get_pointer(middle, &same) && same == numbers && MA_get_mbase(MT_DBL) == (Pointer)ma_cb_dbl);
  CHECK(MA_allocate_heap(MT_DCPL, 5, "high", &high) && MA_get_pointer(high, &pairs));
  for (int i = 0; i < 50; i++) numbers[i] = i;
  for (int i = 0; i < 5; i++) pairs[i] = (DoubleComplex){i, i};
  CHECK(MA_verify_allocator_stuff() && MA_free_heap(low) && !MA_free_heap(low) && MA_free_heap_piece(middle, 20) && numbers[29] == 29);
  CHECK(MA_push_get(MT_LONGINT, 3, "one", &low, &index) && MA_push_stack(MT_INT, 3, "two", &on_stack));
  CHECK(!MA_pop_stack(low) && !MA_free_heap(low) && MA_chop_stack(low));
  MA_init_memhandle_iterator(&iterator);
  int blocks = 0;
  while (MA_get_next_memhandle(&iterator, &low)) blocks++;
  CHECK(blocks == 2);
  numbers[30] = 0;
  numbers[31] = 0;
  CHECK(!MA_verify_allocator_stuff() && MA_free_heap(middle) && MA_free_heap(high) && MA_inquire_avail(MT_DBL) == room);
}

int main(void) {
  GA_Initialize();
  me = GA_Nodeid();
  procs = GA_Nnodes();
  limits();
  reductions();
  if (procs > 1) halves();
  if (procs > 2) colors();
  mirrored();
  mutexes();
  allocator();
  return finish();
}
