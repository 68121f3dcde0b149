/* What is set of an array between GA_Create_handle and GA_Allocate: dimensions and type, distribution, group, ghost cells. */
#include "creation.h"

static struct __ga_array *unallocated(const char *name, int g_a) {
  struct __ga_array *a = __ga_handle(name, g_a);
  __ga_check_unallocated(name, a);
  return a;
}

/* One whose dimensions are known. */
static struct __ga_array *shaped(const char *name, int g_a) {
  struct __ga_array *a = unallocated(name, g_a);
  __ga_check_shaped(name, a);
  return a;
}

void __ga_set_data(const char *name, struct __ga_array *a, int ndim, const int *dims, int type) {
  if (ndim < 1 || ndim > GA_MAX_DIM) __ga_fail("%s: ndim is %d: it is 1 .. %d", name, ndim, GA_MAX_DIM);
  __ga_check_given(name, "dims", dims);
  for (int i = 0; i < ndim; i++)
    if (dims[i] < 1) __ga_fail("%s: dims[%d] is %d: it is 1 or more", name, i, dims[i]);
  a->size = __ga_checked_size(name, type);
  a->ndim = ndim;
  a->type = __ga_type_in_c(type);
  memcpy(a->dims, dims, ndim * sizeof *dims);
}

void __ga_set_chunk(struct __ga_array *a, const int *chunk) {
  if (chunk) memcpy(a->chunk, chunk, a->ndim * sizeof *chunk);
}

void __ga_set_name(struct __ga_array *a, const char *text) {
  free(a->name);
  a->name = strdup(text ? text : "");
}

void __ga_set_group(const char *name, struct __ga_array *a, int group) {
  __ga_group(name, group);
  a->group = group;
}

void __ga_set_ghosts(const char *name, struct __ga_array *a, const int *width) {
  for (int i = 0; i < a->ndim; i++) {
    if (width[i] < 0 || width[i] > a->dims[i]) __ga_fail("%s: width[%d] is %d: it is 0 .. %d, the extent of the dimension", name, i, width[i], a->dims[i]);
    a->width[i] = width[i];
    if (width[i] > 0) a->has_ghosts = 1;
  }
}

static void check_map(const char *name, const struct __ga_array *a, const int *map, const int *blocks) {
  for (int i = 0, at = 0; i < a->ndim; at += blocks[i++]) {
    if (blocks[i] < 1 || blocks[i] > a->dims[i]) __ga_fail("%s: the number of blocks in dimension %d is %d: it is 1 .. %d", name, i, blocks[i], a->dims[i]);
    if (map[at] != 0) __ga_fail("%s: map[%d] is %d: the first block of dimension %d begins at 0", name, at, map[at], i);
    for (int k = 1; k < blocks[i]; k++)
      if (map[at + k] < map[at + k - 1] || map[at + k] > a->dims[i])
        __ga_fail("%s: map[%d] is %d: the block begins at or behind the one before it, at %d, and within dimension %d of %d", name, at + k,
                  map[at + k], map[at + k - 1], i, a->dims[i]);
  }
}

void __ga_set_map(const char *name, struct __ga_array *a, const int *map, const int *blocks) {
  int room = 0;
  check_map(name, a, map, blocks);
  for (int i = 0; i < a->ndim; i++) {
    a->starts[i] = room;
    a->blocks[i] = blocks[i];
    room += blocks[i];
  }
  free(a->map);
  a->map = malloc(room * sizeof *map);
  memcpy(a->map, map, room * sizeof *map);
  a->is_irregular = 1;
}

static void check_undealt(const char *name, const struct __ga_array *a) {
  if (a->layout != __GA_BLOCKS) __ga_fail("%s: g_a is %d: it has a block-cyclic distribution already", name, a->handle);
}

static void set_blocks(const char *name, struct __ga_array *a, const int *block) {
  for (int i = 0; i < a->ndim; i++) {
    if (block[i] < 1) __ga_fail("%s: the extent of blocks in dimension %d is %d: it is 1 or more", name, i, block[i]);
    a->block[i] = block[i];
    a->blocks[i] = (a->dims[i] - 1) / block[i] + 1;
  }
}

static void set_grid(const char *name, struct __ga_array *a, const int *grid) {
  for (int i = 0; i < a->ndim; i++) {
    if (grid[i] < 1) __ga_fail("%s: proc_grid[%d] is %d: it is 1 or more", name, i, grid[i]);
    a->grid[i] = grid[i];
  }
}

static void set_cyclic(const char *name, int g_a, enum __ga_layout layout, const int *block, const int *grid) {
  struct __ga_array *a = shaped(name, g_a);
  check_undealt(name, a);
  set_blocks(name, a, block);
  if (grid) set_grid(name, a, grid);
  a->layout = layout;
}

static void set_irregular_tiles(const char *name, int g_a, const int *map, const int *blocks, const int *grid) {
  struct __ga_array *a = shaped(name, g_a);
  check_undealt(name, a);
  __ga_set_map(name, a, map, blocks);
  set_grid(name, a, grid);
  a->layout = __GA_IRREGULAR_TILES;
}

/* Processes, by rank in the group, that have blocks. */
static void set_restricted(const char *name, int g_a, const int *list, int size) {
  struct __ga_array *a = unallocated(name, g_a);
  int procs = __ga_group(name, a->group == __GA_DEFAULT_GROUP ? __ga_job.group : a->group)->size;
  if (size < 1 || size > procs) __ga_fail("%s: size is %d: the group has %d processes", name, size, procs);
  for (int i = 0; i < size; i++)
    if (list[i] < 0 || list[i] >= procs) __ga_fail("%s: list[%d] is %d: processes of the group are 0 .. %d", name, i, list[i], procs - 1);
  free(a->owners);
  a->owners = malloc(size * sizeof *list);
  memcpy(a->owners, list, size * sizeof *list);
  a->owner_count = size;
}

static void set_range(const char *name, int g_a, int lo, int hi) {
  int n = hi - lo + 1, *list = malloc((n > 0 ? n : 0) * sizeof *list);
  for (int i = 0; i < n; i++) list[i] = lo + i;
  set_restricted(name, g_a, list, n);
  free(list);
}

/* Hints: copies of an array that is only read would be faster, its contents are the same. */
static void set_property(const char *name, int g_a, const char *property) {
  __ga_handle(name, g_a);
  if (strcmp(property, "read_only") != 0 && strcmp(property, "read_cache") != 0)
    __ga_fail("%s: property is '%s': it is read_only or read_cache", name, property);
}

static int has_dimensions(const char *name, int g_a) { return shaped(name, g_a)->ndim; }

#define SETTERS(PREFIX) \
  void PREFIX##Set_data(int g_a, int ndim, int dims[], int type) { \
    __ga_set_data(#PREFIX "Set_data", unallocated(#PREFIX "Set_data", g_a), ndim, dims, type); \
  } \
  void PREFIX##Set_data64(int g_a, int ndim, int64_t dims[], int type) { \
    static const char name[] = #PREFIX "Set_data64"; \
    int ints[GA_MAX_DIM]; \
    struct __ga_array *a = unallocated(name, g_a); \
    __ga_set_data(name, a, ndim, __ga_narrow(name, "dims", dims, ndim < 1 || ndim > GA_MAX_DIM ? 0 : ndim, ints), type); \
  } \
  void PREFIX##Set_chunk(int g_a, int chunk[]) { __ga_set_chunk(shaped(#PREFIX "Set_chunk", g_a), chunk); } \
  void PREFIX##Set_array_name(int g_a, char *name) { __ga_set_name(unallocated(#PREFIX "Set_array_name", g_a), name); } \
  void PREFIX##Set_pgroup(int g_a, int p_handle) { \
    __ga_set_group(#PREFIX "Set_pgroup", unallocated(#PREFIX "Set_pgroup", g_a), p_handle); \
  } \
  void PREFIX##Set_ghosts(int g_a, int width[]) { __ga_set_ghosts(#PREFIX "Set_ghosts", shaped(#PREFIX "Set_ghosts", g_a), width); } \
  void PREFIX##Set_ghosts64(int g_a, int64_t width[]) { \
    static const char name[] = #PREFIX "Set_ghosts64"; \
    int ints[GA_MAX_DIM]; \
    __ga_set_ghosts(name, shaped(name, g_a), __ga_narrow(name, "width", width, has_dimensions(name, g_a), ints)); \
  } \
  void PREFIX##Set_irreg_distr(int g_a, int map[], int block[]) { \
    __ga_set_map(#PREFIX "Set_irreg_distr", shaped(#PREFIX "Set_irreg_distr", g_a), map, block); \
  } \
  void PREFIX##Set_irreg_distr64(int g_a, int64_t map[], int64_t block[]) { \
    static const char name[] = #PREFIX "Set_irreg_distr64"; \
    int blocks[GA_MAX_DIM]; \
    int *narrow = __ga_narrow_map(name, map, __ga_narrow(name, "block", block, has_dimensions(name, g_a), blocks), has_dimensions(name, g_a)); \
    __ga_set_map(name, shaped(name, g_a), narrow, blocks); \
    free(narrow); \
  } \
  void PREFIX##Set_irreg_flag(int g_a, int flag) { unallocated(#PREFIX "Set_irreg_flag", g_a)->is_irregular = flag; } \
  void PREFIX##Set_block_cyclic(int g_a, int dims[]) { set_cyclic(#PREFIX "Set_block_cyclic", g_a, __GA_CYCLIC, dims, NULL); } \
  void PREFIX##Set_block_cyclic64(int g_a, int64_t dims[]) { \
    static const char name[] = #PREFIX "Set_block_cyclic64"; \
    int ints[GA_MAX_DIM]; \
    set_cyclic(name, g_a, __GA_CYCLIC, __ga_narrow(name, "dims", dims, has_dimensions(name, g_a), ints), NULL); \
  } \
  void PREFIX##Set_block_cyclic_proc_grid(int g_a, int block[], int proc_grid[]) { \
    set_cyclic(#PREFIX "Set_block_cyclic_proc_grid", g_a, __GA_GRID, block, proc_grid); \
  } \
  void PREFIX##Set_tiled_proc_grid(int g_a, int block[], int proc_grid[]) { \
    set_cyclic(#PREFIX "Set_tiled_proc_grid", g_a, __GA_TILES, block, proc_grid); \
  } \
  GRID64(PREFIX##Set_block_cyclic_proc_grid64, #PREFIX "Set_block_cyclic_proc_grid64", __GA_GRID) \
  GRID64(PREFIX##Set_tiled_proc_grid64, #PREFIX "Set_tiled_proc_grid64", __GA_TILES) \
  void PREFIX##Set_tiled_irreg_proc_grid(int g_a, int mapc[], int nblocks[], int proc_grid[]) { \
    set_irregular_tiles(#PREFIX "Set_tiled_irreg_proc_grid", g_a, mapc, nblocks, proc_grid); \
  } \
  void PREFIX##Set_tiled_irreg_proc_grid64(int g_a, int64_t mapc[], int64_t nblocks[], int64_t proc_grid[]) { \
    static const char name[] = #PREFIX "Set_tiled_irreg_proc_grid64"; \
    int blocks[GA_MAX_DIM], grid[GA_MAX_DIM], n = has_dimensions(name, g_a); \
    int *narrow = __ga_narrow_map(name, mapc, __ga_narrow(name, "nblocks", nblocks, n, blocks), n); \
    set_irregular_tiles(name, g_a, narrow, blocks, __ga_narrow(name, "proc_grid", proc_grid, n, grid)); \
    free(narrow); \
  } \
  void PREFIX##Set_restricted(int g_a, int list[], int size) { set_restricted(#PREFIX "Set_restricted", g_a, list, size); } \
  void PREFIX##Set_restricted_range(int g_a, int lo_proc, int hi_proc) { set_range(#PREFIX "Set_restricted_range", g_a, lo_proc, hi_proc); } \
  void PREFIX##Set_property(int g_a, char *property) { set_property(#PREFIX "Set_property", g_a, property); } \
  void PREFIX##Unset_property(int g_a) { __ga_handle(#PREFIX "Unset_property", g_a); } \
  void PREFIX##Set_memory_dev(int g_a, char *device) { unallocated(#PREFIX "Set_memory_dev", g_a); }

#define GRID64(FUNCTION, NAME, LAYOUT) \
  void FUNCTION(int g_a, int64_t block[], int64_t proc_grid[]) { \
    int ints[GA_MAX_DIM], grid[GA_MAX_DIM], n = has_dimensions(NAME, g_a); \
    set_cyclic(NAME, g_a, LAYOUT, __ga_narrow(NAME, "block", block, n, ints), __ga_narrow(NAME, "proc_grid", proc_grid, n, grid)); \
  }

/* A map of all dimensions as ints; the caller frees it. */
int *__ga_narrow_map(const char *name, const int64_t *map, const int *blocks, int ndim) {
  int n = 0;
  for (int i = 0; i < ndim; i++) n += blocks[i] > 0 ? blocks[i] : 0;
  return __ga_narrow(name, "map", map, n, malloc((n ? n : 1) * sizeof(int)));
}

SETTERS(GA_)
SETTERS(NGA_)

void GA_Set_chunk64(int g_a, int64_t chunk[]) {
  int ints[GA_MAX_DIM];
  __ga_set_chunk(shaped("GA_Set_chunk64", g_a), __ga_narrow("GA_Set_chunk64", "chunk", chunk, has_dimensions("GA_Set_chunk64", g_a), ints));
}

/* Whether updates of ghost cells fill the corners. */
void GA_Set_ghost_corner_flag(int g_a, int flag) { __ga_handle("GA_Set_ghost_corner_flag", g_a)->corner_flag = flag; }
