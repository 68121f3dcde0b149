// More shared memory than one process has: 8-byte elements of all threads, 1.5 GiB each, static (-DSTATIC) or allocated.
// Each thread writes every STEP-th of its own, then reads those of the next thread and of one of another process.
#include <stdio.h>
#include <upc.h>

#ifndef STEP
#define STEP 1
#endif
#define EACH (192u << 20)
#ifdef STATIC
static shared double numbers[EACH * THREADS];
#else
static shared double *numbers;
#endif

static double valueAt(int thread, size_t i) { return thread * 1e9 + i; }

static size_t wrongOf(int thread) {
  size_t wrong = 0;
  for (size_t i = 0; i < EACH; i += 17 * STEP) wrong += numbers[thread + i * THREADS] != valueAt(thread, i);
  return wrong;
}

int main(void) {
#ifndef STATIC
  numbers = upc_all_alloc((size_t)THREADS * EACH, sizeof(double));
#endif
  for (size_t i = 0; i < EACH; i += STEP) numbers[MYTHREAD + i * THREADS] = valueAt(MYTHREAD, i);
  upc_barrier;
  size_t wrong = wrongOf((MYTHREAD + 1) % THREADS) + wrongOf((MYTHREAD + 2) % THREADS);
  if (wrong > 0) printf("thread %d: %zu wrong\n", MYTHREAD, wrong);
  upc_barrier;
  if (MYTHREAD == 0) printf("%g GiB\n", EACH * 8.0 * THREADS / (1 << 30));
  return wrong > 0;
}
