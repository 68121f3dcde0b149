/*
 * Products of matrices: C = alpha op(A) op(B) + beta C, of arrays and of patches. (Global Arrays User Manual, 5.2.)
 *
 * One idea: each process makes its own elements of C, tile by tile. For a tile it takes tiles of op(A) and op(B) from where they are,
 * the next ones while it multiplies with these. Complex tiles are split into real and imaginary parts, so that all products are real.
 */
#include "patch.h"
#include "product.h"

/* Of tiles of C, and the depth of those of A and B. */
enum { ROWS = 512, COLUMNS = 512, DEPTH = 256 };

/* A patch as a matrix: the dimensions of its rows and of its columns, -1 for one row or column. */
typedef struct view {
  Patch patch;
  int row, column;
  /* What op does: n, t or c. */
  char op;
  /* Of op(patch). */
  int rows, columns;
} View;

static int extent(const Patch *p, int d) { return d < 0 ? 1 : p->hi[d] - p->lo[d] + 1; }

static char op_of(const char *name, const char *argument, char op) {
  switch (op) {
    case 'n': case 'N': return 'n';
    case 't': case 'T': return 't';
    case 'c': case 'C': return 'c';
  }
  __ga_refuse(name, argument, op, "it is 'n', 't' or 'c', of either case; this is the character's code");
}

static View view_of(Patch p, int row, int column, char op) {
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

static void fits(const View *a, const View *b, const View *c) {
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

static void multiply(View a, View b, View c, const void *alpha, const void *beta) {
  fits(&a, &b, &c);
  Patch patches[] = {c.patch, a.patch, b.patch};
  __ga_enter(patches, 3);
  int m = least(ROWS, c.rows), n = least(COLUMNS, c.columns), k = least(DEPTH, a.columns);
  Product p = {{tile_of(&a, m * k), tile_of(&a, m * k)}, {tile_of(&b, k * n), tile_of(&b, k * n)}, tile_of(&c, m * n), a.columns, alpha, beta};
  EACH_PART(part, &c.patch) make_part(&p, &part);
  for (int i = 0; i < 2; i++) free_tile(&p.a[i]), free_tile(&p.b[i]);
  free_tile(&p.c);
  __ga_leave(patches);
}

/* ---------------------------------------------------------------- GA_?gemm */

/* The first rows and columns of op(X); a vector is one row or one column. */
static View first_of(const char *name, const char *argument, int array, char trans, const char *op_argument, int64_t rows, int64_t columns) {
  char op = op_of(name, op_argument, trans);
  int64_t down = op == 'n' ? rows : columns, right = op == 'n' ? columns : rows, lo[MAXDIM] = {0}, hi[MAXDIM] = {down - 1, right - 1};
  int ndim = __ga_whole(name, argument, array).ndim;
  if (ndim == 2) return view_of(__ga_patch(name, argument, array, sizeof *lo, lo, hi), 0, 1, op);
  if (ndim > 2) __ga_refuse(name, argument, array, "the array has one dimension or two");
  if (down > 1 && right > 1) __ga_refuse(name, argument, array, "the array has two dimensions, for a matrix with several rows and columns");
  int is_row = down == 1;
  if (is_row) hi[0] = right - 1;
  return view_of(__ga_patch(name, argument, array, sizeof *lo, lo, hi), is_row ? -1 : 0, is_row ? 0 : -1, op);
}

static void gemm(const char *name, int type, char ta, char tb, int64_t m, int64_t n, int64_t k, const void *alpha, int g_a, int g_b,
                 const void *beta, int g_c) {
  if (m < 1) __ga_refuse(name, "m", m, "it is 1 or more");
  if (n < 1) __ga_refuse(name, "n", n, "it is 1 or more");
  if (k < 1) __ga_refuse(name, "k", k, "it is 1 or more");
  View a = first_of(name, "g_a", g_a, ta, "ta", m, k), b = first_of(name, "g_b", g_b, tb, "tb", k, n), c = first_of(name, "g_c", g_c, 'n', "", m, n);
  if (c.patch.type != type) __ga_refuse(name, "g_c", g_c, "the arrays are of the type that is in the function's name");
  multiply(a, b, c, alpha, beta);
}

#define GEMM(LETTER, TYPE, NUMBER, WIDE, INDEX) \
  void GA_##LETTER##gemm##WIDE(char ta, char tb, INDEX m, INDEX n, INDEX k, TYPE alpha, int g_a, int g_b, TYPE beta, int g_c) { \
    gemm("GA_" #LETTER "gemm" #WIDE, NUMBER, ta, tb, m, n, k, &alpha, g_a, g_b, &beta, g_c); \
  }
#define GEMMS(WIDE, INDEX) \
  GEMM(S, float, C_FLOAT, WIDE, INDEX) \
  GEMM(D, double, C_DBL, WIDE, INDEX) \
  GEMM(C, SingleComplex, C_SCPL, WIDE, INDEX) \
  GEMM(Z, DoubleComplex, C_DCPL, WIDE, INDEX)
EACH_INDEX(GEMMS)

/* ---------------------------------------------------------------- patches */

/* Bounds of op(X), in the array's number of dimensions. */
typedef struct bounds {
  const char *argument;
  int array, ndim;
  char op;
  int lo[MAXDIM], hi[MAXDIM];
} Bounds;

static Bounds bounds_of(const char *name, const char *argument, int array, char op, size_t width, const void *lo, const void *hi) {
  Bounds b = {argument, array, __ga_whole(name, argument, array).ndim, op};
  if (b.ndim < 2) __ga_refuse(name, argument, array, "the array has two dimensions or more");
  __ga_bounds(name, argument, width, lo, b.ndim, b.lo);
  __ga_bounds(name, argument, width, hi, b.ndim, b.hi);
  return b;
}

/* The dimension of the rows, the next one being that of the columns or several apart: which one, of the ways there are (at most two). */
static int dimensions(const char *name, const Bounds *b, int way, int *row, int *column) {
  int wide[MAXDIM], number = 0;
  for (int d = 0; d < b->ndim; d++)
    if (b->hi[d] > b->lo[d]) wide[number++] = d;
  if (number > 2) __ga_refuse(name, b->argument, number, "the patch has more than one element in two dimensions at most; this is in how many it has");
  if (number == 2) {
    *row = wide[0];
    *column = wide[1];
    return way == 0;
  }
  int first = number == 0 || wide[0] == b->ndim - 1 ? b->ndim - 2 : wide[0] == 0 || way == 1 ? wide[0] : wide[0] - 1;
  *row = first;
  *column = first + 1;
  return way == 0 || (number == 1 && wide[0] > 0 && wide[0] < b->ndim - 1);
}

/* Bounds of op(X) are those of X the other way round. */
static View view_of_bounds(const char *name, Bounds b, int row, int column) {
  if (b.op != 'n') {
    int lo = b.lo[row], hi = b.hi[row];
    b.lo[row] = b.lo[column], b.hi[row] = b.hi[column];
    b.lo[column] = lo, b.hi[column] = hi;
  }
  return view_of(__ga_patch(name, b.argument, b.array, sizeof *b.lo, b.lo, b.hi), row, column, b.op);
}

/* Where a patch is one row or column in an array of more dimensions, that way of the two is taken which fits. */
static void matmul(const char *name, Bounds a, Bounds b, Bounds c, const void *alpha, const void *beta) {
  int row, column;
  View x[2], y[2], z[2];
  int n[3] = {0};
  for (int way = 0; way < 2; way++) {
    if (dimensions(name, &a, way, &row, &column)) x[n[0]++] = view_of_bounds(name, a, row, column);
    if (dimensions(name, &b, way, &row, &column)) y[n[1]++] = view_of_bounds(name, b, row, column);
    if (dimensions(name, &c, way, &row, &column)) z[n[2]++] = view_of_bounds(name, c, row, column);
  }
  for (int i = 0; i < n[0]; i++)
    for (int j = 0; j < n[1]; j++)
      for (int k = 0; k < n[2]; k++)
        if (x[i].columns == y[j].rows && x[i].rows == z[k].rows && y[j].columns == z[k].columns)
          return multiply(x[i], y[j], z[k], alpha, beta);
  fits(&x[0], &y[0], &z[0]);
}

#define OPERAND(G, T, LO, HI) bounds_of(name, #G, G, op_of(name, #T, T), sizeof *(LO), LO, HI)
#define MATMUL(WIDE, INDEX) \
  void NGA_Matmul_patch##WIDE(char transa, char transb, void *alpha, void *beta, int g_a, INDEX alo[], INDEX ahi[], int g_b, \
                              INDEX blo[], INDEX bhi[], int g_c, INDEX clo[], INDEX chi[]) { \
    const char *name = "NGA_Matmul_patch" #WIDE; \
    char n = 'n'; \
    matmul(name, OPERAND(g_a, transa, alo, ahi), OPERAND(g_b, transb, blo, bhi), OPERAND(g_c, n, clo, chi), alpha, beta); \
  } \
  /* This one counts rows and columns as Fortran does, i along the last dimension: C, A and B are seen as their transposes. */ \
  void GA_Matmul_patch##WIDE(char transa, char transb, void *alpha, void *beta, int g_a, INDEX ailo, INDEX aihi, INDEX ajlo, \
                             INDEX ajhi, int g_b, INDEX bilo, INDEX bihi, INDEX bjlo, INDEX bjhi, int g_c, INDEX cilo, INDEX cihi, \
                             INDEX cjlo, INDEX cjhi) { \
    const char *name = "GA_Matmul_patch" #WIDE; \
    INDEX alo[] = {ajlo, ailo}, ahi[] = {ajhi, aihi}, blo[] = {bjlo, bilo}, bhi[] = {bjhi, bihi}, clo[] = {cjlo, cilo}, chi[] = {cjhi, cihi}; \
    char n = 'n'; \
    Patch whole[] = {WHOLE(g_a), WHOLE(g_b), WHOLE(g_c)}; \
    for (int i = 0; i < 3; i++) __ga_check_matrix(&whole[i]); \
    matmul(name, OPERAND(g_b, transb, blo, bhi), OPERAND(g_a, transa, alo, ahi), OPERAND(g_c, n, clo, chi), alpha, beta); \
  }
EACH_INDEX(MATMUL)
