/* What an array is, how it is distributed, and whose an element or a patch is. With block-cyclic arrays blocks take the place of processes. */
#include "array.h"

/* ---------------------------------------------------------------- what it is */

static void inquire(const char *name, int g_a, int *type, int *ndim, int *dims) {
  struct __ga_array *a = __ga_array(name, g_a);
  *type = a->type;
  *ndim = a->ndim;
  memcpy(dims, a->dims, a->ndim * sizeof *dims);
}
void NGA_Inquire(int g_a, int *type, int *ndim, int dims[]) { inquire("NGA_Inquire", g_a, type, ndim, dims); }
void NGA_Inquire64(int g_a, int *type, int *ndim, int64_t dims[]) {
  int ints[GA_MAX_DIM];
  inquire("NGA_Inquire64", g_a, type, ndim, ints);
  __ga_widen(ints, *ndim, dims);
}

static void proc_grid(const char *name, int g_a, int *dims) {
  const struct __ga_array *a = __ga_array(name, g_a);
  memcpy(dims, a->layout == __GA_BLOCKS ? a->blocks : a->grid, a->ndim * sizeof *dims);
}

/* The place of a process in the grid of processes. */
static void proc_index(const char *name, int g_a, int iproc, int *subscript) {
  const struct __ga_array *a = __ga_array(name, g_a);
  if (a->layout == __GA_BLOCKS || a->layout == __GA_CYCLIC) __ga_fail("%s: g_a is %d: array '%s' has no grid of processes", name, g_a, a->name);
  __ga_check_rank(name, "iproc", a, iproc);
  for (int i = a->ndim - 1; i >= 0; iproc /= a->grid[i--]) subscript[i] = iproc % a->grid[i];
}

static int uses_grid(const char *name, int g_a) {
  enum __ga_layout layout = __ga_array(name, g_a)->layout;
  return layout != __GA_BLOCKS && layout != __GA_CYCLIC;
}

static void block_info(const char *name, int g_a, int *num_blocks, int *block_dims) {
  const struct __ga_array *a = __ga_array(name, g_a);
  if (a->map && a->layout != __GA_BLOCKS) __ga_fail("%s: g_a is %d: blocks of array '%s' have no common extents", name, g_a, a->name);
  for (int i = 0; i < a->ndim; i++) {
    num_blocks[i] = a->layout == __GA_BLOCKS ? 0 : a->blocks[i];
    block_dims[i] = a->layout == __GA_BLOCKS ? 0 : a->block[i];
  }
}

/* -1 without blocks that are dealt out. */
static int total_blocks(const char *name, int g_a) {
  const struct __ga_array *a = __ga_array(name, g_a);
  return a->layout == __GA_BLOCKS ? -1 : __ga_total_blocks(a);
}

static void nblock(const char *name, int g_a, int *nblock) {
  const struct __ga_array *a = __ga_array(name, g_a);
  memcpy(nblock, a->blocks, a->ndim * sizeof *nblock);
}

/* 0 if they are distributed alike, else 1. */
static int compare(const char *name, int g_a, int g_b) {
  const struct __ga_array *a = __ga_find(name, "g_a", g_a), *b = __ga_find(name, "g_b", g_b);
  size_t n = a->ndim * sizeof(int);
  int starts = 0;
  if (a->ndim != b->ndim || a->layout != b->layout || a->owner_count != b->owner_count) return 1;
  if (memcmp(a->dims, b->dims, n) || memcmp(a->blocks, b->blocks, n) || memcmp(a->block, b->block, n) || memcmp(a->grid, b->grid, n)) return 1;
  for (int i = 0; i < a->ndim; i++) starts += a->blocks[i];
  if (a->map && memcmp(a->map, b->map, starts * sizeof *a->map)) return 1;
  return a->owners && memcmp(a->owners, b->owners, a->owner_count * sizeof *a->owners) != 0;
}

#define QUERIES(PREFIX) \
  char *PREFIX##Inquire_name(int g_a) { return __ga_array(#PREFIX "Inquire_name", g_a)->name; } \
  int PREFIX##Ndim(int g_a) { return __ga_array(#PREFIX "Ndim", g_a)->ndim; } \
  int PREFIX##Get_dimension(int g_a) { return __ga_array(#PREFIX "Get_dimension", g_a)->ndim; } \
  int PREFIX##Get_pgroup(int g_a) { return __ga_array(#PREFIX "Get_pgroup", g_a)->group; } \
  int PREFIX##Has_ghosts(int g_a) { return __ga_array(#PREFIX "Has_ghosts", g_a)->has_ghosts; } \
  int PREFIX##Is_mirrored(int g_a) { return __ga_array(#PREFIX "Is_mirrored", g_a)->group == 0 && GA_Cluster_nnodes() > 1; } \
  int PREFIX##Valid_handle(int g_a) { return __ga_is_there(g_a); } \
  int PREFIX##Verify_handle(int g_a) { return __ga_is_there(g_a); } \
  void PREFIX##Get_proc_grid(int g_a, int dims[]) { proc_grid(#PREFIX "Get_proc_grid", g_a, dims); } \
  void PREFIX##Get_proc_index(int g_a, int iproc, int subscript[]) { proc_index(#PREFIX "Get_proc_index", g_a, iproc, subscript); } \
  int PREFIX##Uses_proc_grid(int g_a) { return uses_grid(#PREFIX "Uses_proc_grid", g_a); } \
  void PREFIX##Get_block_info(int g_a, int num_blocks[], int block_dims[]) { \
    block_info(#PREFIX "Get_block_info", g_a, num_blocks, block_dims); \
  } \
  int PREFIX##Total_blocks(int g_a) { return total_blocks(#PREFIX "Total_blocks", g_a); } \
  void PREFIX##Nblock(int g_a, int *blocks) { nblock(#PREFIX "Nblock", g_a, blocks); } \
  int PREFIX##Compare_distr(int g_a, int g_b) { return compare(#PREFIX "Compare_distr", g_a, g_b); }
QUERIES(GA_)
QUERIES(NGA_)

void GA_Check_handle(int g_a, char *string) { __ga_find(string, "g_a", g_a); }

/* ---------------------------------------------------------------- where it is */

/* Of a process, or of a block. */
static void distribution(const char *name, int g_a, int iproc, int *lo, int *hi) {
  const struct __ga_array *a = __ga_array(name, g_a);
  struct __ga_part part;
  if (a->layout == __GA_BLOCKS) {
    __ga_check_rank(name, "iproc", a, iproc);
    __ga_block_of(a, iproc, &part);
  } else {
    int total = __ga_total_blocks(a);
    if (iproc < 0 || iproc >= total) __ga_fail("%s: iproc is %d: array '%s' has blocks 0 .. %d", name, iproc, a->name, total - 1);
    __ga_block(a, iproc, &part);
  }
  memcpy(lo, part.lo, a->ndim * sizeof *lo);
  memcpy(hi, part.hi, a->ndim * sizeof *hi);
}
void NGA_Distribution(int g_a, int iproc, int lo[], int hi[]) { distribution("NGA_Distribution", g_a, iproc, lo, hi); }
void NGA_Distribution64(int g_a, int iproc, int64_t lo[], int64_t hi[]) {
  int l[GA_MAX_DIM], h[GA_MAX_DIM];
  distribution("NGA_Distribution64", g_a, iproc, l, h);
  __ga_widen(l, __ga_array("NGA_Distribution64", g_a)->ndim, lo);
  __ga_widen(h, __ga_array("NGA_Distribution64", g_a)->ndim, hi);
}

/* What a block is called: by its process, or by its number. */
static int name_of(const struct __ga_array *a, int block) { return a->layout == __GA_BLOCKS && a->owners ? a->owners[block] : block; }

/* -1 outside of the array. */
static int locate(const struct __ga_array *a, const int *subscript) {
  for (int i = 0; i < a->ndim; i++)
    if (subscript[i] < 0 || subscript[i] >= a->dims[i]) return -1;
  return name_of(a, __ga_locate(a, subscript));
}
int NGA_Locate(int g_a, int subscript[]) { return locate(__ga_array("NGA_Locate", g_a), subscript); }
int NGA_Locate64(int g_a, int64_t subscript[]) {
  int at[GA_MAX_DIM];
  struct __ga_array *a = __ga_array("NGA_Locate64", g_a);
  return locate(a, __ga_narrow("NGA_Locate64", "subscript", subscript, a->ndim, at));
}

static int is_inside(const struct __ga_array *a, const int *lo, const int *hi) {
  for (int i = 0; i < a->ndim; i++)
    if (lo[i] < 0 || hi[i] >= a->dims[i] || lo[i] > hi[i]) return 0;
  return 1;
}

static int locate_nnodes(const struct __ga_array *a, const int *lo, const int *hi) {
  struct __ga_part part;
  int n = 0;
  if (!is_inside(a, lo, hi)) return 0;
  for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) n++;
  return n;
}
int NGA_Locate_nnodes(int g_a, int lo[], int hi[]) { return locate_nnodes(__ga_array("NGA_Locate_nnodes", g_a), lo, hi); }
int NGA_Locate_nnodes64(int g_a, int64_t lo[], int64_t hi[]) {
  static const char name[] = "NGA_Locate_nnodes64";
  int l[GA_MAX_DIM], h[GA_MAX_DIM];
  struct __ga_array *a = __ga_array(name, g_a);
  return locate_nnodes(a, __ga_narrow(name, "lo", lo, a->ndim, l), __ga_narrow(name, "hi", hi, a->ndim, h));
}

/* Of each part lo and hi, one behind the other, and whose it is; how many there are, 0 for a patch outside. */
#define LOCATE_REGION(NAME, INT) \
  static int region##NAME(const struct __ga_array *a, const int *lo, const int *hi, INT *map, int *procs) { \
    struct __ga_part part; \
    int n = 0; \
    if (!is_inside(a, lo, hi)) return 0; \
    for (int i = __ga_first_part(a, lo, hi, &part); i; i = __ga_next_part(a, &part)) { \
      for (int k = 0; k < a->ndim; k++) *map++ = part.lo[k]; \
      for (int k = 0; k < a->ndim; k++) *map++ = part.hi[k]; \
      procs[n++] = name_of(a, part.block); \
    } \
    return n; \
  }
LOCATE_REGION(, int)
LOCATE_REGION(64, int64_t)
int NGA_Locate_region(int g_a, int lo[], int hi[], int map[], int procs[]) { return region(__ga_array("NGA_Locate_region", g_a), lo, hi, map, procs); }
int NGA_Locate_region64(int g_a, int64_t lo[], int64_t hi[], int64_t map[], int procs[]) {
  static const char name[] = "NGA_Locate_region64";
  int l[GA_MAX_DIM], h[GA_MAX_DIM];
  struct __ga_array *a = __ga_array(name, g_a);
  return region64(a, __ga_narrow(name, "lo", lo, a->ndim, l), __ga_narrow(name, "hi", hi, a->ndim, h), map, procs);
}

/* -1 without blocks that are dealt out. */
int NGA_Locate_num_blocks(int g_a, int lo[], int hi[]) {
  struct __ga_array *a = __ga_array("NGA_Locate_num_blocks", g_a);
  __ga_check_patch("NGA_Locate_num_blocks", "", a, lo, hi);
  return a->layout == __GA_BLOCKS ? -1 : locate_nnodes(a, lo, hi);
}

/* The place of a process in the grid of blocks, the last dimension first: here GA's order is Fortran's, and programs know that. */
void NGA_Proc_topology(int g_a, int proc, int coord[]) {
  const struct __ga_array *a = __ga_array("NGA_Proc_topology", g_a);
  struct __ga_part part;
  int at[GA_MAX_DIM];
  __ga_check_rank("NGA_Proc_topology", "proc", a, proc);
  if (a->layout != __GA_BLOCKS) {
    proc_index("NGA_Proc_topology", g_a, proc, at);
  } else {
    __ga_block_of(a, proc, &part);
    for (int i = 0; i < a->ndim; i++) at[i] = part.block < 0 ? -1 : part.at[i];
  }
  for (int i = 0; i < a->ndim; i++) coord[i] = at[a->ndim - 1 - i];
}
