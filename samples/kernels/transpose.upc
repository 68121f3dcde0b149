/*
 * Transpose: B += A^T for square matrices dealt by columns, as in the Parallel Research Kernels. Each thread gets the
 * piece it needs from every other in bulk.
 *
 *     pgasc run samples/kernels/transpose.upc -n 4 [columns per thread [iterations]]
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

shared [] double *shared source[THREADS]; /* columns of A, one after the other */
shared double wrong[THREADS];

int main(int argc, char **argv) {
  int columns = argc > 1 ? atoi(argv[1]) : 64, iterations = argc > 2 ? atoi(argv[2]) : 10, order = columns * THREADS;
  if (columns < 1 || iterations < 1) {
    if (MYTHREAD == 0) fprintf(stderr, "transpose: %d columns, %d iterations; both are at least 1\n", columns, iterations);
    return 2;
  }
  size_t length = (size_t)order * columns;
  source[MYTHREAD] = upc_alloc(length * sizeof(double));
  double *A = (double *)source[MYTHREAD], *B = calloc(length, sizeof(double)), *piece = malloc(columns * columns * sizeof(double));
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < order; i++) A[(size_t)j * order + i] = (double)order * (MYTHREAD * columns + j) + i;
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int n = 0; n < iterations; n++) {
    for (int k = 0; k < THREADS; k++) {
      int from = (MYTHREAD + k) % THREADS;
      for (int j = 0; j < columns; j++)
        upc_memget(piece + j * columns, source[from] + (size_t)j * order + MYTHREAD * columns, columns * sizeof(double));
      for (int j = 0; j < columns; j++)
        for (int i = 0; i < columns; i++) B[(size_t)i * order + from * columns + j] += piece[j * columns + i];
    }
    upc_barrier;
    for (size_t i = 0; i < length; i++) A[i] += 1;
    upc_barrier;
  }
  double time = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-9, error = 0;
  for (int j = 0; j < columns; j++)
    for (int i = 0; i < order; i++) {
      double expected = iterations * ((double)order * i + MYTHREAD * columns + j) + 0.5 * iterations * (iterations - 1);
      error += fabs(B[(size_t)j * order + i] - expected);
    }
  wrong[MYTHREAD] = error;
  upc_barrier;
  double sum = 0;
  for (int t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) {
    printf("transpose: order %d, %d threads: %.1f MB/s\n", order, THREADS, 16e-6 * order * order * iterations / time);
    printf("%s\n", sum < 1e-6 ? "Solution validates" : "Solution does not validate");
  }
  return sum >= 1e-6;
}
