/* Pointers to what this process has of an array, and the end of their use. Loads and stores are direct, so there is nothing to do then. */
#include "array.h"

/* ---------------------------------------------------------------- a patch within one block */

static void access_patch(const char *name, const struct __ga_array *a, const int *lo, const int *hi, void *ptr, int *ld) {
  struct __ga_part part;
  __ga_check_patch(name, "", a, lo, hi);
  __ga_first_part(a, lo, hi, &part);
  for (int i = 0; i < a->ndim; i++)
    if (part.hi[i] < hi[i]) __ga_bad_patch(name, "(of several blocks)", a, lo, hi);
  if (part.rank != a->rank)
    __ga_fail("%s: the patch of array '%s' is of process %d: this one, %d, can only have a pointer to its own blocks", name, a->name, part.rank, a->rank);
  *(char **)ptr = part.place;
  memcpy(ld, part.ld, (a->ndim - 1) * sizeof *ld);
}

void NGA_Access(int g_a, int lo[], int hi[], void *ptr, int ld[]) { access_patch("NGA_Access", __ga_array("NGA_Access", g_a), lo, hi, ptr, ld); }
void NGA_Access64(int g_a, int64_t lo[], int64_t hi[], void *ptr, int64_t ld[]) {
  static const char name[] = "NGA_Access64";
  int l[GA_MAX_DIM], h[GA_MAX_DIM], extents[GA_MAX_DIM];
  struct __ga_array *a = __ga_array(name, g_a);
  access_patch(name, a, __ga_narrow(name, "lo", lo, a->ndim, l), __ga_narrow(name, "hi", hi, a->ndim, h), ptr, extents);
  __ga_widen(extents, a->ndim - 1, ld);
}

/* ---------------------------------------------------------------- blocks of a block-cyclic array */

static void check_dealt(const char *name, const struct __ga_array *a) {
  if (a->layout == __GA_BLOCKS) __ga_fail("%s: g_a is %d: array '%s' has no block-cyclic distribution", name, a->handle, a->name);
}

/* Those of other processes only where loads and stores reach them. */
static void access_block(const char *name, const struct __ga_array *a, int block, void *ptr, int *ld) {
  struct __ga_part part;
  check_dealt(name, a);
  int total = __ga_total_blocks(a);
  if (block < 0 || block >= total) __ga_fail("%s: idx is %d: array '%s' has blocks 0 .. %d", name, block, a->name, total - 1);
  __ga_block(a, block, &part);
  if (!armci_sameclusnode(part.proc))
    __ga_fail("%s: idx is %d: the block of array '%s' is of process %d, which this one does not load and store", name, block, a->name, part.rank);
  *(char **)ptr = part.place;
  memcpy(ld, part.ld, (a->ndim - 1) * sizeof *ld);
}

static int block_in_grid(const char *name, const struct __ga_array *a, const int *index) {
  int block = 0;
  check_dealt(name, a);
  for (int i = 0; i < a->ndim; i++) {
    if (index[i] < 0 || index[i] >= a->blocks[i]) __ga_fail("%s: index[%d] is %d: array '%s' has %d blocks there", name, i, index[i], a->name, a->blocks[i]);
    block = block * a->blocks[i] + index[i];
  }
  return block;
}

/* All that this process has, in elements. */
static void access_segment(const char *name, const struct __ga_array *a, int proc, void *ptr, int *len) {
  __ga_check_rank(name, "proc", a, proc);
  if (proc != a->rank) __ga_fail("%s: proc is %d: a process can only have a pointer to its own memory, and this is %d", name, proc, a->rank);
  *(char **)ptr = a->base[proc];
  *len = a->bytes / a->size;
}

void NGA_Access_block(int g_a, int idx, void *ptr, int ld[]) { access_block("NGA_Access_block", __ga_array("NGA_Access_block", g_a), idx, ptr, ld); }
void NGA_Access_block64(int g_a, int64_t idx, void *ptr, int64_t ld[]) {
  static const char name[] = "NGA_Access_block64";
  int extents[GA_MAX_DIM];
  struct __ga_array *a = __ga_array(name, g_a);
  access_block(name, a, __ga_narrow_one(name, "idx", idx), ptr, extents);
  __ga_widen(extents, a->ndim - 1, ld);
}
void NGA_Access_block_grid(int g_a, int index[], void *ptr, int ld[]) {
  struct __ga_array *a = __ga_array("NGA_Access_block_grid", g_a);
  access_block("NGA_Access_block_grid", a, block_in_grid("NGA_Access_block_grid", a, index), ptr, ld);
}
void NGA_Access_block_grid64(int g_a, int64_t index[], void *ptr, int64_t ld[]) {
  static const char name[] = "NGA_Access_block_grid64";
  int at[GA_MAX_DIM], extents[GA_MAX_DIM];
  struct __ga_array *a = __ga_array(name, g_a);
  access_block(name, a, block_in_grid(name, a, __ga_narrow(name, "index", index, a->ndim, at)), ptr, extents);
  __ga_widen(extents, a->ndim - 1, ld);
}
void NGA_Access_block_segment(int g_a, int proc, void *ptr, int *len) {
  access_segment("NGA_Access_block_segment", __ga_array("NGA_Access_block_segment", g_a), proc, ptr, len);
}
void NGA_Access_block_segment64(int g_a, int proc, void *ptr, int64_t *len) {
  int elements;
  access_segment("NGA_Access_block_segment64", __ga_array("NGA_Access_block_segment64", g_a), proc, ptr, &elements);
  *len = elements;
}

/* ---------------------------------------------------------------- with ghost cells */

/* The own block with its ghost cells; gives the place of the first of these. */
static char *with_ghosts(const char *name, const struct __ga_array *a, int *extents, struct __ga_part *part) {
  if (a->layout != __GA_BLOCKS) __ga_fail("%s: g_a is %d: array '%s' has a block-cyclic distribution, and no ghost cells", name, a->handle, a->name);
  __ga_block_of(a, a->rank, part);
  for (int i = 0; i < a->ndim; i++) extents[i] = part->block < 0 ? 0 : part->hi[i] - part->lo[i] + 1 + 2 * a->width[i];
  return a->base[a->rank];
}

static void access_ghosts(const char *name, const struct __ga_array *a, int *dims, void *ptr, int *ld) {
  struct __ga_part part;
  *(char **)ptr = with_ghosts(name, a, dims, &part);
  for (int i = 1; i < a->ndim; i++) ld[i - 1] = dims[i];
}

/* `subscript` counts from the first ghost cell. */
static void access_ghost_element(const char *name, const struct __ga_array *a, void *ptr, const int *subscript, int *ld) {
  int extents[GA_MAX_DIM], offset = 0;
  struct __ga_part part;
  char *base = with_ghosts(name, a, extents, &part);
  for (int i = 0; i < a->ndim; i++) {
    if (subscript[i] < 0 || subscript[i] >= extents[i])
      __ga_fail("%s: subscript[%d] is %d: the block with its ghost cells has %d there", name, i, subscript[i], extents[i]);
    offset = offset * extents[i] + subscript[i];
    if (i > 0) ld[i - 1] = extents[i];
  }
  *(char **)ptr = base + offset * a->size;
}

void NGA_Access_ghosts(int g_a, int dims[], void *ptr, int ld[]) {
  access_ghosts("NGA_Access_ghosts", __ga_array("NGA_Access_ghosts", g_a), dims, ptr, ld);
}
void NGA_Access_ghosts64(int g_a, int64_t dims[], void *ptr, int64_t ld[]) {
  int extents[GA_MAX_DIM], narrow[GA_MAX_DIM];
  struct __ga_array *a = __ga_array("NGA_Access_ghosts64", g_a);
  access_ghosts("NGA_Access_ghosts64", a, extents, ptr, narrow);
  __ga_widen(extents, a->ndim, dims);
  __ga_widen(narrow, a->ndim - 1, ld);
}
void NGA_Access_ghost_element(int g_a, void *ptr, int subscript[], int ld[]) {
  access_ghost_element("NGA_Access_ghost_element", __ga_array("NGA_Access_ghost_element", g_a), ptr, subscript, ld);
}
void NGA_Access_ghost_element64(int g_a, void *ptr, int64_t subscript[], int64_t ld[]) {
  static const char name[] = "NGA_Access_ghost_element64";
  int at[GA_MAX_DIM], extents[GA_MAX_DIM];
  struct __ga_array *a = __ga_array(name, g_a);
  access_ghost_element(name, a, ptr, __ga_narrow(name, "subscript", subscript, a->ndim, at), extents);
  __ga_widen(extents, a->ndim - 1, ld);
}

/* ---------------------------------------------------------------- the end of use */

#define RELEASES(NAME) \
  void NGA_##NAME(int g_a, int lo[], int hi[]) { __ga_array("NGA_" #NAME, g_a); } \
  void NGA_##NAME##64(int g_a, int64_t lo[], int64_t hi[]) { __ga_array("NGA_" #NAME "64", g_a); } \
  void NGA_##NAME##_block(int g_a, int idx) { __ga_array("NGA_" #NAME "_block", g_a); } \
  void NGA_##NAME##_block_grid(int g_a, int index[]) { __ga_array("NGA_" #NAME "_block_grid", g_a); } \
  void NGA_##NAME##_block_segment(int g_a, int idx) { __ga_array("NGA_" #NAME "_block_segment", g_a); } \
  void NGA_##NAME##_ghosts(int g_a) { __ga_array("NGA_" #NAME "_ghosts", g_a); } \
  void NGA_##NAME##_ghost_element(int g_a, int index[]) { __ga_array("NGA_" #NAME "_ghost_element", g_a); } \
  void NGA_##NAME##_ghost_element64(int g_a, int64_t index[]) { __ga_array("NGA_" #NAME "_ghost_element64", g_a); }
RELEASES(Release)
RELEASES(Release_update)
