/*
 * STREAM: the triad a = b + s c over shared arrays in blocks, through private pointers to the local parts
 * (McCalpin's benchmark).
 *
 *     pgasc run samples/kernels/stream.upc -n 4 [elements per thread [iterations]]
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SCALAR 3.0
shared double wrong[THREADS];

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100000, iterations = argc > 2 ? atoi(argv[2]) : 10;
  if (n < 1 || iterations < 1) {
    if (MYTHREAD == 0) fprintf(stderr, "stream: %d elements, %d iterations; both are at least 1\n", n, iterations);
    return 2;
  }
  shared char *sa = upc_all_alloc(THREADS, n * sizeof(double)), *sb = upc_all_alloc(THREADS, n * sizeof(double)), *sc = upc_all_alloc(THREADS, n * sizeof(double));
  double *a = (double *)&sa[MYTHREAD], *b = (double *)&sb[MYTHREAD], *c = (double *)&sc[MYTHREAD];
  for (int i = 0; i < n; i++) {
    a[i] = 0;
    b[i] = 2;
    c[i] = 2;
  }
  upc_barrier;
  upc_tick_t begin = upc_ticks_now();
  for (int k = 0; k < iterations; k++) {
    for (int i = 0; i < n; i++) a[i] += b[i] + SCALAR * c[i];
    upc_barrier;
  }
  double time = upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-9, error = 0;
  for (int i = 0; i < n; i++) error += fabs(a[i] - iterations * (2 + SCALAR * 2));
  wrong[MYTHREAD] = error;
  upc_barrier;
  double sum = 0;
  for (int t = 0; t < THREADS; t++) sum += wrong[t];
  if (MYTHREAD == 0) {
    printf("stream: %d elements a thread, %d threads: %.1f MB/s\n", n, THREADS, 32e-6 * n * THREADS * iterations / time);
    printf("%s\n", sum < 1e-8 ? "Solution validates" : "Solution does not validate");
  }
  return sum >= 1e-8;
}
