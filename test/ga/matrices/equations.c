/* Systems of linear equations, inverses and eigenvectors, by what is left over. */
#include "elements.h"

static unsigned state;
static double next(void) { return (state = state * 1103515245 + 12345) >> 8 & 0xffff; }

/* Rows of a matrix of n columns: any, symmetric, symmetric positive definite. */
enum { ANY, SYMMETRIC, DEFINITE };
static double *matrix(int kind, int rows, int n, int seed) {
  double *a = malloc(rows * n * sizeof *a);
  state = seed;
  for (int i = 0; i < rows * n; i++) a[i] = next() / 65536 - 0.5;
  if (kind == ANY) return a;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) a[i * n + j] = a[j * n + i];
    if (kind == DEFINITE) a[i * n + i] += n;
  }
  return a;
}

static int array_of(const double *a, int rows, int n, int layout) {
  int dims[] = {rows, n}, lo[] = {0, 0}, hi[] = {rows - 1, n - 1}, g = create(C_DBL, 2, dims, layout);
  if (me == 0) NGA_Put(g, lo, hi, (void *)a, &n);
  GA_Sync();
  return g;
}

/* The greatest element of x A - b, of x A' - b, by rows. */
static double residue(const double *x, const double *a, const double *b, int rows, int n, int is_transposed) {
  double most = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) {
      double sum = -b[i * n + j];
      for (int k = 0; k < n; k++) sum += x[i * n + k] * (is_transposed ? a[j * n + k] : a[k * n + j]);
      most = fmax(most, fabs(sum));
    }
  return most;
}

enum { LU, LU_TRANSPOSED, LLT, SOLVE, WAYS };

static void solve(int way, int n, int layout) {
  int is_definite = way >= LLT, rows = n;
  double *a = matrix(is_definite ? DEFINITE : ANY, n, n, 7), *b = matrix(ANY, rows, n, 8);
  int g_a = array_of(a, n, n, layout), g_b = array_of(b, rows, n, layout), result = 0;
  switch (way) {
    case LU: GA_Lu_solve('n', g_a, g_b); break;
    case LU_TRANSPOSED: GA_Lu_solve('t', g_a, g_b); break;
    case LLT: result = GA_Llt_solve(g_a, g_b); break;
    case SOLVE: result = GA_Solve(g_a, g_b); break;
  }
  double *x = all_of(g_b), left = residue(x, a, b, rows, n, way == LU_TRANSPOSED);
  CHECK(result == 0, "way %d n %d: %d", way, n, result);
  CHECK(left < 1e-9 * n, "way %d n %d layout %d: %g", way, n, layout, left);
  GA_Destroy(g_a);
  GA_Destroy(g_b);
  free(a);
  free(b);
  free(x);
}

/* A matrix that is not positive definite is solved by LU; the other function tells of it. */
static void indefinite(int n) {
  double *a = matrix(SYMMETRIC, n, n, 9), *b = matrix(ANY, n, n, 10);
  int g_a = array_of(a, n, n, REGULAR), g_b = array_of(b, n, n, REGULAR);
  a[(n - 1) * n + n - 1] = -3;
  for (int i = 0; i < n - 1; i++) a[i * n + i] = n;
  int at[] = {0, 0}, to[] = {n - 1, n - 1};
  if (me == 0) NGA_Put(g_a, at, to, a, &n);
  GA_Sync();
  CHECK(GA_Llt_solve(g_a, g_b) == n, "n %d", n);
  GA_Sync();
  if (me == 0) NGA_Put(g_b, at, to, b, &n);
  GA_Sync();
  CHECK(GA_Solve(g_a, g_b) > 0, "n %d", n);
  double *x = all_of(g_b), left = residue(x, a, b, n, n, 0);
  CHECK(left < 1e-9 * n, "n %d: %g", n, left);
  GA_Destroy(g_a);
  GA_Destroy(g_b);
  free(a);
  free(b);
  free(x);
}

static void invert(int n, int layout) {
  double *a = matrix(DEFINITE, n, n, 11), *one = calloc(n * n, sizeof *one);
  int g_a = array_of(a, n, n, layout);
  for (int i = 0; i < n; i++) one[i * n + i] = 1;
  CHECK(GA_Spd_invert(g_a) == 0, "n %d", n);
  double *x = all_of(g_a), left = residue(x, a, one, n, n, 0);
  CHECK(left < 1e-9 * n, "n %d: %g", n, left);
  GA_Destroy(g_a);
  free(a);
  free(one);
  free(x);
}

/* Rows of v are vectors: v A = e v S, and v S v' = 1. */
static void check_eigenvectors(const char *name, const double *a, const double *s, int g_v, const double *e, int n) {
  double *v = all_of(g_v), worst = 0;
  for (int i = 0; i < n; i++) {
    CHECK(i == 0 || e[i] >= e[i - 1], "%s n %d: %g after %g", name, n, e[i], e[i - 1]);
    for (int j = 0; j < n; j++) {
      double left = 0, product = i == j ? -1 : 0;
      for (int k = 0; k < n; k++) left += v[i * n + k] * (a[k * n + j] - e[i] * (s ? s[k * n + j] : k == j));
      for (int k = 0; k < n; k++)
        for (int l = 0; l < n; l++) product += s ? v[i * n + k] * s[k * n + l] * v[j * n + l] : k == l ? v[i * n + k] * v[j * n + l] : 0;
      worst = fmax(worst, fmax(fabs(left), fabs(product)));
    }
  }
  CHECK(worst < 1e-9 * n, "%s n %d: %g", name, n, worst);
  free(v);
}

static void eigenvectors(int n, int layout) {
  double *a = matrix(SYMMETRIC, n, n, 12), *s = matrix(DEFINITE, n, n, 13), *e = malloc(n * sizeof *e);
  int g_a = array_of(a, n, n, layout), g_s = array_of(s, n, n, layout), g_v = array_of(a, n, n, REGULAR);
  GA_Diag_std_seq(g_a, g_v, e);
  check_eigenvectors("GA_Diag_std_seq", a, NULL, g_v, e, n);
  GA_Diag_seq(g_a, g_s, g_v, e);
  check_eigenvectors("GA_Diag_seq", a, s, g_v, e, n);
  GA_Diag_std(g_a, g_v, e);
  check_eigenvectors("GA_Diag_std", a, NULL, g_v, e, n);
  GA_Diag(g_a, g_s, g_v, e);
  check_eigenvectors("GA_Diag", a, s, g_v, e, n);
  for (int reuse = 0; reuse < 2; reuse++) {
    GA_Diag_reuse(reuse, g_a, g_s, g_v, e);
    check_eigenvectors("GA_Diag_reuse", a, s, g_v, e, n);
  }
  GA_Diag_reuse(-1, g_a, g_s, g_v, e);
  GA_Destroy(g_a);
  GA_Destroy(g_s);
  GA_Destroy(g_v);
  free(a);
  free(s);
  free(e);
}

/* Eigenvalues that are equal: those of a matrix of ones are 0, but for one that is n. */
static void equal_eigenvalues(int n) {
  double *a = malloc(n * n * sizeof *a), *e = malloc(n * sizeof *e);
  for (int i = 0; i < n * n; i++) a[i] = 1;
  int g_a = array_of(a, n, n, REGULAR), g_v = array_of(a, n, n, REGULAR);
  GA_Diag_std_seq(g_a, g_v, e);
  check_eigenvectors("ones", a, NULL, g_v, e, n);
  CHECK(fabs(e[n - 1] - n) < 1e-9, "%g, not %d", e[n - 1], n);
  GA_Destroy(g_a);
  GA_Destroy(g_v);
  free(a);
  free(e);
}

int main(void) {
  static const int sizes[] = {1, 2, 11, 37, 67};
  begin();
  for (int i = 0; i < 5; i++)
    for (int way = i % 2; way < WAYS; way += 2 - i / 3) solve(way, sizes[i], (i + way) % LAYOUTS);
  indefinite(5);
  indefinite(41);
  for (int i = 0; i < 5; i++) invert(sizes[i], i % LAYOUTS);
  for (int i = 0; i < 4; i++) eigenvectors(sizes[i], i % LAYOUTS);
  equal_eigenvalues(13);
  return finish();
}
