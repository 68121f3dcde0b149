/* Creation and the end of arrays: the memory of all processes of the group, and the check that they ask for the same array. */
#include "creation.h"

/* ---------------------------------------------------------------- agreement */

/* What all must give alike. */
struct request {
  int type, ndim, layout, owner_count, dims[GA_MAX_DIM], width[GA_MAX_DIM], blocks[GA_MAX_DIM], grid[GA_MAX_DIM];
};

static void differ(const char *name, const char *what, int index, int here, int there) {
  if (here == there) return;
  if (index < 0) __ga_fail("%s: %s is %d in this process, and %d in the first of the group: all give the same", name, what, here, there);
  __ga_fail("%s: %s[%d] is %d in this process, and %d in the first of the group: all give the same", name, what, index, here, there);
}

static void agree(const char *name, const struct __ga_array *a) {
  const struct __ga_group *group = __ga_group(name, a->group);
  struct request own = {a->type, a->ndim, a->layout, a->owner_count}, first;
  memcpy(own.dims, a->dims, sizeof own.dims);
  memcpy(own.width, a->width, sizeof own.width);
  memcpy(own.blocks, a->blocks, sizeof own.blocks);
  memcpy(own.grid, a->grid, sizeof own.grid);
  first = own;
  __armci_broadcast(name, group->armci, &first, sizeof first, group->procs[0]);
  differ(name, "type", -1, own.type, first.type);
  differ(name, "ndim", -1, own.ndim, first.ndim);
  for (int i = 0; i < own.ndim; i++) {
    differ(name, "dims", i, own.dims[i], first.dims[i]);
    differ(name, "width", i, own.width[i], first.width[i]);
    differ(name, "the number of blocks", i, own.blocks[i], first.blocks[i]);
    differ(name, "proc_grid", i, own.grid[i], first.grid[i]);
  }
  differ(name, "the kind of distribution", -1, own.layout, first.layout);
  differ(name, "the number of processes with blocks", -1, own.owner_count, first.owner_count);
}

/* ---------------------------------------------------------------- allocation */

static void *copied(const void *from, size_t bytes) { return from ? memcpy(malloc(bytes), from, bytes) : NULL; }

static void enter_group(const char *name, struct __ga_array *a) {
  if (a->group == __GA_DEFAULT_GROUP) a->group = __ga_job.group;
  const struct __ga_group *group = __ga_group(name, a->group);
  if (group->rank < 0) __ga_fail("%s: array '%s' is of group %d: this process is not in it", name, a->name, a->group);
  a->procs = group->size;
  a->rank = group->rank;
  a->proc = a->group == __GA_WORLD ? group->procs : copied(group->procs, group->size * sizeof *a->proc);
  a->base = calloc(group->size, sizeof *a->base);
}

/* The processes among whom blocks are dealt out must be as many as the grid has, or have a block each at most. */
static void distribute(const char *name, struct __ga_array *a) {
  int n = a->owners ? a->owner_count : a->procs, cells = 1;
  if (a->layout == __GA_BLOCKS) {
    if (!a->map) __ga_decompose(a, n);
    int blocks = __ga_total_blocks(a);
    if (blocks > n) __ga_fail("%s: array '%s' has %d blocks, and there are %d processes for them", name, a->name, blocks, n);
  } else if (a->layout == __GA_CYCLIC) {
    __ga_deal_out(a);
  } else {
    for (int i = 0; i < a->ndim; i++) cells *= a->grid[i];
    if (cells != n) __ga_fail("%s: the grid of array '%s' has %d processes, and there are %d", name, a->name, cells, n);
  }
}

/* Memory for what is described; gives 0 if the limit does not allow it. */
static int take_memory(const char *name, struct __ga_array *a) {
  uint64_t bytes = __ga_own_bytes(a);
  if (bytes > INT32_MAX)
    __ga_fail("%s: array '%s' would take %llu bytes of this process: less than 2147483648 are possible", name, a->name, (unsigned long long)bytes);
  a->bytes = bytes;
  if (!__ga_takes(name, a->group, bytes)) return 0;
  __armci_malloc(name, a->base, bytes, __ga_group(name, a->group)->armci);
  return 1;
}

static void forget(struct __ga_array *a) {
  if (a->group != __GA_WORLD) free(a->proc); /* the world's list stays as long as the library */
  free(a->base);
  free(a->places);
  free(a->seen);
  a->seen = NULL;
  a->proc = NULL;
  a->base = NULL;
  a->places = NULL;
  a->is_there = 0;
}

static void discard(struct __ga_array *a) {
  forget(a);
  free(a->map);
  free(a->owners);
  free(a->name);
  *a = (struct __ga_array){.was_open = 1};
}

static void come_to_be(const char *name, struct __ga_array *a) {
  a->seen = malloc(sizeof *a->seen);
  __ga_block(a, 0, a->seen);
  a->is_there = 1;
  __ga_job.creates++;
  __ga_sync(name, a->group);
}

static int allocate(const char *name, struct __ga_array *a) {
  __ga_check_shaped(name, a);
  enter_group(name, a);
  agree(name, a);
  distribute(name, a);
  if (!take_memory(name, a)) {
    forget(a);
    return 0;
  }
  come_to_be(name, a);
  return 1;
}

static int allocate_handle(const char *name, int g_a) {
  struct __ga_array *a = __ga_handle(name, g_a);
  __ga_check_unallocated(name, a);
  return allocate(name, a);
}
int GA_Allocate(int g_a) { return allocate_handle("GA_Allocate", g_a); }
int NGA_Allocate(int g_a) { return allocate_handle("NGA_Allocate", g_a); }

/* ---------------------------------------------------------------- creation at once */

/* What there is to create; NULL where nothing is given. `group` may be __GA_DEFAULT_GROUP. */
struct wish {
  int type, ndim;
  const int *dims, *width, *chunk, *blocks, *map;
  const char *array_name;
  int group;
};

/* Gives 0 if there is no memory for it. */
static int create(const char *name, struct wish wish) {
  struct __ga_array *a = __ga_new(name);
  __ga_set_data(name, a, wish.ndim, wish.dims, wish.type);
  __ga_set_name(a, wish.array_name);
  __ga_set_chunk(a, wish.chunk);
  if (wish.group != __GA_DEFAULT_GROUP) __ga_set_group(name, a, wish.group);
  if (wish.width) __ga_set_ghosts(name, a, wish.width);
  if (wish.map) __ga_set_map(name, a, wish.map, wish.blocks);
  if (allocate(name, a)) return a->handle;
  discard(a);
  return 0;
}

/* The same, of 64-bit numbers. */
struct wish64 {
  int type, ndim;
  const int64_t *dims, *width, *chunk, *blocks, *map;
  const char *array_name;
  int group;
};

static int create64(const char *name, struct wish64 wish) {
  int dims[GA_MAX_DIM], width[GA_MAX_DIM], chunk[GA_MAX_DIM], blocks[GA_MAX_DIM], n = wish.ndim < 1 || wish.ndim > GA_MAX_DIM ? 0 : wish.ndim;
  struct wish narrow = {wish.type, wish.ndim};
  narrow.dims = __ga_narrow(name, "dims", wish.dims, n, dims);
  narrow.width = __ga_narrow(name, "width", wish.width, n, width);
  narrow.chunk = __ga_narrow(name, "chunk", wish.chunk, n, chunk);
  narrow.blocks = __ga_narrow(name, "block", wish.blocks, n, blocks);
  int *map = wish.map ? __ga_narrow_map(name, wish.map, blocks, n) : NULL;
  narrow.map = map;
  narrow.array_name = wish.array_name;
  narrow.group = wish.group;
  int g_a = create(name, narrow);
  free(map);
  return g_a;
}

/* Each form with a name for the group, and without. */
#define FORM(NAME, SUFFIX, INT, WISH, CREATE, PARAMETERS, ...) \
  int NAME##SUFFIX(int type, int ndim, INT dims[], EXPAND PARAMETERS) { \
    return CREATE(#NAME #SUFFIX, (struct WISH){type, ndim, dims, .array_name = name, .group = __GA_DEFAULT_GROUP, __VA_ARGS__}); \
  } \
  int NAME##_config##SUFFIX(int type, int ndim, INT dims[], EXPAND PARAMETERS, int p_handle) { \
    return CREATE(#NAME "_config" #SUFFIX, (struct WISH){type, ndim, dims, .array_name = name, .group = p_handle, __VA_ARGS__}); \
  }
#define EXPAND(...) __VA_ARGS__
#define FORMS(SUFFIX, INT, WISH, CREATE) \
  FORM(NGA_Create, SUFFIX, INT, WISH, CREATE, (char *name, INT chunk[]), .chunk = chunk) \
  FORM(NGA_Create_ghosts, SUFFIX, INT, WISH, CREATE, (INT width[], char *name, INT chunk[]), .width = width, .chunk = chunk) \
  FORM(NGA_Create_irreg, SUFFIX, INT, WISH, CREATE, (char *name, INT block[], INT map[]), .blocks = block, .map = map) \
  FORM(NGA_Create_ghosts_irreg, SUFFIX, INT, WISH, CREATE, (INT width[], char *name, INT nblock[], INT map[]), .width = width, .blocks = nblock, .map = map)
FORMS(, int, wish, create)
FORMS(64, int64_t, wish64, create64)

/* ---------------------------------------------------------------- copies of a description */

/* The description without memory. */
static struct __ga_array *describe(const char *name, const struct __ga_array *from, const char *array_name, int type) {
  struct __ga_array *a = __ga_new(name);
  int handle = a->handle, starts = 0;
  free(a->name);
  *a = *from;
  a->handle = handle;
  a->is_there = a->borrows = 0;
  a->name = strdup(array_name ? array_name : "");
  a->type = type;
  a->size = __ga_size_of(type);
  for (int i = 0; i < a->ndim; i++) starts += a->blocks[i];
  a->map = copied(from->map, starts * sizeof *a->map);
  a->owners = copied(from->owners, a->owner_count * sizeof *a->owners);
  a->places = NULL;
  a->proc = NULL;
  a->base = NULL;
  a->seen = NULL;
  return a;
}

int __ga_duplicate(const char *name, const struct __ga_array *from, const char *array_name, int type) {
  struct __ga_array *a = describe(name, from, array_name, type);
  if (allocate(name, a)) return a->handle;
  discard(a);
  return 0;
}

static int duplicate(const char *name, int g_a, const char *array_name) {
  struct __ga_array *a = __ga_array(name, g_a);
  __ga_begin(name, a->group);
  int g_b = __ga_duplicate(name, a, array_name, a->type);
  __ga_job.syncs_last = 1;
  return g_b;
}
int GA_Duplicate(int g_a, char *array_name) { return duplicate("GA_Duplicate", g_a, array_name); }
int NGA_Duplicate(int g_a, char *array_name) { return duplicate("NGA_Duplicate", g_a, array_name); }

/* ---------------------------------------------------------------- memory that is given */

/* An array that is described by another and lies where `base` tells. */
static int borrow(const char *name, struct __ga_array *a, void *const *base, size_t room) {
  enter_group(name, a);
  distribute(name, a);
  uint64_t bytes = __ga_own_bytes(a);
  if (bytes > room) __ga_fail("%s: array '%s' takes %llu bytes of this process, and the memory has %zu", name, a->name, (unsigned long long)bytes, room);
  memcpy(a->base, base, a->procs * sizeof *base);
  a->borrows = 1;
  come_to_be(name, a);
  return 1;
}

/* The own domain's group may be that of all processes. */
static int is_same_group(const char *name, int one, int other) {
  return one == other || (one <= 0 && other <= 0 && __ga_group(name, one)->size == __ga_group(name, other)->size);
}

int GA_Assemble_duplicate(int g_a, char *name, void *ptr) {
  static const char function[] = "GA_Assemble_duplicate";
  const struct __ga_array *from = __ga_array(function, g_a);
  const struct __ga_memory *block = *__ga_memory_at(function, ptr);
  if (!is_same_group(function, block->group, from->group))
    __ga_fail("%s: ptr is memory of group %d, and array '%s' is of group %d: they must be of one", function, block->group, from->name, from->group);
  struct __ga_array *a = describe(function, from, name, from->type);
  borrow(function, a, block->base, block->bytes);
  return a->handle;
}

/* The memory of g_p, whose elements g_a then reads and changes. */
static int overlay(const char *name, int g_a, int g_p) {
  struct __ga_array *below = __ga_find(name, "g_p", g_p), *a = __ga_handle(name, g_a);
  __ga_check_unallocated(name, a);
  __ga_check_shaped(name, a);
  if (a->group != __GA_DEFAULT_GROUP && a->group != below->group)
    __ga_fail("%s: g_a is of group %d, and g_p of group %d: they must be of one", name, a->group, below->group);
  a->group = below->group;
  return borrow(name, a, below->base, below->bytes);
}
int GA_Overlay(int g_a, int g_p) { return overlay("GA_Overlay", g_a, g_p); }
int NGA_Overlay(int g_a, int g_p) { return overlay("NGA_Overlay", g_a, g_p); }

/* ---------------------------------------------------------------- the end */

static void release(const char *name, struct __ga_array *a) {
  if (!a->borrows) {
    __ga_job.memory -= a->bytes;
    __armci_free(name, a->base[a->rank], __ga_group(name, a->group)->armci);
  }
  __ga_job.destroys++;
}

static void destroy(const char *name, int g_a) {
  struct __ga_array *a = __ga_handle(name, g_a);
  if (a->is_there) {
    __ga_begin(name, a->group);
    release(name, a);
    __ga_job.syncs_last = 1;
  }
  discard(a);
}
void GA_Destroy(int g_a) { destroy("GA_Destroy", g_a); }
void NGA_Destroy(int g_a) { destroy("NGA_Destroy", g_a); }

/* The handle stays, and can be allocated again. */
static int deallocate(const char *name, int g_a) {
  struct __ga_array *a = __ga_array(name, g_a);
  __ga_begin(name, a->group);
  release(name, a);
  if (!a->is_irregular) {
    free(a->map);
    a->map = NULL;
  }
  forget(a);
  __ga_job.syncs_last = 1;
  return 1;
}
int GA_Deallocate(int g_a) { return deallocate("GA_Deallocate", g_a); }
int NGA_Deallocate(int g_a) { return deallocate("NGA_Deallocate", g_a); }

/* All that is left, of the whole job: memory of groups goes with ARMCI. */
void __ga_free_arrays(void) {
  for (int i = 0; i < __ga_array_count; i++)
    if (__ga_arrays[i]->is_open) discard(__ga_arrays[i]);
  __ga_job.memory = 0;
}
