/*
 * Products of matrices: C = alpha op(A) op(B) + beta C. (Global Arrays User Manual, 5.2.)
 *
 * One idea: each process makes its own elements of C, tile by tile. For a tile it takes tiles of op(A) and op(B) from where they are,
 * the next ones while it multiplies with these. Complex tiles are split into real and imaginary parts, so that all products are real.
 */
#include "gemm.h"
#include "product.h"

/* Of tiles of C, and the depth of those of A and B. */
enum { ROWS = 512, COLUMNS = 512, DEPTH = 256 };

static int extent(const Patch *p, int d) { return d < 0 ? 1 : p->hi[d] - p->lo[d] + 1; }

View __ga_view_of(Patch p, int row, int column, char op) {
  View v = {p, row, column, op};
  v.rows = extent(&p, op == 'n' ? row : column);
  v.columns = extent(&p, op == 'n' ? column : row);
  return v;
}

/* ---------------------------------------------------------------- tiles */

/* A tile of op(X): elements as they are in the array, the transfer of them, and the parts of op's result. */
typedef struct tile {
  const View *view;
  int i, j, rows, columns;
  char *raw;
  armci_hdl_t handle;
  void *parts[2];
} Tile;

static int is_complex(int type) { return type == C_SCPL || type == C_DCPL; }
static size_t real_size(int type) { return type == C_FLOAT || type == C_SCPL ? sizeof(float) : sizeof(double); }

static Tile tile_of(const View *view, int elements) {
  Tile t = {view};
  size_t part = elements * real_size(view->patch.type);
  t.raw = __ga_room(view->patch.name, elements * view->patch.size);
  t.parts[0] = __ga_room(view->patch.name, 2 * part);
  t.parts[1] = (char *)t.parts[0] + part;
  return t;
}

static void free_tile(Tile *t) {
  free(t->raw);
  free(t->parts[0]);
}

/* Begins to get the tile of op(X) at (i, j). */
static void fetch(Tile *t, int i, int j, int rows, int columns) {
  const View *v = t->view;
  const Patch *p = &v->patch;
  int lo[MAXDIM], hi[MAXDIM], ld[MAXDIM];
  int row = v->op == 'n' ? v->row : v->column, column = v->op == 'n' ? v->column : v->row;
  t->rows = rows;
  t->columns = columns;
  for (int d = 0; d < p->ndim; d++) {
    lo[d] = p->lo[d] + (d == row ? i : d == column ? j : 0);
    hi[d] = lo[d] + (d == row ? rows : d == column ? columns : 1) - 1;
  }
  for (int d = 0; d + 1 < p->ndim; d++) ld[d] = hi[d + 1] - lo[d + 1] + 1;
  ARMCI_INIT_HANDLE(&t->handle);
  __ga_nbget(p->name, p->of, lo, hi, t->raw, ld, &t->handle);
}

/* A part of the elements (of `step` numbers each), turned by op. */
#define SPLIT(TYPE, S) \
  static void split_##S(const Tile *t, int step, int part) { \
    int is_turned = t->view->op != 'n'; \
    const TYPE *from = (const TYPE *)t->raw + part; \
    TYPE *to = t->parts[part], sign = part == 1 && t->view->op == 'c' ? -1 : 1; \
    int down = is_turned ? step : t->columns * step, right = is_turned ? t->rows * step : step; \
    for (int i = 0; i < t->rows; i++) \
      for (int j = 0; j < t->columns; j++) to[i * t->columns + j] = sign * from[i * down + j * right]; \
  }
SPLIT(float, f)
SPLIT(double, d)

/* Ends the transfer; the parts are ready. */
static void arrived(Tile *t) {
  int type = t->view->patch.type, step = 1 + is_complex(type);
  ARMCI_Wait(&t->handle);
  for (int part = 0; part < step; part++) (real_size(type) == sizeof(float) ? split_f : split_d)(t, step, part);
}

/* ---------------------------------------------------------------- one tile of C */

/* c += a b; of complex numbers the real part is less by the product of the imaginary ones. */
#define MULTIPLY(TYPE, S) \
  static void multiply_##S(Tile *a, Tile *b, Tile *c) { \
    int m = a->rows, n = b->columns, k = a->columns; \
    TYPE **x = (TYPE **)a->parts, **y = (TYPE **)b->parts, **z = (TYPE **)c->parts; \
    __ga_product_##S(m, n, k, x[0], k, y[0], n, z[0], n); \
    if (!is_complex(c->view->patch.type)) return; \
    __ga_product_##S(m, n, k, x[0], k, y[1], n, z[1], n); \
    __ga_product_##S(m, n, k, x[1], k, y[0], n, z[1], n); \
    for (int i = 0; i < m * k; i++) x[1][i] = -x[1][i]; \
    __ga_product_##S(m, n, k, x[1], k, y[1], n, z[0], n); \
  }
MULTIPLY(float, f)
MULTIPLY(double, d)

/* The tile's elements of C, at `place`: alpha times the sum, and beta times what they were, which 0 need not be a number for. */
#define COMBINE(TYPE, S, SUM) \
  static void combine_##S(const Tile *t, const void *alpha, const void *beta, char *place, int down, int right) { \
    TYPE p = *(TYPE *)alpha, q = *(TYPE *)beta; \
    for (int i = 0; i < t->rows; i++) \
      for (int j = 0; j < t->columns; j++) { \
        TYPE *x = (TYPE *)place + i * down + j * right, sum = p * (SUM); \
        *x = q == 0 ? sum : sum + q * *x; \
      } \
  }
#define PART(TYPE, NUMBER) ((TYPE *)t->parts[NUMBER])[i * t->columns + j]
COMBINE(float, f, PART(float, 0))
COMBINE(double, d, PART(double, 0))
COMBINE(scomplex, c, CMPLXF(PART(float, 0), PART(float, 1)))
COMBINE(zcomplex, z, CMPLX(PART(double, 0), PART(double, 1)))

static void combine(const Tile *t, const void *alpha, const void *beta, char *place, int down, int right) {
  switch (t->view->patch.type) {
    case C_FLOAT: return combine_f(t, alpha, beta, place, down, right);
    case C_DBL: return combine_d(t, alpha, beta, place, down, right);
    case C_SCPL: return combine_c(t, alpha, beta, place, down, right);
    default: return combine_z(t, alpha, beta, place, down, right);
  }
}

/* What a product needs: two tiles of each of A and B, one of C. */
typedef struct product {
  Tile a[2], b[2], c;
  int depth;
  const void *alpha, *beta;
} Product;

static int least(int a, int b) { return a < b ? a : b; }

static void fetch_both(Product *p, int k) {
  int which = k / DEPTH % 2;
  int depth = least(DEPTH, p->depth - k);
  fetch(&p->a[which], p->c.i, k, p->c.rows, depth);
  fetch(&p->b[which], k, p->c.j, depth, p->c.columns);
}

static void make_tile(Product *p) {
  int is_float = real_size(p->c.view->patch.type) == sizeof(float);
  memset(p->c.parts[0], 0, (char *)p->c.parts[1] - (char *)p->c.parts[0]);
  memset(p->c.parts[1], 0, (char *)p->c.parts[1] - (char *)p->c.parts[0]);
  fetch_both(p, 0);
  for (int k = 0; k < p->depth; k += DEPTH) {
    Tile *a = &p->a[k / DEPTH % 2], *b = &p->b[k / DEPTH % 2];
    arrived(a);
    arrived(b);
    if (k + DEPTH < p->depth) fetch_both(p, k + DEPTH);
    (is_float ? multiply_f : multiply_d)(a, b, &p->c);
  }
}

/* ---------------------------------------------------------------- all of C */

/* Where a part begins in a dimension of C's patch; how far elements are apart in it, and how many it has. */
static int along(const View *c, const struct __ga_part *part, int d, int *step, int *number) {
  *number = 1;
  *step = 0;
  if (d < 0) return 0;
  *number = part->hi[d] - part->lo[d] + 1;
  *step = 1;
  for (int e = d; e + 1 < c->patch.ndim; e++) *step *= part->ld[e];
  return part->lo[d] - c->patch.lo[d];
}

/* The tiles of a part of C that this process has. */
static void make_part(Product *p, const struct __ga_part *part) {
  const View *c = p->c.view;
  int down, right, rows, columns, i0 = along(c, part, c->row, &down, &rows), j0 = along(c, part, c->column, &right, &columns);
  for (int i = 0; i < rows; i += ROWS)
    for (int j = 0; j < columns; j += COLUMNS) {
      p->c.i = i0 + i;
      p->c.j = j0 + j;
      p->c.rows = least(ROWS, rows - i);
      p->c.columns = least(COLUMNS, columns - j);
      make_tile(p);
      combine(&p->c, p->alpha, p->beta, part->place + (i * down + j * right) * c->patch.size, down, right);
    }
}

void __ga_check_product(const View *a, const View *b, const View *c) {
  const char *name = c->patch.name;
  if (a->patch.type != c->patch.type) __ga_refuse(name, a->patch.argument, a->patch.array, "the arrays are of one type");
  if (b->patch.type != c->patch.type) __ga_refuse(name, b->patch.argument, b->patch.array, "the arrays are of one type");
  if (__ga_number(&c->patch) < FLOAT) __ga_refuse(name, "g_c", c->patch.array, "the arrays are of floating-point numbers, real or complex");
  if (c->patch.array == a->patch.array) __ga_refuse(name, "g_c", c->patch.array, "it is another array than g_a");
  if (c->patch.array == b->patch.array) __ga_refuse(name, "g_c", c->patch.array, "it is another array than g_b");
  if (a->columns != b->rows) __ga_refuse(name, b->patch.argument, b->rows, "op(B) has as many rows as op(A) has columns; this is its number");
  if (a->rows != c->rows) __ga_refuse(name, "g_c", c->rows, "C has as many rows as op(A); this is its number");
  if (b->columns != c->columns) __ga_refuse(name, "g_c", c->columns, "C has as many columns as op(B); this is its number");
}

void __ga_multiply(View a, View b, View c, const void *alpha, const void *beta) {
  __ga_check_product(&a, &b, &c);
  Patch patches[] = {c.patch, a.patch, b.patch};
  __ga_enter(patches, 3);
  int m = least(ROWS, c.rows), n = least(COLUMNS, c.columns), k = least(DEPTH, a.columns);
  Product p = {{tile_of(&a, m * k), tile_of(&a, m * k)}, {tile_of(&b, k * n), tile_of(&b, k * n)}, tile_of(&c, m * n), a.columns, alpha, beta};
  EACH_PART(part, &c.patch) make_part(&p, &part);
  for (int i = 0; i < 2; i++) free_tile(&p.a[i]), free_tile(&p.b[i]);
  free_tile(&p.c);
  __ga_leave(patches);
}
