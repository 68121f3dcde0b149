/* STREAM's four loops over two million numbers each, 5 times. */
#include "bench.h"
#define N 2000000
static double a[N], b[N], c[N];

static void prepare(void) {
  for (int i = 0; i < N; i++) { a[i] = 1; b[i] = 2; c[i] = 0; }
}

static void work(void) {
  for (int k = 0; k < 5; k++) {
    for (int i = 0; i < N; i++) c[i] = a[i];
    for (int i = 0; i < N; i++) b[i] = 0.5 * c[i];
    for (int i = 0; i < N; i++) c[i] = a[i] + b[i];
    for (int i = 0; i < N; i++) a[i] = b[i] + 0.25 * c[i];
  }
}

BENCH("stream", prepare(), work(), a[N / 2] + b[7] + c[9])
