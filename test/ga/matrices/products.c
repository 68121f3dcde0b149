/* Products of matrices: each type, transpositions, distributions, sizes about the tiles', patches, vectors. */
#include "elements.h"

/* Element (i, j) of op(X), of the array number `seed` with so many columns. */
static Number operand(int type, int seed, int columns, char op, int i, int j) {
  return element_of(type, seed, op == 'n' ? i * columns + j : j * columns + i);
}

static void product(int type, char ta, char tb, Value *alpha, int a, int b, Value *beta, int c, int m, int n, int k) {
  switch (type) {
    case C_FLOAT: GA_Sgemm(ta, tb, m, n, k, *(float *)alpha, a, b, *(float *)beta, c); break;
    case C_DBL: GA_Dgemm(ta, tb, m, n, k, *(double *)alpha, a, b, *(double *)beta, c); break;
    case C_SCPL: GA_Cgemm(ta, tb, m, n, k, *(SingleComplex *)alpha, a, b, *(SingleComplex *)beta, c); break;
    case C_DCPL: GA_Zgemm(ta, tb, m, n, k, *(DoubleComplex *)alpha, a, b, *(DoubleComplex *)beta, c); break;
  }
}

static void gemm(int type, char ta, char tb, int m, int n, int k, const int layouts[], double scale) {
  int da[] = {ta == 'n' ? m : k, ta == 'n' ? k : m}, db[] = {tb == 'n' ? k : n, tb == 'n' ? n : k}, dc[] = {m, n};
  int a = filled(type, 2, da, layouts[0], 1), b = filled(type, 2, db, layouts[1], 2), c = filled(type, 2, dc, layouts[2], 3);
  int is_complex = type == C_SCPL || type == C_DCPL;
  Number p = {2, is_complex ? 1 : 0}, q = {scale, is_complex && scale ? -1 : 0};
  Value alpha = value_of(type, p.re, p.im), beta = value_of(type, q.re, q.im);
  product(type, ta, tb, &alpha, a, b, &beta, c, m, n, k);
  void *result = all_of(c);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      Number sum = {0, 0};
      for (int h = 0; h < k; h++) sum = plus(sum, times(operand(type, 1, da[1], ta, i, h), operand(type, 2, db[1], tb, h, j)));
      Number want = plus(times(p, sum), times(q, element_of(type, 3, i * n + j))), is = load(type, result, i * n + j);
      CHECK(near(type, want, is), "type %d %c%c %dx%dx%d layouts %d %d %d (%d, %d): %g %g, not %g %g", type, ta, tb, m, n, k, layouts[0],
            layouts[1], layouts[2], i, j, is.re, is.im, want.re, want.im);
    }
  free(result);
  GA_Destroy(a);
  GA_Destroy(b);
  GA_Destroy(c);
}

/* C[1..4][2..4] = 2 A B - C, of patches of arrays with two dimensions, or with three, of which one is at 1. */
static void patches(int ndim, char ta, char tb) {
  static int dims2[] = {9, 10}, dims3[] = {9, 3, 10};
  int *dims = ndim == 2 ? dims2 : dims3, last = ndim - 1;
  int a = filled(C_DBL, ndim, dims, REGULAR, 1), b = filled(C_DBL, ndim, dims, IRREGULAR, 2), c = filled(C_DBL, ndim, dims, REGULAR, 3);
  int alo[] = {3, 1, 1}, ahi[] = {6, 1, 5}, blo[] = {2, 1, 2}, bhi[] = {6, 1, 4}, clo[] = {1, 1, 2}, chi[] = {4, 1, 4}, at[3];
  if (ndim == 2) alo[1] = alo[2], ahi[1] = ahi[2], blo[1] = blo[2], bhi[1] = bhi[2], clo[1] = clo[2], chi[1] = chi[2];
  double alpha = 2, beta = -1;
  NGA_Matmul_patch(ta, tb, &alpha, &beta, a, alo, ahi, b, blo, bhi, c, clo, chi);
  double *result = all_of(c);
  for (int i = 0; i < count(ndim, dims); i++) {
    double want = element(3, i).re;
    indices(ndim, dims, i, at);
    if (is_in(ndim, at, clo, chi)) {
      double sum = 0;
      for (int h = 0; h < 5; h++) {
        int x[] = {at[0] - clo[0] + alo[0], 1, 0}, y[] = {h + blo[0], 1, 0}, kept;
        x[last] = h + alo[last];
        y[last] = at[last] - clo[last] + blo[last];
        if (ta == 't') kept = x[0], x[0] = x[last], x[last] = kept;
        if (tb == 't') kept = y[0], y[0] = y[last], y[last] = kept;
        sum += element(1, index_of(ndim, dims, x)).re * element(2, index_of(ndim, dims, y)).re;
      }
      want = alpha * sum + beta * want;
    }
    CHECK(result[i] == want, "ndim %d %c%c element %d: %g, not %g", ndim, ta, tb, i, result[i], want);
  }
  free(result);
  GA_Destroy(a);
  GA_Destroy(b);
  GA_Destroy(c);
}

/* GA_Matmul_patch counts i along the last dimension: it makes the transpose of the product of the transposes. */
static void fortran_patches(char ta, char tb) {
  int dims[] = {8, 9}, a = filled(C_DBL, 2, dims, REGULAR, 1), b = filled(C_DBL, 2, dims, REGULAR, 2), c = filled(C_DBL, 2, dims, REGULAR, 3);
  double one = 1, zero = 0;
  /* 3 x 2 of 3 x 4 and 4 x 2. */
  GA_Matmul_patch(ta, tb, &one, &zero, a, 1, 3, 2, 5, b, 0, 3, 4, 5, c, 5, 7, 1, 2);
  double *result = all_of(c);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      double sum = 0, is = result[(1 + j) * 9 + 5 + i];
      for (int h = 0; h < 4; h++) {
        int x = ta == 'n' ? (2 + h) * 9 + 1 + i : (1 + i) * 9 + 2 + h, y = tb == 'n' ? (4 + j) * 9 + h : h * 9 + 4 + j;
        sum += element(1, x).re * element(2, y).re;
      }
      CHECK(is == sum, "%c%c (%d, %d): %g, not %g", ta, tb, i, j, is, sum);
    }
  free(result);
  GA_Destroy(a);
  GA_Destroy(b);
  GA_Destroy(c);
}

int main(void) {
  static const int sizes[][3] = {{1, 1, 1}, {3, 1, 7}, {1, 13, 2}, {7, 5, 11}, {17, 19, 23}, {2, 31, 1}};
  static const char ops[] = "nt";
  begin();
  for (int t = FLOATS, turn = 0; t < TYPES; t++)
    for (int way = 0; way < 4; way++)
      for (int layout = 0; layout < LAYOUTS; layout++, turn++) {
        const int *s = sizes[(turn + turn / 6) % 6], layouts[] = {layout, layout, layout};
        gemm(types[t], ops[way % 2], ops[way / 2], s[0], s[1], s[2], layouts, turn % 3 - 1);
      }
  gemm(C_DBL, 'n', 't', 65, 261, 67, (int[]){REGULAR, IRREGULAR, REGULAR}, 1);
  gemm(C_DBL, 't', 'n', 31, 40, 263, (int[]){REGULAR, REGULAR, IRREGULAR}, 0);
  for (int way = 0; way < 4; way++) {
    patches(2, ops[way % 2], ops[way / 2]);
    patches(3, ops[way % 2], ops[way / 2]);
    fortran_patches(ops[way % 2], ops[way / 2]);
  }
  return finish();
}
