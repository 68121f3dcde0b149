/*
 * Sums along rows: a matrix times a vector, and times a transposed matrix, over static arrays and through pointers of unknown
 * origin. No order of additions may change, so only several sums beside each other take less time.
 */
#include "kernel.h"
#define N 320
static double a[N][N], b[N][N], c[N][N], x[N], y[N];

static void prepare(void) {
  randomState = 1;
  for (int i = 0; i < N; i++) {
    x[i] = randomUnit();
    for (int j = 0; j < N; j++) a[i][j] = randomUnit(), b[i][j] = randomUnit();
  }
}

static void vector(void) {
  for (int i = 0; i < N; i++) {
    y[i] = 0;
    for (int j = 0; j < N; j++) y[i] += a[i][j] * x[j];
  }
}

static void transposed(int n, const double *p, const double *q, double *r) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += p[i * n + k] * q[j * n + k];
      r[i * n + j] = sum;
    }
}

static void work(void) {
  for (int k = 0; k < N / 4; k++) vector();
  transposed(N, &a[0][0], &b[0][0], &c[0][0]);
}

/* One row of the product once more, backwards. */
static int right(void) {
  for (int j = 0; j < N; j++) {
    double sum = 0;
    for (int k = N - 1; k >= 0; k--) sum += a[N / 2][k] * b[j][k];
    double error = sum - c[N / 2][j];
    if (error > 1e-9 || error < -1e-9) return 0;
  }
  return 1;
}

int main(void) {
  measure(prepare, work);
  result("y", y[N / 2]);
  resultBits("y", y, sizeof y);
  resultBits("c", c, sizeof c);
  return verdict(right());
}
