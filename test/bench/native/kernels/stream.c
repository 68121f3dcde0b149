/* STREAM's four loops over two million numbers each, as McCalpin's: copy, scale, add, triad. */
#include "kernel.h"
#define N 2000000
#define ROUNDS 10
#define SCALAR 0.4
static double a[N], b[N], c[N];

static void prepare(void) {
  for (int i = 0; i < N; i++) {
    a[i] = 1;
    b[i] = 2;
    c[i] = 0;
  }
}

static void work(void) {
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < N; i++) c[i] = a[i];
    for (int i = 0; i < N; i++) b[i] = SCALAR * c[i];
    for (int i = 0; i < N; i++) c[i] = a[i] + b[i];
    for (int i = 0; i < N; i++) a[i] = b[i] + SCALAR * c[i];
  }
}

static int everywhere(const double *array, double value) {
  for (int i = 0; i < N; i++)
    if (array[i] != value) return 0;
  return 1;
}

int main(void) {
  double x = 1, y = 2, z = 0;
  measure(prepare, work);
  for (int round = 0; round < ROUNDS; round++) {
    z = x;
    y = SCALAR * z;
    z = x + y;
    x = y + SCALAR * z;
  }
  result("a", a[0]);
  return verdict(everywhere(a, x) && everywhere(b, y) && everywhere(c, z));
}
