/*
 * Stencil: Jacobi's five-point iteration on a square. Each thread owns a band of rows and gets its neighbours' border
 * rows with one bulk transfer. With boundary values x + 2 y (which is harmonic) the iteration must keep a solution
 * that starts there, and converge to it from elsewhere; both are checked.
 *
 *     pgasc run samples/kernels/stencil.upc -n 4 [size [iterations]]
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

shared [] double *shared band[THREADS]; /* rows of the thread, with a border row above and below */
static int size, first, rows;

static int rowStart(int t) { return (int)((long)size * t / THREADS); }

static double exact(int row, int column) { return column + 2.0 * row; }

static void getRow(double *to, int thread, int row) {
  upc_memget(to, band[thread] + (size_t)row * (size + 2), (size + 2) * sizeof(double));
}

static void getBorders(double *u) {
  int above = MYTHREAD - 1, below = MYTHREAD + 1;
  if (above >= 0) getRow(u, above, rowStart(above + 1) - rowStart(above));
  if (below < THREADS) getRow(u + (size_t)(rows + 1) * (size + 2), below, 1);
}

static void relax(const double *restrict u, double *restrict next) {
  int width = size + 2;
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j <= size; j++) {
      int k = i * width + j;
      next[k] = 0.25 * (u[k - width] + u[k + width] + u[k - 1] + u[k + 1]);
    }
}

/* Inner values are the exact ones plus `wave` times a sine that dies out at a known rate. */
static void start(double *u, double wave) {
  for (int i = 0; i <= rows + 1; i++)
    for (int j = 0; j <= size + 1; j++) {
      int row = first + i;
      double s = sin(M_PI * row / (size + 1)) * sin(M_PI * j / (size + 1));
      u[(size_t)i * (size + 2) + j] = exact(row, j) + wave * s;
    }
}

/* After n iterations the wave has shrunk by cos(pi / (size + 1))^n. */
static double error(const double *u, double wave) {
  double worst = 0;
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j <= size; j++) {
      double s = sin(M_PI * (first + i) / (size + 1)) * sin(M_PI * j / (size + 1));
      worst = fmax(worst, fabs(u[(size_t)i * (size + 2) + j] - exact(first + i, j) - wave * s));
    }
  return worst;
}

shared double worst[THREADS];

int main(int argc, char **argv) {
  size = argc > 1 ? atoi(argv[1]) : 256;
  int iterations = argc > 2 ? atoi(argv[2]) : 100;
  if (size < THREADS || iterations < 0) {
    if (MYTHREAD == 0) fprintf(stderr, "stencil: size %d, iterations %d; the size is at least THREADS (%d)\n", size, iterations, THREADS);
    return 2;
  }
  first = rowStart(MYTHREAD);
  rows = rowStart(MYTHREAD + 1) - first;
  size_t bytes = (size_t)(rows + 2) * (size + 2) * sizeof(double);
  band[MYTHREAD] = upc_alloc(bytes);
  double *u = (double *)band[MYTHREAD], *next = malloc(bytes);
  start(u, 100);
  start(next, 100);
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int n = 0; n < iterations; n++) {
    getBorders(u);
    relax(u, next);
    upc_barrier; /* all have read their borders */
    for (int i = 1; i <= rows; i++)
      for (int j = 1; j <= size; j++) u[i * (size + 2) + j] = next[i * (size + 2) + j];
    upc_barrier;
  }
  double time = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-9;
  worst[MYTHREAD] = error(u, 100 * pow(cos(M_PI / (size + 1)), iterations));
  upc_barrier;
  double all = 0;
  for (int t = 0; t < THREADS; t++) all = fmax(all, worst[t]);
  int good = all < 1e-9;
  if (MYTHREAD == 0) {
    printf("stencil: %d x %d, %d iterations, %d threads: %.1f Mflop/s, error %.1e\n", size, size, iterations, THREADS, 4e-6 * size * size * iterations / time, all);
    printf("%s\n", good ? "Solution validates" : "Solution does not validate");
  }
  return !good;
}
