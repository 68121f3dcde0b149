/*
 * The functions of the program for products of matrices: GA_Dgemm and the like, of the first rows and columns of arrays, NGA_Matmul_patch and
 * GA_Matmul_patch, of patches. (Global Arrays User Manual, 5.2.)
 *
 * One idea: whatever they name becomes views, of which ga-gemm.c makes the product.
 */
#include "gemm.h"

static char op_of(const char *name, const char *argument, char op) {
  switch (op) {
    case 'n': case 'N': return 'n';
    case 't': case 'T': return 't';
    case 'c': case 'C': return 'c';
  }
  __ga_refuse(name, argument, op, "it is 'n', 't' or 'c', of either case; this is the character's code");
}

/* ---------------------------------------------------------------- GA_?gemm */

/* The first rows and columns of op(X); a vector is one row or one column. */
static View first_of(const char *name, const char *argument, int array, char trans, const char *op_argument, int64_t rows, int64_t columns) {
  char op = op_of(name, op_argument, trans);
  int64_t down = op == 'n' ? rows : columns, right = op == 'n' ? columns : rows, lo[MAXDIM] = {0}, hi[MAXDIM] = {down - 1, right - 1};
  int ndim = __ga_whole(name, argument, array).ndim;
  if (ndim == 2) return __ga_view_of(__ga_patch(name, argument, array, sizeof *lo, lo, hi), 0, 1, op);
  if (ndim > 2) __ga_refuse(name, argument, array, "the array has one dimension or two");
  if (down > 1 && right > 1) __ga_refuse(name, argument, array, "the array has two dimensions, for a matrix with several rows and columns");
  int is_row = down == 1;
  if (is_row) hi[0] = right - 1;
  return __ga_view_of(__ga_patch(name, argument, array, sizeof *lo, lo, hi), is_row ? -1 : 0, is_row ? 0 : -1, op);
}

static void gemm(const char *name, int type, char ta, char tb, int64_t m, int64_t n, int64_t k, const void *alpha, int g_a, int g_b,
                 const void *beta, int g_c) {
  if (m < 1) __ga_refuse(name, "m", m, "it is 1 or more");
  if (n < 1) __ga_refuse(name, "n", n, "it is 1 or more");
  if (k < 1) __ga_refuse(name, "k", k, "it is 1 or more");
  View a = first_of(name, "g_a", g_a, ta, "ta", m, k), b = first_of(name, "g_b", g_b, tb, "tb", k, n), c = first_of(name, "g_c", g_c, 'n', "", m, n);
  if (c.patch.type != type) __ga_refuse(name, "g_c", g_c, "the arrays are of the type that is in the function's name");
  __ga_multiply(a, b, c, alpha, beta);
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
  return __ga_view_of(__ga_patch(name, b.argument, b.array, sizeof *b.lo, b.lo, b.hi), row, column, b.op);
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
          return __ga_multiply(x[i], y[j], z[k], alpha, beta);
  __ga_check_product(&x[0], &y[0], &z[0]);
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
