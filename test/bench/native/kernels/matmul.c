/*
 * The product of two square matrices, in three ways that people write it: a sum in the innermost loop, over static arrays and
 * through pointers of unknown origin, and rows added to a row.
 */
#include "kernel.h"
#define N 320
typedef double matrix_t[N][N];
static matrix_t a, b, c;

static void prepare(void) {
  randomState = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = randomUnit();
      b[i][j] = (i == j) + 1e-3 * randomUnit();
    }
}

static void sums(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      c[i][j] = 0;
      for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
    }
}

static void pointers(int n, const double *x, const double *y, double *z) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += x[i * n + k] * y[k * n + j];
      z[i * n + j] = sum;
    }
}

static void rows(void) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) a[i][j] = 0;
    for (int k = 0; k < N; k++)
      for (int j = 0; j < N; j++) a[i][j] += c[i][k] * b[k][j];
  }
}

static void work(void) {
  sums();
  pointers(N, &c[0][0], &b[0][0], &a[0][0]);
  pointers(N, &a[0][0], &b[0][0], &c[0][0]);
  rows();
}

/* The last product once more, for one row. */
static int right(void) {
  for (int j = 0; j < N; j++) {
    double sum = 0;
    for (int k = 0; k < N; k++) sum += c[N / 2][k] * b[k][j];
    if (sum != a[N / 2][j]) return 0;
  }
  return 1;
}

int main(void) {
  measure(prepare, work);
  result("a", a[N / 2][N / 3]);
  resultBits("a", a, sizeof a);
  return verdict(right());
}
