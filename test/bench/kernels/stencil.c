/* Jacobi's five-point stencil on a 1000 x 1000 grid, 20 sweeps. */
#include "bench.h"
#define N 1000
static double a[N][N], b[N][N];

static void prepare(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
}

static void sweep(double (*from)[N], double (*to)[N]) {
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++) to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
}

static void work(void) {
  for (int k = 0; k < 10; k++) {
    sweep(a, b);
    sweep(b, a);
  }
}

BENCH("stencil", prepare(), work(), a[N / 2][N / 3])
