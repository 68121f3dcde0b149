/*
 * Ghost cells: copies of what is next to a process's block, on all sides, and at the edges from the array's other end
 * (Global Arrays User Manual, 4.10).
 *
 * One idea: a side is a number -1, 0 or 1 for each dimension; the ghost cells of a side are a patch that goes round the edges of
 * the array (round.h), got into the block's memory. All sides are got at once, and nothing but elements that others own, so that an update
 * needs no order among its sides, and widths may exceed the neighbours' blocks.
 */
#include "copies.h"
#include "round.h"

/* The block of this process with its ghost cells; there is one. */
typedef struct {
  const char *name;
  const struct __ga_array *a;
  struct __ga_part block;
  /* The first ghost cell, and extents of the memory. */
  char *place;
  int extent[GA_MAX_DIM];
} Border;

/* Whether this process has a block. */
static int border_of(const char *name, const struct __ga_array *a, Border *b) {
  int back = 0;
  *b = (Border){name, a};
  if (a->rank < 0 || !__ga_first_own(a, &b->block)) return 0;
  for (int d = 0; d < a->ndim; d++) {
    b->extent[d] = b->block.hi[d] - b->block.lo[d] + 1 + 2 * a->width[d];
    back = back * b->extent[d] + a->width[d];
  }
  b->place = b->block.place - back * a->size;
  return 1;
}

/* The cells of a side, as the array counts, and where the first is in the block's memory. */
static void cells_of(const Border *b, const int side[], int lo[], int hi[], int at[]) {
  for (int d = 0; d < b->a->ndim; d++) {
    int first = b->block.lo[d], last = b->block.hi[d], width = b->a->width[d];
    lo[d] = side[d] == 0 ? first : side[d] < 0 ? first - width : last + 1;
    hi[d] = side[d] == 0 ? last : side[d] < 0 ? first - 1 : last + width;
    at[d] = lo[d] - first + width;
  }
}

static void get_side(const Border *b, const int side[], armci_hdl_t *handle) {
  int lo[GA_MAX_DIM], hi[GA_MAX_DIM], at[GA_MAX_DIM];
  cells_of(b, side, lo, hi, at);
  char *to = b->place + distance(b->a, at, b->extent + 1);
  for (Pieces p = pieces_of(b->a, lo, hi); next_piece(&p);)
    __ga_nbget(b->name, b->a, p.first, p.last, to + distance(b->a, p.offset, b->extent + 1), b->extent + 1, handle);
}

/* Dimensions in which a side is not the block itself. */
static int steps(int ndim, const int side[]) {
  int n = 0;
  for (int d = 0; d < ndim; d++) n += side[d] != 0;
  return n;
}

/* The next of all sides, the first is -1, -1 ...; 0 after the last. */
static int next_side(int ndim, int side[]) {
  for (int d = ndim - 1; d >= 0; d--) {
    if (++side[d] <= 1) return 1;
    side[d] = -1;
  }
  return 0;
}

/* All sides that are -1 or 1 in dimension `dim`, or, if that is -1, in any; of others only where there are corners. */
static void get_sides(const Border *b, int dim, int direction, int has_corners, armci_hdl_t *handle) {
  int side[GA_MAX_DIM], n = b->a->ndim;
  for (int d = 0; d < n; d++) side[d] = -1;
  do {
    int away = steps(n, side);
    if (away > 0 && (has_corners || away == 1) && (dim < 0 || side[dim] == direction)) get_side(b, side, handle);
  } while (next_side(n, side));
}

static void update(const char *name, const struct __ga_array *a, int dim, int direction, int has_corners) {
  Border b;
  armci_hdl_t handle;
  ARMCI_INIT_HANDLE(&handle);
  __ga_begin(name, a->group);
  if (a->has_ghosts && border_of(name, a, &b)) {
    get_sides(&b, dim, direction, has_corners, &handle);
    ARMCI_Wait(&handle);
  }
  __ga_end(name, a->group);
}

static void update_all(const char *name, int g_a) {
  const struct __ga_array *a = __ga_array(name, g_a);
  update(name, a, -1, 0, a->corner_flag);
}
void GA_Update_ghosts(int g_a) { update_all("GA_Update_ghosts", g_a); }
void NGA_Update_ghosts(int g_a) { update_all("NGA_Update_ghosts", g_a); }

/* GA counts `dimension` from the last one, for C too. */
int NGA_Update_ghost_dir(int g_a, int dimension, int idir, int flag) {
  const char *name = "NGA_Update_ghost_dir";
  const struct __ga_array *a = __ga_array(name, g_a);
  if (dimension < 0 || dimension >= a->ndim) __ga_fail("%s: dimension is %d: dimensions are 0 .. %d", name, dimension, a->ndim - 1);
  if (idir != 1 && idir != -1) __ga_fail("%s: idir is %d: it is 1 or -1", name, idir);
  update(name, a, a->ndim - 1 - dimension, idir, flag);
  return 1;
}

/* ---------------------------------------------------------------- without waiting */

/* Of this process alone; nobody waits. */
static void start(const char *name, const struct __ga_array *a, const int *side, ga_nbhdl_t *nbhandle) {
  Border b;
  armci_hdl_t *handle = __ga_new_request(nbhandle);
  if (!a->has_ghosts || !border_of(name, a, &b)) return;
  if (side) get_side(&b, side, handle);
  else get_sides(&b, -1, 0, a->corner_flag, handle);
}

void NGA_Update_ghosts_nb(int g_a, ga_nbhdl_t *nbhandle) {
  start("NGA_Update_ghosts_nb", __ga_array("NGA_Update_ghosts_nb", g_a), NULL, nbhandle);
}

static void get_direction(const char *name, const struct __ga_array *a, const int *mask, ga_nbhdl_t *handle) {
  for (int d = 0; d < a->ndim; d++)
    if (mask[d] < -1 || mask[d] > 1) __ga_fail("%s: mask[%d] is %d: it is -1, 0 or 1", name, d, mask[d]);
  if (steps(a->ndim, mask) == 0) __ga_fail("%s: mask is 0 in all dimensions: that is the block itself; some number is -1 or 1", name);
  start(name, a, mask, handle);
}

void NGA_NbGet_ghost_dir(int g_a, int mask[], ga_nbhdl_t *handle) {
  get_direction("NGA_NbGet_ghost_dir", __ga_array("NGA_NbGet_ghost_dir", g_a), mask, handle);
}

void NGA_NbGet_ghost_dir64(int g_a, int64_t mask[], ga_nbhdl_t *handle) {
  const char *name = "NGA_NbGet_ghost_dir64";
  const struct __ga_array *a = __ga_array(name, g_a);
  int narrow[GA_MAX_DIM];
  get_direction(name, a, __ga_narrow(name, "mask", mask, a->ndim, narrow), handle);
}

/* ---------------------------------------------------------------- patches in the ghost cells */

/* Whether a patch is in the block and its ghost cells; `at` is where it begins there. */
static int has_patch(const Border *b, const int *lo, const int *hi, int at[]) {
  for (int d = 0; d < b->a->ndim; d++) {
    at[d] = lo[d] - b->block.lo[d] + b->a->width[d];
    if (at[d] < 0 || at[d] + hi[d] - lo[d] >= b->extent[d]) return 0;
  }
  return 1;
}

/* Copies rows of a box: `from` and `to` are its first elements, rows are counts[last] long. */
static void copy_rows(int ndim, int size, const int counts[], const char *from, const int from_ld[], char *to, const int to_ld[]) {
  int from_step = size, to_step = size;
  if (ndim == 1) {
    memcpy(to, from, (size_t)counts[0] * size);
    return;
  }
  for (int d = 0; d < ndim - 1; d++) {
    from_step *= from_ld[d];
    to_step *= to_ld[d];
  }
  for (int i = 0; i < counts[0]; i++)
    copy_rows(ndim - 1, size, counts + 1, from + i * from_step, from_ld + 1, to + i * to_step, to_ld + 1);
}

/* What is in the block and its ghost cells is taken from there as it is; else the patch goes round the edges of the array. */
static void get_block(const char *name, int g_a, int *lo, int *hi, void *buf, int *ld) {
  const struct __ga_array *a = __ga_array(name, g_a);
  Border b;
  int at[GA_MAX_DIM], counts[GA_MAX_DIM];
  for (int d = 0; d < a->ndim; d++) {
    if (hi[d] < lo[d]) __ga_bad_patch(name, "", a, lo, hi);
    counts[d] = hi[d] - lo[d] + 1;
  }
  __ga_check_ld(name, a, ld);
  if (border_of(name, a, &b) && has_patch(&b, lo, hi, at)) {
    copy_rows(a->ndim, a->size, counts, b.place + distance(a, at, b.extent + 1), b.extent + 1, buf, ld);
    return;
  }
  for (Pieces p = pieces_of(a, lo, hi); next_piece(&p);) __ga_get(name, a, p.first, p.last, (char *)buf + distance(a, p.offset, ld), ld);
}

void NGA_Get_ghost_block(int g_a, int lo[], int hi[], void *buf, int ld[]) {
  get_block("NGA_Get_ghost_block", g_a, lo, hi, buf, ld);
}

void NGA_Get_ghost_block64(int g_a, int64_t lo[], int64_t hi[], void *buf, int64_t ld[]) {
  const char *name = "NGA_Get_ghost_block64";
  int n = __ga_array(name, g_a)->ndim, first[GA_MAX_DIM], last[GA_MAX_DIM], leading[GA_MAX_DIM];
  get_block(name, g_a, __ga_narrow(name, "lo", lo, n, first), __ga_narrow(name, "hi", hi, n, last), buf,
            __ga_narrow(name, "ld", ld, n - 1, leading));
}
