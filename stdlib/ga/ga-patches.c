/*
 * Patches of arrays, the parts of them that this process has, and the walk over patches (patch.h).
 */
#include "patch.h"

/* A copy of elements has at most so many bytes. */
enum { COPY = 1 << 20 };

void *__ga_room(const char *name, size_t bytes) {
  void *room = malloc(bytes ? bytes : 1);
  if (!room) __ga_refuse(name, "bytes", bytes, "this process has no memory for them");
  return room;
}

void __ga_refuse(const char *name, const char *argument, long value, const char *rule) {
  __ga_fail("%s: %s is %ld: %s", name, argument, value, rule);
}

/* ---------------------------------------------------------------- patches */

Patch __ga_whole(const char *name, const char *argument, int array) {
  __ga_open(name);
  const struct __ga_array *a = __ga_find(name, argument, array);
  Patch p = {name, argument, array, a, a->type, a->ndim, a->size};
  for (int d = 0; d < p.ndim; d++) p.hi[d] = a->dims[d] - 1;
  return p;
}

void __ga_bounds(const char *name, const char *argument, size_t width, const void *from, int n, int *to) {
  if (width == sizeof(int)) memcpy(to, from, n * sizeof *to);
  else __ga_narrow(name, argument, from, n, to);
}

Patch __ga_patch(const char *name, const char *argument, int array, size_t width, const void *lo, const void *hi) {
  Patch p = __ga_whole(name, argument, array);
  __ga_bounds(name, argument, width, lo, p.ndim, p.lo);
  __ga_bounds(name, argument, width, hi, p.ndim, p.hi);
  __ga_check_patch(name, argument, p.of, p.lo, p.hi);
  return p;
}

long __ga_elements(const Patch *p) { return __ga_count(p->ndim, p->lo, p->hi); }

int __ga_number(const Patch *p) {
  switch (p->type) {
    case C_INT: return INT;
    case C_LONG: case C_LONGLONG: return LONG;
    case C_FLOAT: return FLOAT;
    case C_DBL: return DOUBLE;
    case C_SCPL: return SCOMPLEX;
    case C_DCPL: return ZCOMPLEX;
  }
  __ga_refuse(p->name, p->argument, p->array, "the array's elements are of a type without arithmetic");
}

void __ga_check_vector(const Patch *p) {
  if (p->ndim != 1) __ga_refuse(p->name, p->argument, p->array, "the array has one dimension");
}

void __ga_check_matrix(const Patch *p) {
  if (p->ndim != 2) __ga_refuse(p->name, p->argument, p->array, "the array has two dimensions");
}

void __ga_check_square(const Patch *p) {
  __ga_check_matrix(p);
  if (p->hi[0] != p->hi[1]) __ga_refuse(p->name, p->argument, p->of->dims[1], "the matrix is square; this is its number of columns");
}

void __ga_alike(const Patch p[], int number) {
  for (int i = 1; i < number; i++) {
    if (p[i].type != p[0].type) __ga_refuse(p[i].name, p[i].argument, p[i].array, "all arrays are of one type");
    if (__ga_elements(&p[i]) != __ga_elements(&p[0]))
      __ga_refuse(p[i].name, p[i].argument, p[i].array, "all patches have the same number of elements");
  }
}

int __ga_same_shape(const Patch *p, const Patch *q) {
  if (p->ndim != q->ndim) return 0;
  for (int d = 0; d < p->ndim; d++)
    if (p->hi[d] - p->lo[d] != q->hi[d] - q->lo[d]) return 0;
  return 1;
}

void __ga_enter(const Patch p[], int number) {
  for (int i = 1; i < number; i++)
    if (p[i].of->group != p[0].of->group) __ga_refuse(p[i].name, p[i].argument, p[i].array, "all arrays are of one group of processes");
  __ga_begin(p[0].name, p[0].of->group);
}

void __ga_leave(const Patch p[]) { __ga_end(p[0].name, p[0].of->group); }

/* ---------------------------------------------------------------- kernels for any type */

void __ga_copy_elements(int n, void *size, void *const place[]) { memmove(place[0], place[1], n * *(size_t *)size); }
void __ga_zero_elements(int n, void *size, void *const place[]) { memset(place[0], 0, n * *(size_t *)size); }

/* ---------------------------------------------------------------- elements at hand */

/* Elements first ... of the patch in row-major order, row by row. */
static void get_in_order(const Patch *p, long first, int n, char *to) {
  int last = p->ndim - 1;
  while (n > 0) {
    int lo[MAXDIM], hi[MAXDIM], ld[MAXDIM];
    long rest = first;
    for (int d = last; d >= 0; d--) {
      int extent = p->hi[d] - p->lo[d] + 1;
      hi[d] = lo[d] = p->lo[d] + rest % extent;
      rest /= extent;
      ld[d] = 1;
    }
    int run = p->hi[last] - lo[last] + 1;
    if (run > n) run = n;
    hi[last] += run - 1;
    if (last) ld[last - 1] = run;
    __ga_get_box(p, lo, hi, to, ld);
    first += run;
    n -= run;
    to += run * p->size;
  }
}

/* The same of a patch with reversed indices: the elements that correspond to these of the other patches. */
static void get_reversed(const Patch *p, long first, int n, char *to) {
  for (; n > 0; n--, first++, to += p->size) {
    int at[MAXDIM], ld[MAXDIM];
    long rest = first;
    for (int d = 0; d < p->ndim; d++) {
      int extent = p->hi[d] - p->lo[d] + 1;
      at[d] = p->lo[d] + rest % extent;
      rest /= extent;
      ld[d] = 1;
    }
    __ga_get_box(p, at, at, to, ld);
  }
}

/* A box of the walked patch: its bounds, and the leading dimensions of its place. */
typedef struct box {
  int lo[MAXDIM], hi[MAXDIM], ld[MAXDIM];
} Box;

static int extent(const Box *box, int d) { return box->hi[d] - box->lo[d] + 1; }

/* The box's elements of a patch with another shape, row by row of the box. */
static void get_reshaped(const Patch *p, const Patch *walked, const Box *box, char *to) {
  int last = walked->ndim - 1;
  int at[MAXDIM], row = extent(box, last);
  memcpy(at, box->lo, sizeof at);
  for (int d = last;;) {
    long first = 0;
    for (int e = 0; e <= last; e++) first = first * (walked->hi[e] - walked->lo[e] + 1) + at[e] - walked->lo[e];
    (p->is_reversed ? get_reversed : get_in_order)(p, first, row, to);
    to += row * p->size;
    for (d = last - 1; d >= 0 && ++at[d] > box->hi[d]; d--) at[d] = box->lo[d];
    if (d < 0) return;
  }
}

/* The transpose of the elements (rows x columns). */
static void transpose(size_t size, int rows, int columns, const char *from, char *to) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) memcpy(to + (j * rows + i) * size, from + (i * columns + j) * size, size);
}

/* The box's elements of the transposed patch of two dimensions. */
static void get_transposed(const Patch *p, const Patch *walked, const Box *box, char *to) {
  int lo[2], hi[2], ld[1];
  for (int d = 0; d < 2; d++) {
    lo[d] = p->lo[d] + box->lo[1 - d] - walked->lo[1 - d];
    hi[d] = p->lo[d] + box->hi[1 - d] - walked->lo[1 - d];
  }
  ld[0] = extent(box, 0);
  char *turned = __ga_room(p->name, ld[0] * extent(box, 1) * p->size);
  __ga_get_box(p, lo, hi, turned, ld);
  transpose(p->size, extent(box, 1), ld[0], turned, to);
  free(turned);
}

static int is_transposed(const Patch *p, const Patch *walked) {
  return p->is_reversed && p->ndim == 2 && walked->ndim == 2 && p->hi[0] - p->lo[0] == walked->hi[1] - walked->lo[1];
}

/* The box's elements of a patch: where they are, or where the copy of them is; `ld` is of that place. */
static char *at_hand(const Patch *p, const Patch *walked, const Box *box, char *copy, int ld[]) {
  struct __ga_part part;
  int lo[MAXDIM], hi[MAXDIM];
  for (int d = 0; d + 1 < walked->ndim; d++) ld[d] = extent(box, d + 1);
  if (is_transposed(p, walked)) return get_transposed(p, walked, box, copy), copy;
  if (p->is_reversed || !__ga_same_shape(p, walked)) return get_reshaped(p, walked, box, copy), copy;
  for (int d = 0; d < p->ndim; d++) {
    lo[d] = p->lo[d] + box->lo[d] - walked->lo[d];
    hi[d] = p->lo[d] + box->hi[d] - walked->lo[d];
  }
  if (__ga_first_part(p->of, lo, hi, &part) && part.rank == p->of->rank && __ga_count(p->ndim, part.lo, part.hi) == __ga_count(p->ndim, lo, hi)) {
    memcpy(ld, part.ld, sizeof part.ld);
    return part.place;
  }
  __ga_get_box(p, lo, hi, copy, ld);
  return copy;
}

/* ---------------------------------------------------------------- the walk */

typedef struct walk {
  const Patch *patches;
  int number;
  Kernel *kernel;
  void *context;
  char *copies[MAXPATCHES];
} Walk;

/* Whether dimension d and all behind it are one row at each place. */
static int is_one_row(const Box *box, int ndim, const Box ld[], int number, int d) {
  for (int e = d; e + 1 < ndim; e++)
    for (int i = 0; i < number; i++)
      if (ld[i].ld[e] != extent(box, e + 1)) return 0;
  return 1;
}

/* Calls the kernel for the rows of dimensions d ... */
static void rows(const Walk *walk, const Box *box, int d, char *const place[], const Box ld[]) {
  int ndim = walk->patches[0].ndim;
  if (is_one_row(box, ndim, ld, walk->number, d)) {
    int n = 1;
    for (int e = d; e < ndim; e++) n *= extent(box, e);
    walk->kernel(n, walk->context, (void *const *)place);
    return;
  }
  char *next[MAXPATCHES];
  for (int i = 0; i < extent(box, d); i++) {
    for (int k = 0; k < walk->number; k++) {
      long step = walk->patches[k].size;
      for (int e = d; e + 1 < ndim; e++) step *= ld[k].ld[e];
      next[k] = place[k] + i * step;
    }
    rows(walk, box, d + 1, next, ld);
  }
}

/* A box of which a copy is small enough. */
static void small_box(const Walk *walk, const Box *box, char *place) {
  Box at[MAXPATCHES];
  char *places[MAXPATCHES] = {place};
  at[0] = *box;
  for (int i = 1; i < walk->number; i++) places[i] = at_hand(&walk->patches[i], &walk->patches[0], box, walk->copies[i], at[i].ld);
  rows(walk, box, 0, places, at);
}

/* Cuts a box along dimension d and those behind it until copies of the pieces are small. */
static void any_box(const Walk *walk, const Box *box, int d, char *place) {
  const Patch *p = walk->patches;
  long behind = p->size, step = p->size;
  for (int e = d + 1; e < p->ndim; e++) {
    behind *= extent(box, e);
    step *= box->ld[e - 1];
  }
  if (walk->number == 1 || behind * extent(box, d) <= COPY) return small_box(walk, box, place);
  int slab = behind > COPY ? 1 : COPY / behind;
  Box piece = *box;
  for (int i = box->lo[d]; i <= box->hi[d]; i += slab) {
    piece.lo[d] = i;
    piece.hi[d] = i + slab - 1 < box->hi[d] ? i + slab - 1 : box->hi[d];
    if (behind > COPY)
      any_box(walk, &piece, d + 1, place + (i - box->lo[d]) * step);
    else
      small_box(walk, &piece, place + (i - box->lo[d]) * step);
  }
}

static void walk_part(const Walk *walk, const struct __ga_part *part) {
  Box box;
  memcpy(box.lo, part->lo, sizeof box.lo);
  memcpy(box.hi, part->hi, sizeof box.hi);
  memcpy(box.ld, part->ld, sizeof box.ld);
  any_box(walk, &box, 0, part->place);
}

/* Bytes of one patch's elements that are copied at once: thousands of processes have small parts. */
static long bytes_copied(const Patch *walked) {
  long most = 0;
  EACH_PART(part, walked) {
    long bytes = __ga_count(walked->ndim, part.lo, part.hi) * walked->size;
    if (bytes > most) most = bytes;
  }
  return most < COPY ? most : COPY;
}

void __ga_walk(const Patch patches[], int number, Kernel *kernel, void *context) {
  Walk walk = {patches, number, kernel, context, {0}};
  long bytes = number > 1 ? bytes_copied(patches) : 0;
  for (int i = 1; i < number; i++) walk.copies[i] = __ga_room(patches[0].name, bytes + patches[i].size);
  EACH_PART(part, patches) walk_part(&walk, &part);
  for (int i = 1; i < number; i++) free(walk.copies[i]);
}

void __ga_walk_part(const Patch *patch, const struct __ga_part *part, Kernel *kernel, void *context) {
  Walk walk = {patch, 1, kernel, context, {0}};
  walk_part(&walk, part);
}
