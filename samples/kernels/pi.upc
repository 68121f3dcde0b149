/*
 * Pi: the integral of 4 / (1 + x^2) by the midpoint rule; each thread sums its part and adds it under a lock.
 *
 *     pgasc run samples/kernels/pi.upc -n 4 [intervals]
 */
#include <upc_relaxed.h>
#include <upc_tick.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

shared double pi;

int main(int argc, char **argv) {
  int i, n = argc > 1 ? atoi(argv[1]) : 1000000;
  if (n < 100) {
    if (MYTHREAD == 0) fprintf(stderr, "pi: %d intervals; at least 100\n", n);
    return 2;
  }
  upc_lock_t *lock = upc_all_lock_alloc();
  upc_tick_t begin = upc_ticks_now();
  double sum = 0, width = 1.0 / n;
  upc_forall (i = 0; i < n; i++; i) {
    double x = (i + 0.5) * width;
    sum += 4 / (1 + x * x);
  }
  upc_lock(lock);
  pi += sum * width;
  upc_unlock(lock);
  upc_barrier;
  int good = fabs(pi - M_PI) < 1.0 / n / n + 1e-12;
  if (MYTHREAD == 0) {
    printf("pi: %d intervals, %d threads: %.15f in %.3f s\n", n, THREADS, pi, upc_ticks_to_ns(upc_ticks_now() - begin) * 1e-9);
    printf("%s\n", good ? "Solution validates" : "Solution does not validate");
  }
  return !good;
}
