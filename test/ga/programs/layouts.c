/* Distributions: usual, irregular, block-cyclic, on grids, in tiles, of some processes alone; whose an element is, and what its process sees. */
#include "check.h"

enum { MOST = 4096 };
static int me, procs, dims[3] = {11, 6, 9};

static int value_at(const int *at) { return at[0] * 10000 + at[1] * 100 + at[2]; }

/* The next element; 0 behind the last. */
static int next(int *at, const int *lo, const int *hi) {
  for (int i = 2; i >= 0; i--) {
    if (++at[i] <= hi[i]) return 1;
    at[i] = lo[i];
  }
  return 0;
}

/* Each process puts a slab; all get all, in pieces. */
static void put_and_get(int g_a) {
  static int buffer[MOST];
  int lo[3] = {0, 0, 0}, hi[3] = {dims[0] - 1, dims[1] - 1, dims[2] - 1}, ld[2] = {dims[1], dims[2]}, at[3];
  for (int i = me; i < dims[0]; i += procs) {
    int from[3] = {i, 0, 0}, to[3] = {i, hi[1], hi[2]};
    memcpy(at, from, sizeof at);
    int n = 0;
    do buffer[n++] = value_at(at);
    while (next(at, from, to));
    NGA_Put(g_a, from, to, buffer, ld);
  }
  GA_Sync();
  for (lo[0] = 0; lo[0] < dims[0]; lo[0] += 3)
    for (lo[1] = 0; lo[1] < dims[1]; lo[1] += 4) {
      hi[0] = lo[0] + 2 < dims[0] ? lo[0] + 2 : dims[0] - 1;
      hi[1] = lo[1] + 3 < dims[1] ? lo[1] + 3 : dims[1] - 1;
      int extents[2] = {5, 12}, n = 0;
      memset(buffer, 0, sizeof buffer);
      NGA_Get(g_a, lo, hi, buffer, extents);
      memcpy(at, lo, sizeof at);
      do {
        n = ((at[0] - lo[0]) * 5 + at[1] - lo[1]) * 12 + at[2];
        CHECK(buffer[n] == value_at(at));
      } while (next(at, lo, hi));
    }
}

/* Blocks cover the array once, and are where NGA_Locate tells. */
static void covers(int g_a) {
  int blocks = GA_Total_blocks(g_a), is_dealt = blocks >= 0, n = 0, lo[3], hi[3], at[3];
  if (!is_dealt) blocks = procs;
  for (int i = 0; i < blocks; i++) {
    NGA_Distribution(g_a, i, lo, hi);
    if (lo[0] < 0) continue;
    memcpy(at, lo, sizeof at);
    do {
      CHECK(NGA_Locate(g_a, at) == i);
      n++;
    } while (next(at, lo, hi));
  }
  CHECK(n == dims[0] * dims[1] * dims[2]);
  int outside[3] = {0, dims[1], 0};
  CHECK(NGA_Locate(g_a, outside) == -1);
}

/* The parts of a patch fit together. */
static void regions(int g_a) {
  static int map[MOST], owners[MOST];
  int lo[3] = {1, 2, 3}, hi[3] = {9, 4, 8}, elements = 0;
  int n = NGA_Locate_region(g_a, lo, hi, map, owners);
  CHECK(n == NGA_Locate_nnodes(g_a, lo, hi));
  for (int i = 0; i < n; i++) {
    int *from = map + 6 * i, *to = from + 3;
    CHECK(NGA_Locate(g_a, from) == owners[i] && NGA_Locate(g_a, to) == owners[i]);
    elements += (to[0] - from[0] + 1) * (to[1] - from[1] + 1) * (to[2] - from[2] + 1);
  }
  CHECK(elements == 9 * 3 * 6);
}

/* What the process's own memory has. */
static void own_block(int g_a) {
  int lo[3], hi[3], ld[2], at[3], *own;
  NGA_Distribution(g_a, me, lo, hi);
  if (lo[0] < 0) return;
  NGA_Access(g_a, lo, hi, &own, ld);
  memcpy(at, lo, sizeof at);
  do CHECK(own[((at[0] - lo[0]) * ld[0] + at[1] - lo[1]) * ld[1] + at[2] - lo[2]] == value_at(at));
  while (next(at, lo, hi));
  NGA_Release(g_a, lo, hi);
}

static void own_segment(int g_a) {
  int *own, n, sum = 0, expected = 0, all[2], at[3] = {0, 0, 0}, lo[3] = {0, 0, 0}, hi[3] = {dims[0] - 1, dims[1] - 1, dims[2] - 1};
  NGA_Access_block_segment(g_a, me, &own, &n);
  for (int i = 0; i < n; i++) sum += own[i] % 9973;
  NGA_Release_block_segment(g_a, me);
  do expected += value_at(at) % 9973;
  while (next(at, lo, hi));
  all[0] = n;
  all[1] = sum;
  GA_Igop(all, 2, "+");
  CHECK(all[0] == dims[0] * dims[1] * dims[2] && all[1] == expected);
}

static void check(int g_a) {
  CHECK(g_a != 0 && GA_Ndim(g_a) == 3);
  covers(g_a);
  regions(g_a);
  put_and_get(g_a);
  if (GA_Total_blocks(g_a) < 0) own_block(g_a);
  else own_segment(g_a);
  GA_Sync();
}

/* A handle for the array, to be distributed. */
static int described(void) {
  int g_a = GA_Create_handle();
  GA_Set_data(g_a, 3, dims, C_INT);
  GA_Set_array_name(g_a, "described");
  return g_a;
}

/* As many places as processes. */
static void grid_of(int *grid) {
  grid[0] = procs % 2 ? procs : procs / 2;
  grid[1] = 1;
  grid[2] = procs % 2 ? 1 : 2;
}

static void usual(void) {
  int chunk[3] = {4, -1, -1}, g_a = NGA_Create(C_INT, 3, dims, "usual", NULL), g_b = NGA_Create(C_INT, 3, dims, "chunks", chunk);
  int g_c = GA_Duplicate(g_a, "copy"), type, ndim, extents[3];
  check(g_a);
  check(g_b);
  check(g_c);
  CHECK(GA_Compare_distr(g_a, g_c) == 0 && strcmp(GA_Inquire_name(g_c), "copy") == 0);
  NGA_Inquire(g_c, &type, &ndim, extents);
  CHECK(type == C_INT && ndim == 3 && memcmp(extents, dims, sizeof dims) == 0);
  GA_Destroy(g_a);
  GA_Destroy(g_b);
  check(g_c);
  GA_Destroy(g_c);
  CHECK(!GA_Valid_handle(g_c));
}

static void irregular(void) {
  int blocks[3] = {procs < 3 ? procs : 3, 1, 1}, map[5] = {0, 2, 9}, wide[3] = {1, 2, 1};
  map[blocks[0]] = map[blocks[0] + 1] = 0;
  int g_a = NGA_Create_irreg(C_INT, 3, dims, "irregular", blocks, map), g_b = NGA_Create_ghosts_irreg(C_INT, 3, dims, wide, "wide", blocks, map);
  check(g_a);
  check(g_b);
  CHECK(GA_Has_ghosts(g_b) && !GA_Has_ghosts(g_a));
  GA_Destroy(g_a);
  GA_Destroy(g_b);
}

static void dealt(void) {
  int block[3] = {2, 4, 5}, grid[3], count[3], extents[3], g_a = described(), g_b = described(), g_c = described();
  grid_of(grid);
  GA_Set_block_cyclic(g_a, block);
  GA_Set_block_cyclic_proc_grid(g_b, block, grid);
  GA_Set_tiled_proc_grid(g_c, block, grid);
  CHECK(GA_Allocate(g_a) && GA_Allocate(g_b) && GA_Allocate(g_c));
  check(g_a);
  check(g_b);
  check(g_c);
  GA_Get_block_info(g_b, count, extents);
  CHECK(count[0] == 6 && count[1] == 2 && count[2] == 2 && memcmp(extents, block, sizeof block) == 0);
  CHECK(GA_Uses_proc_grid(g_b) && !GA_Uses_proc_grid(g_a) && GA_Compare_distr(g_a, g_b) == 1);
  GA_Destroy(g_a);
  GA_Destroy(g_b);
  GA_Destroy(g_c);
}

static void irregular_tiles(void) {
  int map[6] = {0, 3, 4, 0, 0, 7}, blocks[3] = {3, 1, 2}, grid[3], g_a = described();
  grid_of(grid);
  GA_Set_tiled_irreg_proc_grid(g_a, map, blocks, grid);
  CHECK(GA_Allocate(g_a));
  check(g_a);
  GA_Destroy(g_a);
}

/* Only the last process has data. */
static void restricted(void) {
  int list[1] = {procs - 1}, g_a = described(), at[3] = {5, 5, 5};
  GA_Set_restricted(g_a, list, 1);
  CHECK(GA_Allocate(g_a));
  CHECK(NGA_Locate(g_a, at) == procs - 1);
  check(g_a);
  GA_Destroy(g_a);
}

/* Memory that the program has, of all processes, and an array like another one in it. */
static void assembled(int g_a, int group) {
  int *memory = GA_Getmem(C_INT, dims[0] * dims[1] * dims[2], group), g_c = GA_Assemble_duplicate(g_a, "assembled", memory);
  int64_t lo[3], hi[3];
  check(g_c);
  NGA_Distribution64(g_c, me, lo, hi);
  if (lo[0] == 0 && lo[1] == 0 && lo[2] == 0) CHECK(memory[0] == 0 && (hi[2] < 1 || memory[1] == 1));
  GA_Destroy(g_c);
  GA_Freemem(memory);
}

/* 64-bit indices, memory that the program has, an array over another's memory. */
static void other_forms(void) {
  int64_t wide[3] = {dims[0], dims[1], dims[2]};
  int at[3] = {1, 2, 3}, ld[2] = {1, 1}, found = 0;
  int g_a = NGA_Create64(C_INT, 3, wide, "wide", NULL), g_b = described();
  check(g_a);
  assembled(g_a, -1);
  assembled(g_a, 0);
  CHECK(GA_Overlay(g_b, g_a));
  NGA_Get(g_b, at, at, &found, ld);
  CHECK(found == 10203);
  GA_Destroy(g_b);
  CHECK(GA_Deallocate(g_a) && !GA_Valid_handle(g_a) && GA_Allocate(g_a));
  check(g_a);
  GA_Destroy(g_a);
}

int main(void) {
  GA_Initialize();
  me = GA_Nodeid();
  procs = GA_Nnodes();
  usual();
  irregular();
  dealt();
  irregular_tiles();
  restricted();
  other_forms();
  return finish();
}
